"""Results: JSON, tables, notebooks."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import typing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weft import results
from weft._result import Result, _key

CLASSES = [c for c in vars(results).values() if isinstance(c, type) and issubclass(c, Result) and c is not Result]


def values(kind: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """Draw JSON of a type."""
    args = typing.get_args(kind)
    if args and NoneType in args:
        return st.none() | values(next(a for a in args if a is not NoneType), depth)
    if typing.get_origin(kind) is list:
        return st.just([]) if depth > 2 else st.lists(values(args[0], depth + 1), max_size=2)
    if typing.get_origin(kind) is dict:
        return st.just({}) if depth > 2 else st.dictionaries(st.text(max_size=3), values(args[1], depth + 1), max_size=2)
    simple: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers(-(2**63), 2**63 - 1),
        float: st.floats(allow_nan=False, allow_infinity=False),
        str: st.text(max_size=5),
        bool: st.booleans(),
        Any: st.integers(0, 9) | st.text(max_size=5),
        datetime: st.datetimes(timezones=st.just(timezone.utc)).map(lambda t: t.isoformat().replace("+00:00", "Z")),
    }
    return simple[kind] if kind in simple else objects(kind, depth + 1)


def objects(cls: type[Result], depth: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    hints = typing.get_type_hints(cls, vars(results))
    return st.fixed_dictionaries({_key(f): values(hints[f.name], depth) for f in dataclasses.fields(cls)})


@pytest.mark.parametrize("cls", CLASSES, ids=lambda c: c.__name__)
def test_json_comes_back(cls: type[Result]) -> None:
    @given(objects(cls))
    @settings(max_examples=5, deadline=None, database=None)
    def check(data: dict[str, Any]) -> None:
        r = cls.from_json(data)
        again = cls.from_json(r.json())
        assert again == r
        assert r.__class__.__name__ in repr(r)
        assert "<" in r._repr_html_()
        for name in r.tables():
            assert r.table(name).height > 0

    check()


def test_wrong_json_is_named() -> None:
    with pytest.raises(ValueError, match=r"Info has no path: .* different versions"):
        results.Info.from_json({})
    with pytest.raises(ValueError, match=r"LicensedModule\.module is 3, expected str"):
        results.LicensedModule.from_json({"module": 3, "version": "", "licence": ""})
    with pytest.raises(ValueError, match="expected a list"):
        results.Licences.from_json({"licence": "x", "modules": 3})


def test_later_keys_are_left_out() -> None:
    assert results.PathEnd.from_json({"page": 3, "colour": "red"}) == results.PathEnd(page=3)


def test_times_of_nine_digits() -> None:
    s = results.Step.from_json({"command": "weft", "version": "0", "time": "2026-11-26T19:18:17.123456789Z"})
    assert s.time == datetime(2026, 11, 26, 19, 18, 17, 123456, tzinfo=timezone.utc)
    assert results.Step.from_json({"command": "weft", "version": "0", "time": "2026-11-26T19:18:17+01:00"}).time.utcoffset() == timedelta(hours=1)


def test_html_is_escaped() -> None:
    r = results.PathEnd(page=1, url="<script>alert(1)</script>")
    assert "<script" not in r._repr_html_()


def test_no_table_and_no_plot() -> None:
    r = results.PathEnd(page=1)
    with pytest.raises(KeyError, match="PathEnd has no table 'x'"):
        r.table("x")
    with pytest.raises(TypeError, match="no plot of PathEnd"):
        r.plot()


def test_the_reference_is_fresh() -> None:
    check = subprocess.run([sys.executable, "reference.py", "--check"], cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stderr
