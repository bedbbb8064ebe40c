"""A web page that replays a table with pictures of its cards: one file, which asks nothing of any network.

`pictures` draws cards, `story` turns a table into the values that `page.js` steps through, `build` puts all together.
"""
