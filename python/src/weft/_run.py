"""Running the binary: arguments, progress, errors, interrupts."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from ._errors import IncompleteWarning, WeftError
from ._progress import Bar

Value = bool | int | float | str | os.PathLike[str] | Sequence[Any] | None

# How long a command may take to end after an interrupt, s.
_PATIENCE = 30.0

# Commands end with this status if they did their work and left something out.
_INCOMPLETE = 3

_NAME = "weft.exe" if os.name == "nt" else "weft"


def binary() -> Path:
    """Return the path of the binary: ``$WEFT_BINARY``, the one of this package, or the first ``weft`` on the path.

    Raises:
        WeftError: there is none.
    """
    if given := os.environ.get("WEFT_BINARY"):
        return Path(given)
    own = Path(__file__).parent / "bin" / _NAME
    if own.is_file():
        return own
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which(_NAME, path=folder or ".")
        if found and not _is_script(Path(found)):
            return Path(found)
    raise WeftError(
        "this package has no binary of weft, and none is on the path",
        kind="no_file",
        hint="install a wheel for your platform, or set WEFT_BINARY to the path of the binary",
    )


def _is_script(path: Path) -> bool:
    """Report whether a file is a script, such as the one that this package puts on the path."""
    with path.open("rb") as f:
        return f.read(2) == b"#!" or (os.name == "nt" and path.parent.name.lower() == "scripts")


def flags(options: Mapping[str, Value]) -> list[str]:
    """Return keyword arguments as flags: ``min_core="3x3"`` is ``--min-core=3x3``. None is left out.

    Raises:
        TypeError: a value is no text, number, path or list of them.
    """
    out: list[str] = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None:
            continue
        if isinstance(value, bool):
            out.append(flag if value else f"{flag}=false")  # some flags are true by default
        elif isinstance(value, Sequence) and not isinstance(value, str):
            out.append(f"{flag}={','.join(map(str, value))}")
        elif isinstance(value, Iterable) and not isinstance(value, str):
            raise TypeError(f"{name} is a {type(value).__name__}: expected text, a number, the path of a file, or a list of them")
        else:
            out.append(f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return out


def ask(*args: str, progress: bool = True, prints: bool = True, expected: str | None = None) -> dict[str, Any]:
    """Run a command with ``--json`` and return its object; without ``--json``, and an empty object, if it prints none.

    A warning of the command becomes an :class:`IncompleteWarning`, unless it begins with ``expected``.

    An interrupt (Ctrl-C, or the stop button of a notebook) stops the command in order, and leaves nothing behind.

    Raises:
        WeftError: the command failed.
        KeyboardInterrupt: it was interrupted.
    """
    command = (os.fspath(binary()), *(["--json"] if prints else []), "--progress=json", *args)
    with _started(command) as child, Bar(args[0], progress) as bar:
        assert child.stderr is not None
        told: list[str] = []
        listener = threading.Thread(target=_listen, args=(child.stderr, bar, told), daemon=True)
        listener.start()
        out = _until_end(child)
        listener.join()
    if expected is not None:
        told = [text for text in told if not text.startswith(expected)]
    return _answer(args, out, told, child.returncode)


@contextlib.contextmanager
def _started(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Start a child in a group of its own, so that an interrupt reaches it once, from us."""
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **_own_group(),
        )
    except OSError as e:
        raise WeftError(f"{command[0]} cannot be started: {e.strerror}", kind="no_file", file=command[0]) from e
    try:
        yield child
    except BaseException:
        stop(child)
        raise
    finally:
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()


def _own_group() -> dict[str, Any]:
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def stop(child: subprocess.Popen[bytes]) -> None:
    """Interrupt a child, whose output others read, and kill it if it does not end."""
    if child.poll() is not None:
        return
    child.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT) if os.name == "nt" else signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_PATIENCE)
        return
    child.kill()
    child.wait()


def _until_end(child: subprocess.Popen[bytes]) -> bytes:
    """Read standard output to its end. The reading is in a thread, so that an interrupt is heard on every system."""
    got: list[bytes] = []
    pipe = child.stdout
    assert pipe is not None
    reader = threading.Thread(target=lambda: got.append(pipe.read()), daemon=True)
    reader.start()
    while reader.is_alive():
        reader.join(0.2)
    child.wait()
    return b"".join(got)


def _listen(pipe: IO[bytes], bar: Bar, told: list[str]) -> None:
    """Pass progress on to the bar, and keep messages."""
    for line in pipe:
        text = line.decode("utf-8", "replace").rstrip()
        try:
            said = json.loads(text)
        except ValueError:
            told.append(text)
            continue
        if isinstance(said, dict) and isinstance(said.get("progress"), dict):
            bar.show(said["progress"])
        elif isinstance(said, dict) and said.get("level") in ("warning", "error"):
            told.append(str(said.get("message")))


def _answer(args: Sequence[str], out: bytes, told: Sequence[str], status: int) -> dict[str, Any]:
    if status in (130, -signal.SIGINT):
        raise KeyboardInterrupt
    try:
        answer = json.loads(out) if out.strip() else {}
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise WeftError(f"weft {' '.join(args)} printed no JSON: {out[:80]!r}", command=tuple(args), status=status)
    if "error" in answer:
        e = answer["error"]
        raise WeftError(e.get("message", "?"), kind=e.get("kind", "failed"), file=e.get("file"), hint=e.get("hint"), command=tuple(args), status=status)
    if status not in (0, _INCOMPLETE) and not answer:
        raise WeftError("\n".join(told) or f"weft {args[0]} ended with status {status}", command=tuple(args), status=status)
    for text in told:
        warnings.warn(text, IncompleteWarning, stacklevel=4)
    return answer


def main() -> int:
    """Run the binary in place of this process: the command ``weft`` of the package."""
    try:
        path = os.fspath(binary())
    except WeftError as e:
        print(f"weft: error: {e}", file=sys.stderr)
        return 1
    if os.name == "nt":
        return subprocess.call([path, *sys.argv[1:]])
    return os.execv(path, [path, *sys.argv[1:]])
