"""How near to each other the files of a project are."""


def shared_folders(first: str, second: str) -> int:
    """How many parts the paths of two files have in common from the start."""
    count = 0
    for one, other in zip(first.split("/"), second.split("/"), strict=False):
        if one != other:
            break
        count += 1
    return count
