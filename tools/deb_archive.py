"""Writes a package in the format of Debian (deb(5)): the same bytes for the same contents, on any system."""

import hashlib
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

FILE: Final = 0o644

PROGRAM: Final = 0o755


class Entry(NamedTuple):
    """One file of a package; it belongs to root."""

    content: bytes | Path
    """What is in it, or a file of this machine with the same content."""

    mode: int = FILE

    def read(self) -> bytes:
        """Return the content."""
        return self.content if isinstance(self.content, bytes) else self.content.read_bytes()


class Link(NamedTuple):
    """A symbolic link of a package."""

    target: str


Entries = Mapping[str, Entry | Link]
"""What lies at each path, which begins without a slash."""


def write_package(path: Path, control: Mapping[str, str], scripts: Entries, files: Entries, when: int) -> None:
    """Write a package; ``when`` is the time that all its files have, in seconds since 1970."""
    size = sum(len(entry.read()) for entry in files.values() if isinstance(entry, Entry))
    fields = {**control, "Installed-Size": str(-(-size // 1024))}
    about: Entries = {
        "control": Entry("".join(f"{name}: {value}\n" for name, value in fields.items()).encode()),
        "md5sums": Entry(_sums(files)),
        **scripts,
    }
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": _tar(about, when),
        "data.tar.xz": _tar(files, when),
    }
    path.write_bytes(b"!<arch>\n" + b"".join(_member(name, content, when) for name, content in members.items()))


def _sums(files: Entries) -> bytes:
    # The format asks for MD5: it finds files that were damaged, and proves nothing.
    lines = [
        f"{hashlib.md5(entry.read(), usedforsecurity=False).hexdigest()}  {path}\n"
        for path, entry in sorted(files.items())
        if isinstance(entry, Entry)
    ]
    return "".join(lines).encode()


def _member(name: str, content: bytes, when: int) -> bytes:
    """Return one member of an ``ar`` archive, which begins at an even place."""
    header = f"{name:<16}{when:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
    return header.encode() + content + b"\n" * (len(content) % 2)


def _tar(entries: Entries, when: int) -> bytes:
    out = io.BytesIO()
    # The fastest level: most of a package is machine code, which the others hardly make smaller.
    with tarfile.open(fileobj=out, mode="w:xz", format=tarfile.GNU_FORMAT, preset=1) as archive:
        for folder in _folders(entries):
            archive.addfile(_info(folder, when, tarfile.DIRTYPE, PROGRAM))
        for path, entry in sorted(entries.items()):
            if isinstance(entry, Link):
                info = _info(path, when, tarfile.SYMTYPE, 0o777)
                info.linkname = entry.target
                archive.addfile(info)
            else:
                content = entry.read()
                info = _info(path, when, tarfile.REGTYPE, entry.mode)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def _folders(entries: Entries) -> list[str]:
    parents = {str(parent) for path in entries for parent in PurePosixPath(path).parents}
    return sorted(parents, key=lambda path: PurePosixPath(path).parts)


def _info(path: str, when: int, kind: bytes, mode: int) -> tarfile.TarInfo:
    info = tarfile.TarInfo("./" if path == "." else f"./{path}")
    info.type, info.mode, info.mtime = kind, mode, when
    info.uname = info.gname = "root"
    return info
