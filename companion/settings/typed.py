"""What somebody has typed into one field where several things may stand. Pure."""


def parts_of(text: str) -> list[str]:
    """Give what somebody has typed with commas between, without what is empty."""
    return [part.strip() for part in text.split(",") if part.strip()]


def values_of(text: str) -> list[int] | list[str]:
    """Give what somebody has typed with commas between as numbers, where it is nothing but whole numbers.

    A number of thousands of figures, which Python reads none of, stays the text that it is.
    """
    parts = parts_of(text)
    try:
        return [int(part) for part in parts] if all(map(str.isdecimal, parts)) else parts
    except ValueError:
        return parts
