"""The full-screen table.

What is shown is a pure function of what the seat knows, and is tested as text:

    events --seeing--> Desk --view--> Picture --app--> terminal
    keys   --keys----> Desk

`sitter` runs this at a table, `app` paints pictures with prompt-toolkit, `guest` lets Trio and asyncio share a thread.
A game adds one module to `layouts`; everything else it says comes from its words in `cli.words`.
"""
