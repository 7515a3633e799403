"""Make the Debian package of the companion, with its Python libraries in it: installing needs no network.

python tools/deb.py                          for a Raspberry Pi (arm64), Bookworm and Trixie
python tools/deb.py --architecture amd64     for this kind of machine
python tools/deb.py --without-libraries      quickly, to look at

`dpkg-deb` and pip are all it needs. `tools/try_deb.sh` installs and removes the result, and asks lintian.
"""

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from email.utils import formatdate
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "systemd" / "debian"
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
PYTHONS = ("3.11", "3.13")  # Bookworm's and Trixie's
UNWANTED = shutil.ignore_patterns("__pycache__", "*.pyc", "training", "py.typed")
MAINTAINER_SCRIPTS = ("postinst", "prerm", "postrm")
# Where each file of systemd/debian goes, and whether it can be run.
PLACES = {
    "companion": ("usr/bin/companion", 0o755),
    "program": ("usr/lib/table-companion/program", 0o755),
    "after": ("usr/lib/table-companion/after", 0o755),
    "stick": ("usr/lib/table-companion/stick", 0o755),
    "sysusers.conf": ("usr/lib/sysusers.d/table-companion.conf", 0o644),
    "udev.rules": ("usr/lib/udev/rules.d/70-table-companion.rules", 0o644),
    "copyright": ("usr/share/doc/table-companion/copyright", 0o644),
    "lintian-overrides": ("usr/share/lintian/overrides/table-companion", 0o644),
    "../companion.service": ("usr/lib/systemd/system/companion.service", 0o644),
    "../companion-stick@.service": ("usr/lib/systemd/system/companion-stick@.service", 0o644),
}


def main() -> int:
    """Make the package and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--architecture", choices=sorted(MACHINES), default="arm64")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="only for this Python")
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--without-libraries", action="store_true")
    parser.add_argument("--compression", choices=("xz", "gzip", "none"), default="xz")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        lay_out(tree)
        for python in arguments.python or PYTHONS:
            target = tree / "usr/lib/table-companion" / f"python{python}"
            target.mkdir(parents=True)
            if not arguments.without_libraries:
                add_libraries(target, python, MACHINES[arguments.architecture])
        sys.stdout.write(f"{build(tree, arguments)}\n")
    return 0


def version() -> str:
    """The program's version."""
    found = re.search(
        r'__version__ = "([^"]+)"', (ROOT / "companion/__init__.py").read_text(encoding="utf-8")
    )
    if found is None:
        raise SystemExit("companion/__init__.py has no version")
    return found[1]


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def packages() -> list[str]:
    """The folders that the program is made of."""
    return [name.rstrip("*") for name in project()["tool"]["setuptools"]["packages"]["find"]["include"]]


def lay_out(tree: Path) -> None:
    """Everything but the libraries, where it is to be on the Pi."""
    app = tree / "usr/lib/table-companion/app"
    for package in packages():
        shutil.copytree(ROOT / package, app / package, ignore=UNWANTED)
    for name, (place, mode) in PLACES.items():
        put(PARTS / name, tree / place, mode)
    share = tree / "usr/share"
    (share / "table-companion").mkdir(parents=True)
    (share / "table-companion/config.toml").write_text(default_config(), encoding="utf-8")
    pack((PARTS / "companion.1").read_bytes(), share / "man/man1/companion.1.gz")
    pack(changelog().encode(), share / "doc/table-companion/changelog.gz")
    for page in ("README.md", "README.fr.md", "CHANGELOG.md"):
        put(ROOT / page, share / "doc/table-companion" / page, 0o644)
    for path in tree.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
        elif path.is_relative_to(app):
            path.chmod(0o644)


def default_config() -> str:
    """The config file as the program makes it."""
    sys.path.insert(0, str(ROOT))
    from companion.config import template

    return template()


def put(source: Path, target: Path, mode: int) -> None:
    """Copy one file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(mode)


def pack(text: bytes, target: Path) -> None:
    """Write one file packed, the same every time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text, 9, mtime=0))


def changelog() -> str:
    """Debian's kind of changelog, which names the one for players."""
    maintainer = re.search(r"(?m)^Maintainer: (.*)$", (PARTS / "control").read_text(encoding="utf-8"))
    when = formatdate(float(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    signed = f" -- {maintainer[1] if maintainer else ''}  {when}\n"
    return f"table-companion ({version()}) stable; urgency=medium\n\n  * As CHANGELOG.md tells.\n\n{signed}"


def requirements(python: str, machine: str) -> list[str]:
    """What the program needs on that machine, with the markers of pyproject.toml decided."""
    from pip._vendor.packaging.requirements import Requirement

    wanted = [Requirement(line) for line in project()["project"]["dependencies"]]
    there = {"python_version": python, "platform_machine": machine, "sys_platform": "linux"}
    return [
        f"{each.name}{each.specifier}" for each in wanted if not each.marker or each.marker.evaluate(there)
    ]


def add_libraries(target: Path, python: str, machine: str) -> None:
    """Fetch the wheels for that machine and unpack them."""
    platforms = [f"manylinux_2_28_{machine}", f"manylinux_2_17_{machine}", f"manylinux2014_{machine}"]
    with tempfile.TemporaryDirectory() as wheels:
        words = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--dest", wheels]
        words += ["--python-version", python, "--implementation", "cp"]
        words += [word for each in platforms for word in ("--platform", each)]
        words += [word for abi in (f"cp{python.replace('.', '')}", "abi3", "none") for word in ("--abi", abi)]
        subprocess.run([*words, *requirements(python, machine)], check=True)
        for wheel in sorted(Path(wheels).glob("*.whl")):
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(target)
    tidy(target)


def tidy(target: Path) -> None:
    """Nothing that is only for developers, and the rights that a package wants."""
    for name in ("tests", "examples", "docs", "include"):
        for folder in [path for path in target.rglob(name) if path.is_dir()]:
            shutil.rmtree(folder, ignore_errors=True)
    for path in target.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def build(tree: Path, arguments: argparse.Namespace) -> Path:
    """Write the control files and let dpkg-deb pack it all, as root's."""
    control = tree / "DEBIAN"
    control.mkdir(mode=0o755)
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
    facts = {"@VERSION@": version(), "@ARCHITECTURE@": arguments.architecture, "@SIZE@": str(size)}
    text = (PARTS / "control").read_text(encoding="utf-8")
    for mark, value in facts.items():
        text = text.replace(mark, value)
    (control / "control").write_text(text, encoding="utf-8")
    for name in MAINTAINER_SCRIPTS:
        put(PARTS / name, control / name, 0o755)
    (control / "md5sums").write_text(checksums(tree), encoding="utf-8")
    arguments.out.mkdir(parents=True, exist_ok=True)
    package = arguments.out / f"table-companion_{version()}_{arguments.architecture}.deb"
    words = ["dpkg-deb", "--root-owner-group", f"-Z{arguments.compression}", "--build", str(tree)]
    subprocess.run([*words, str(package)], check=True, stdout=subprocess.DEVNULL)
    return package


def checksums(tree: Path) -> str:
    """As dpkg keeps them, to find a damaged file."""
    files = sorted(path for path in tree.rglob("*") if path.is_file() and "DEBIAN" not in path.parts)
    return "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(tree)}\n"
        for path in files
    )


if __name__ == "__main__":
    sys.exit(main())
