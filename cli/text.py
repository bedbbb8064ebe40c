"""Text on its way to a screen."""


def printable(text: str) -> str:
    """The text with every character that is not to be printed replaced by a question mark, tabs by spaces."""
    text = text.replace("\t", " ")
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)
