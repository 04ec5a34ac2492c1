"""Progress of long commands: a bar in a notebook, a line on a terminal, nothing elsewhere."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

# Commands that end sooner show nothing, s.
_PATIENCE = 0.5

# The least time between two updates, s.
_PAUSE = 0.2


class Bar:
    """The progress of one command. It appears after half a second, and goes when the command ends."""

    def __init__(self, title: str, wanted: bool) -> None:
        self._title = title
        self._began = self._last = time.monotonic()
        self._handle: Any = None
        self._line = 0
        self._where = _where() if wanted else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._handle is not None:
            self._handle.update(_Html(""))
        if self._line:
            sys.stderr.write("\r" + " " * self._line + "\r")
            sys.stderr.flush()

    def show(self, step: Mapping[str, Any]) -> None:
        """Show how far a step is: an object ``progress`` of ``--progress json``."""
        now = time.monotonic()
        if not self._where or now - self._began < _PATIENCE or now - self._last < _PAUSE:
            return
        self._last = now
        if self._where == "notebook":
            self._show_in_notebook(step)
            return
        text = f"weft {self._title}: {_text(step)}"
        sys.stderr.write("\r" + text.ljust(self._line))
        sys.stderr.flush()
        self._line = len(text)

    def _show_in_notebook(self, step: Mapping[str, Any]) -> None:
        from IPython.display import display

        total = step.get("total") or 0
        value = f" max='{total}' value='{min(step.get('done', 0), total)}'" if total else ""
        shown = _Html(f"<progress{value} style='width:20em'></progress> weft {html.escape(self._title)}: {html.escape(_text(step))}")
        if self._handle is None:
            self._handle = display(shown, display_id=True)
        else:
            self._handle.update(shown)


class _Html:
    def __init__(self, text: str) -> None:
        self._text = text

    def _repr_html_(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return ""


def _text(step: Mapping[str, Any]) -> str:
    words = [str(step.get("step", ""))]
    if total := step.get("total"):
        words.append(f"{100 * min(step.get('done', 0), total) // total} %")
    elif done := step.get("done"):
        words.append(f"{done:,} {step.get('unit', '')}".rstrip())
    if left := step.get("left"):
        words.append(f"{left:.0f} s left")
    return ", ".join(w for w in words if w)


def _where() -> str:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None and hasattr(shell, "kernel"):
        return "notebook"
    return "terminal" if sys.stderr is not None and sys.stderr.isatty() else ""
