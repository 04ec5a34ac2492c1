"""What shows itself in a notebook: the report, and the server."""

from __future__ import annotations

import html
import os
import subprocess
import threading
import weakref
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from . import _run
from ._errors import WeftError
from ._run import Value

if TYPE_CHECKING:
    from typing_extensions import Self

# How long a server may take to say its address, s.
_PATIENCE = 60.0


class Report:
    """A report of weft: one HTML page, which loads nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._page = path.read_text(encoding="utf-8")

    @property
    def path(self) -> Path:
        """Where the page was written."""
        return self._path

    @property
    def html(self) -> str:
        """The page."""
        return self._page

    def save(self, to: str | os.PathLike[str]) -> None:
        """Write the page to a file."""
        Path(to).write_text(self._page, encoding="utf-8")

    def open(self) -> None:
        """Show the page in the browser."""
        webbrowser.open(self._path.absolute().as_uri())

    def __repr__(self) -> str:
        return f"<weft report {self._path}>"

    def _repr_html_(self) -> str:
        # The page has no scripts; its downloads are data: links.
        look = "width:100%;height:40em;border:1px solid #8884"
        return f'<iframe title="Report of weft" sandbox="allow-downloads allow-popups" style="{look}" srcdoc="{html.escape(self._page)}"></iframe>'


class Server:
    """The browser view of a crawl, while it is open."""

    def __init__(self, crawl: Path, options: Mapping[str, Value]) -> None:
        flags = _run.flags({"listen": "127.0.0.1:0", "frames": True, **options})
        self._framed = "--frames" in flags
        command = [os.fspath(_run.binary()), "serve", os.fspath(crawl), *flags]
        self._child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **_run._own_group())
        self._end = weakref.finalize(self, _run.stop, self._child)
        self._said: list[str] = []
        self._told = threading.Event()
        self._url = ""
        threading.Thread(target=self._listen, daemon=True).start()
        self._told.wait(_PATIENCE)
        if not self._url:
            self._end()
            raise WeftError("the server did not start: " + " ".join(self._said[-5:]), command=tuple(command[1:]))

    def _listen(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            text = line.decode("utf-8", "replace").strip()
            self._said.append(text)
            del self._said[:-100]
            if text.startswith("open ") and not self._url:
                self._url = text.split()[-1]
                self._told.set()
        self._told.set()
        self._child.stdout.close()

    @property
    def url(self) -> str:
        """Its address."""
        return self._url

    def open(self) -> None:
        """Show it in the browser."""
        webbrowser.open(self._url)

    def close(self) -> None:
        """Stop it."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<weft serve {self._url}>"

    def _repr_html_(self) -> str:
        url = html.escape(self._url)
        link = f'<p>weft serve: <a href="{url}" target="_blank" rel="noopener">{url}</a></p>'
        if not self._framed:
            return link
        # Browsers send the cookies of the server only to a frame of the same site, and notebooks are at localhost.
        near = html.escape(self._url.replace("//127.0.0.1:", "//localhost:"))
        return f'{link}<iframe title="weft serve" style="width:100%;height:40em;border:1px solid #8884" src="{near}"></iframe>'
