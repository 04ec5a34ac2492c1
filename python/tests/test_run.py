"""Running the binary: arguments, errors, interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import weft
from weft import _run


def script(path: Path, body: str) -> None:
    path.write_text(f"#!{sys.executable}\n" + textwrap.dedent(body))
    path.chmod(0o755)


def test_flags() -> None:
    got = _run.flags(
        {"min_core": "3x3", "alpha": 0.5, "by_": "host", "any": True, "none": None, "no": False, "kinds": ["link", "embed"], "output": Path("a b")}
    )
    assert got == ["--min-core=3x3", "--alpha=0.5", "--by=host", "--any", "--no=false", "--kinds=link,embed", "--output=a b"]


@pytest.mark.parametrize("value", [{1: 0.5}, {1, 2}, np.ones(3)])
def test_values_that_are_no_flags(value: Any) -> None:
    with pytest.raises(TypeError, match=f"preference is a {type(value).__name__}: expected text"):
        _run.flags({"preference": value})


def test_flags_that_are_true_by_default(fake: Path) -> None:
    script(fake, "import json, sys; print(json.dumps({'arguments': sys.argv[1:]}))")
    assert "--sitemaps=false" in _run.ask("crawl", *_run.flags({"sitemaps": False}))["arguments"]


def test_a_crawl_is_resumed(demo: weft.Crawl, fake: Path, tmp_path: Path) -> None:
    """A resumed crawl is the crawl in its folder."""
    log = tmp_path / "log"
    info = json.dumps(demo.info.json())
    script(fake, f"import sys; open({os.fspath(log)!r}, 'a').write(' '.join(sys.argv[1:]) + '\\n'); print({info!r} if 'info' in sys.argv else '{{}}')")
    c = weft.crawl(resume=tmp_path / "crawl", pages=7)
    assert c.path == tmp_path / "crawl"
    first = log.read_text().splitlines()[0].split()
    assert f"--resume={tmp_path / 'crawl'}" in first
    assert "--pages=7" in first
    assert not any(a.startswith("--output") for a in first)


def test_errors_have_the_words_of_the_command(tmp_path: Path) -> None:
    with pytest.raises(weft.WeftError, match="there is no crawl") as e:
        weft.open(tmp_path / "nothing")
    assert (e.value.kind, e.value.status, e.value.file) == ("no_file", 1, os.fspath(tmp_path / "nothing"))


def test_hints_are_shown(demo: weft.Crawl) -> None:
    with pytest.raises(weft.WeftError) as e:
        demo.rank("pagerank", alpha=3)
    assert e.value.kind == "usage"
    assert "alpha" in str(e.value)


def test_rankings_are_named(demo: weft.Crawl) -> None:
    with pytest.raises(weft.WeftError, match="there is no ranking 'pagerang': expected one of pagerank, hits") as e:
        demo.rank("pagerang")  # type: ignore[arg-type]
    assert e.value.kind == "usage"


def test_no_binary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WEFT_BINARY", os.fspath(tmp_path / "weft"))
    with pytest.raises(weft.WeftError, match="cannot be started"):
        weft.open(tmp_path)
    monkeypatch.delenv("WEFT_BINARY")
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    monkeypatch.setattr(_run, "__file__", os.fspath(tmp_path / "x.py"))
    with pytest.raises(weft.WeftError, match="no binary of weft"):
        weft.open(tmp_path)


def test_the_command_of_the_package_is_no_binary(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEFT_BINARY")
    script(fake, "raise SystemExit")
    monkeypatch.setenv("PATH", os.fspath(fake.parent))
    monkeypatch.setattr(_run, "__file__", os.fspath(fake.parent / "x" / "x.py"))
    with pytest.raises(weft.WeftError, match="no binary of weft"):
        _run.binary()


@pytest.mark.parametrize(
    ("body", "words"),
    [("print('nonsense')", "printed no JSON"), ("import sys; print('broken', file=sys.stderr); sys.exit(2)", "broken"), ("print('[]')", "printed no JSON")],
)
def test_odd_answers(fake: Path, body: str, words: str) -> None:
    script(fake, body)
    with pytest.raises(weft.WeftError, match=words):
        _run.ask("info", "x")


def test_warnings_are_warnings(fake: Path) -> None:
    said = json.dumps({"level": "warning", "message": "3 records were left out"})
    script(fake, f"import sys; print({said!r}, file=sys.stderr); print('{{}}'); sys.exit(3)")
    with pytest.warns(weft.IncompleteWarning, match="3 records"):
        _run.ask("info", "x")


def test_much_on_both_pipes(fake: Path) -> None:
    script(
        fake,
        """
        import sys
        for i in range(20000):
            print('{"progress": {"step": "s", "done": %d, "total": 20000}}' % i, file=sys.stderr)
        print('{"a": "' + 'x' * 3000000 + '"}')
    """,
    )
    assert len(_run.ask("info", "x")["a"]) == 3000000


@pytest.mark.skipif(os.name == "nt", reason="signals are of other systems")
@pytest.mark.parametrize("stubborn", [False, True])
def test_an_interrupt_stops_the_child(fake: Path, tmp_path: Path, stubborn: bool) -> None:
    """Ctrl-C reaches the child once, which removes its files; a child that does not end is killed."""
    mark = tmp_path / "mark"
    script(
        fake,
        f"""
        import os, signal, sys, time
        heard = 0
        def stop(*_):
            global heard
            heard += 1
            if {stubborn}:
                return
            os.remove({os.fspath(mark)!r})
            sys.exit(130)
        signal.signal(signal.SIGINT, stop)
        open({os.fspath(mark)!r}, "w").write(str(os.getpid()))
        while True:
            time.sleep(0.05)
    """,
    )
    code = "import weft._run as r; r._PATIENCE = 1.0; r.ask('info', 'x')"
    parent = subprocess.Popen([sys.executable, "-c", code], start_new_session=True, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while not (mark.exists() and mark.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    child = int(mark.read_text())
    parent.send_signal(signal.SIGINT)
    _, err = parent.communicate(timeout=20)
    assert "KeyboardInterrupt" in err
    assert mark.exists() == stubborn
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_the_command_weft(demo: weft.Crawl) -> None:
    said = subprocess.run(
        [sys.executable, "-c", "from weft._run import main; raise SystemExit(main())", "version", "--json"], capture_output=True, text=True, check=True
    )
    assert "version" in json.loads(said.stdout)
