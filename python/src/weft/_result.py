"""The base of all results: read from JSON, shown in notebooks, turned into tables."""

from __future__ import annotations

import dataclasses
import html
import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from matplotlib.axes import Axes
    from typing_extensions import Self

T = TypeVar("T")

# Rows of a table that a notebook shows.
_SHOWN = 10


@dataclasses.dataclass(frozen=True, kw_only=True, repr=False)
class Result:
    """What a command of weft has found. The attributes are the keys of its JSON; ``from`` is ``from_``.

    Lists of objects are tables, too: ``result.tables()`` names them, ``result.table("top")`` returns one as a Polars frame.
    """

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Make a result from an object of JSON. Unknown keys, of a later weft, are left out.

        Raises:
            ValueError: a key is missing, or has another type than expected.
        """
        made: Self = _reader(cls)(data, cls.__name__)
        return made

    @property
    def vectors(self) -> dict[str, np.memmap[Any, np.dtype[Any]]]:
        """Values of the pages, mapped from files, by name. Empty if the command writes none."""
        got: dict[str, np.memmap[Any, np.dtype[Any]]] = self.__dict__.get("_vectors", {})
        return got

    def json(self) -> dict[str, Any]:
        """Return the result as an object of JSON, without what is absent."""
        return {_key(f): _plain(v) for f in dataclasses.fields(self) if (v := getattr(self, f.name)) is not None}

    def tables(self) -> list[str]:
        """Return the names of the tables within the result, such as ``"top"`` or ``"ranks.up"``."""
        return [name for name, _ in _tables(self, "")]

    def table(self, name: str) -> pl.DataFrame:
        """Return a table of the result.

        Objects within a row become columns with dots in their names. Lists within a row stay lists.

        Args:
            name: one of ``tables()``.

        Raises:
            KeyError: there is no such table.
        """
        import polars as pl

        for at, rows in _tables(self, ""):
            if at == name:
                return pl.DataFrame([dict(_flat(row)) for row in rows], infer_schema_length=None)
        raise KeyError(f"{type(self).__name__} has no table {name!r}: it has {', '.join(self.tables()) or 'none'}")

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the result with matplotlib, if there is a plot of it.

        Args:
            ax: where to draw; a new figure if None.

        Raises:
            TypeError: there is no plot of this kind of result.
        """
        from . import _plots

        return _plots.draw(self, ax)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={_short(v)}' for k, v in _figures(self))})"

    def _repr_html_(self) -> str:
        title = html.escape(_words(type(self).__name__))
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(k)}</th><td style='text-align:left'>{html.escape(_short(v))}</td></tr>" for k, v in _figures(self)
        )
        parts = [f"<table><caption>{title}</caption><tbody>{rows}</tbody></table>"] if rows else [f"<p>{title}</p>"]
        for name, objects in _tables(self, ""):
            parts.append(_html_table(name, objects))
        return "".join(parts)


def _html_table(name: str, objects: list[Result]) -> str:
    shown = [dict(_flat(o)) for o in objects[:_SHOWN]]
    columns = list(dict.fromkeys(k for row in shown for k in row))
    head = "".join(f"<th>{html.escape(c)}</th>" for c in columns)
    body = "".join("<tr>" + "".join(f"<td style='text-align:left'>{html.escape(_short(row.get(c)))}</td>" for c in columns) + "</tr>" for row in shown)
    more = f", {len(objects)} rows" if len(objects) > _SHOWN else ""
    return f"<details><summary>{html.escape(name)}{more}</summary><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></details>"


def _words(name: str) -> str:
    return "".join(" " + c.lower() if c.isupper() and i else c for i, c in enumerate(name))


def _short(v: object) -> str:
    if v is None:
        return "—"
    if isinstance(v, bool):
        return "yes" if v else "no"
    if isinstance(v, int):
        return f"{v:,}"
    if isinstance(v, float):
        return f"{v:.6g}"
    if isinstance(v, list):
        return f"[{', '.join(_short(x) for x in v[:3])}{', …' if len(v) > 3 else ''}]"
    if isinstance(v, dict):
        return "{" + ", ".join(f"{k}: {_short(x)}" for k, x in list(v.items())[:8]) + ("…}" if len(v) > 8 else "}")
    text = str(v)
    return text if len(text) <= 120 else text[:119] + "…"


def _figures(of: Result, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the single values of a result, those of objects within it with dots."""
    for f in dataclasses.fields(of):
        v = getattr(of, f.name)
        if isinstance(v, Result):
            yield from _figures(v, prefix + _key(f) + ".")
        elif v is not None and v != [] and v != {} and not _is_table(v):
            yield prefix + _key(f), v


def _flat(of: Result, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for f in dataclasses.fields(of):
        v = getattr(of, f.name)
        if isinstance(v, Result):
            yield from _flat(v, prefix + _key(f) + ".")
        else:
            yield prefix + _key(f), _plain(v)


def _tables(of: Result, prefix: str) -> Iterator[tuple[str, list[Result]]]:
    for f in dataclasses.fields(of):
        v = getattr(of, f.name)
        if isinstance(v, Result):
            yield from _tables(v, prefix + _key(f) + ".")
        elif _is_table(v):
            yield prefix + _key(f), cast("list[Result]", v)


def _is_table(v: object) -> bool:
    return isinstance(v, list) and len(v) > 0 and all(isinstance(x, Result) for x in v)


def _plain(v: Any) -> Any:
    if isinstance(v, Result):
        return v.json()
    if isinstance(v, list):
        return [_plain(x) for x in v]
    if isinstance(v, dict):
        return {k: _plain(x) for k, x in v.items()}
    if isinstance(v, datetime):
        return v.isoformat()
    return v


def _key(f: dataclasses.Field[Any]) -> str:
    return str(f.metadata.get("key", f.name))


# A reader makes a value from JSON; its second argument says where the value stands, for errors.
_Reader = Callable[[Any, str], Any]


_readers: dict[Any, _Reader] = {}


def _reader(cls: Any) -> _Reader:
    """Return the function that reads a type from JSON."""
    if cls not in _readers:
        _readers[cls] = _new_reader(cls)
    return _readers[cls]


def _new_reader(cls: Any) -> _Reader:
    origin, args = typing.get_origin(cls), typing.get_args(cls)
    if origin in (types.UnionType, typing.Union):
        inner = _reader(next(a for a in args if a is not types.NoneType))
        return lambda v, at: None if v is None else inner(v, at)
    if origin is list:
        return _list_reader(args[0])
    if origin is dict:
        return _dict_reader(args[1])
    if cls is Any:
        return lambda v, at: v
    if cls is datetime:
        return _time
    if isinstance(cls, type) and issubclass(cls, Result):
        return _object_reader(cls)
    return _plain_reader(cls)


def _list_reader(of: Any) -> _Reader:
    def read(v: Any, at: str) -> list[Any]:
        if v is None:
            return []
        if not isinstance(v, list):
            raise ValueError(f"{at} is {v!r:.80}, expected a list")
        inner = _reader(of)
        return [inner(x, at) for x in v]

    return read


def _dict_reader(of: Any) -> _Reader:
    def read(v: Any, at: str) -> dict[str, Any]:
        if v is None:
            return {}
        if not isinstance(v, dict):
            raise ValueError(f"{at} is {v!r:.80}, expected an object")
        inner = _reader(of)
        return {k: inner(x, at) for k, x in v.items()}

    return read


def _time(v: Any, at: str) -> datetime:
    if not isinstance(v, str):
        raise ValueError(f"{at} is {v!r:.80}, expected a time")
    # Python takes at most six digits of a second, and before 3.11 no Z.
    text = v.replace("Z", "+00:00")
    head, dot, rest = text.partition(".")
    if dot:
        digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
        text = head + "." + digits[:6].ljust(6, "0") + rest[len(digits) :]
    return datetime.fromisoformat(text)


def _plain_reader(cls: type) -> _Reader:
    def read(v: Any, at: str) -> Any:
        if cls is float and type(v) is int:
            return float(v)
        if type(v) is not cls:
            raise ValueError(f"{at} is {v!r:.80}, expected {cls.__name__}")
        return v

    return read


def _object_reader(cls: type[Result]) -> _Reader:
    hints = typing.get_type_hints(cls, vars(sys.modules[cls.__module__]))
    plan = [(f.name, _key(f), hints[f.name], f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING) for f in dataclasses.fields(cls)]

    def read(v: Any, at: str) -> Any:
        if not isinstance(v, dict):
            raise ValueError(f"{at} is {v!r:.80}, expected an object")
        got: dict[str, Any] = {}
        for name, key, hint, needed in plan:
            if v.get(key) is not None:
                got[name] = _reader(hint)(v[key], f"{at}.{key}")
            elif needed:
                raise ValueError(f"{at} has no {key}: the package and the binary of weft are of different versions")
        return cls(**got)

    return read
