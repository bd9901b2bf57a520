"""mkdocs-multirepo-plugin on the same repositories, in an environment of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = ("mkdocs-multirepo-plugin==0.8.3", "mkdocs==1.6.1")
HOME = Path(__file__).parents[2] / ".venv" / "multirepo"
# What the plugin does before a site is rendered: importing the repositories.
_IMPORT = """
import sys
from mkdocs.config import load_config
config = load_config(sys.argv[1])
config.plugins.on_startup(command="build", dirty=False)
config.plugins.on_config(config)
"""


def python() -> Path | None:
    """Its Python, installed where it is missing; None where that cannot be done."""
    found = HOME / "bin" / "python"
    if not found.exists():
        uv = Path(sys.executable).with_name("uv")
        make = ["venv", "--quiet", str(HOME)]
        fill = ["pip", "install", "--quiet", "--python", str(found), *REQUIREMENTS]
        for command in (make, fill):
            if subprocess.run([str(uv), *command], check=False).returncode:
                return None
    return found


def configure(folder: Path, urls: list[str], *, keep: bool) -> Path:
    """A site that imports `docs/` of each repository; `keep` leaves the imported files for the next build."""
    (folder / "docs").mkdir(parents=True, exist_ok=True)
    (folder / "docs" / "index.md").write_text("# Home\n")
    repos = [{"section": f"web {i}", "import_url": f"{url}?branch=main"} for i, url in enumerate(urls)]
    config = {"site_name": "x", "plugins": [{"multirepo": {"cleanup": not keep, "repos": repos}}], "edit_uri": "x"}
    file = folder / "mkdocs.yml"
    file.write_text(json.dumps(config))
    return file


def run(interpreter: Path, config: Path) -> None:
    done = subprocess.run(
        [interpreter, "-c", _IMPORT, config], cwd=config.parent, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
