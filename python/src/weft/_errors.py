"""Errors of weft as exceptions."""

from __future__ import annotations


class WeftError(Exception):
    """A command of weft failed, with the words of the command.

    Attributes:
        kind: usage, no_names, damage, other_graph, exists, bad_input, no_file, permission, memory, stopped or failed.
        message: what went wrong.
        file: the file that it is about, or None.
        hint: what to do, or None.
        command: the arguments of the command.
        status: its exit status.
    """

    def __init__(
        self, message: str, *, kind: str = "failed", file: str | None = None, hint: str | None = None, command: tuple[str, ...] = (), status: int = 1
    ) -> None:
        super().__init__(message if hint is None else f"{message}\n{hint}")
        self.message, self.kind, self.file, self.hint, self.command, self.status = message, kind, file, hint, command, status


class IncompleteWarning(UserWarning):
    """A command did its work, and left something out: the message says what."""
