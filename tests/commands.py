"""Commands that only pretend, for tests of the project's shell scripts."""

import shutil
from pathlib import Path


def fakes(folder: Path, texts: dict[str, str], real: tuple[str, ...] = ()) -> Path:
    """Lay commands with these shell texts into a folder for the search path, and links to some real ones."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    for name in real:
        found = shutil.which(name)
        assert found, f"{name} is not on this machine"
        (folder / name).symlink_to(found)
    return folder
