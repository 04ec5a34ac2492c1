"""Extract and measure web graphs with Apache Spark or Sail.

`weft spark job` writes this file. It runs by spark-submit, on Spark Connect and on Sail. A task runs the binary of weft
on an archive, or numpy on one range of pages. The engine starts tasks, repeats failed tasks, and moves blocks between
ranges: spark.range, mapInArrow, repartition and collect are all that the job uses of it.

Folders are URIs of pyarrow.fs (file, s3, gs, hdfs) or local paths. All executors must reach them.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import datetime
import decimal
import errno
import hashlib
import http.client
import io
import json
import math
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

try:
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.fs as pafs
    import pyarrow.parquet as pq
except ImportError as e:
    sys.exit(f"weft_spark: error: {e.name} is missing: install numpy and pyarrow for {sys.executable}, here and on the executors")

VERSION = "@VERSION@"  # of the weft that wrote this file
COMMIT = "@COMMIT@"

Block = tuple[int, bytes]  # a bucket, and data for it
Json = dict[str, Any]

BLOCK_BYTES = 1 << 20  # a block is cut near this size
BATCH_ROWS = 32  # blocks that the engine hands over at once
STATES = ["ghost", "excluded", "failed", "redirected", "fetched", "unknown"]
GHOST, EXCLUDED, FAILED, REDIRECTED, FETCHED, UNKNOWN = range(6)
GONE = [404, 410]  # statuses of failed pages that do not exist
KINDS = ["link", "embed", "redirect", "refresh", "canonical", "alternate", "next", "prev", "nofollow"]
MEASURED = ["link", "embed", "redirect", "refresh"]
FOLLOW, NOFOLLOW = 1 << 15, 1 << 8  # bits of the label of an arc
FIRM, LINKS_KNOWN = 1 << 7, 1 << 4  # bits of the state of a page in rows of a worker
LEFT_OUT, LET_IN, LISTED, UNASKED = 8 | 2, 8 | 4, 8 | 1, 8


class JobError(Exception):
    """A failure that the user can act on. The driver prints its text alone."""


# ---- Storage ----------------------------------------------------------------------------------------------------------


def absolute(uri: str) -> str:
    """Return a URI; a local path becomes absolute."""
    return uri.rstrip("/") if "://" in uri else "file://" + urllib.request.pathname2url(str(Path(uri).absolute()))


def shown(uri: str) -> str:
    """Return a URI as it may be shown and kept: without user, password and query, which may be secrets."""
    scheme, mark, rest = uri.partition("://")
    if not mark or scheme == "file":
        return uri
    place, slash, path = re.split(r"[?#]", rest, maxsplit=1)[0].partition("/")
    return scheme + mark + place.rpartition("@")[2] + slash + path


def join(uri: str, *names: str) -> str:
    return "/".join([uri, *names])


def storage(uri: str) -> tuple[pafs.FileSystem, str]:
    return pafs.FileSystem.from_uri(uri)


def exists(uri: str) -> bool:
    fs, path = storage(uri)
    return fs.get_file_info(path).type != pafs.FileType.NotFound


def folders(uri: str) -> list[str]:
    """Return the names of the folders in a folder, in order; none if there is no such folder."""
    fs, path = storage(uri)
    found = fs.get_file_info(pafs.FileSelector(path, allow_not_found=True))
    return sorted(f.base_name for f in found if f.type == pafs.FileType.Directory)


def remove(uri: str) -> None:
    fs, path = storage(uri)
    if fs.get_file_info(path).type == pafs.FileType.Directory:
        fs.delete_dir(path)


def read(uri: str) -> bytes:
    fs, path = storage(uri)
    with fs.open_input_stream(path) as f:
        return f.read()


class Sink(io.RawIOBase):
    """A file that counts and hashes what is written. It appears under its name when it is whole."""

    def __init__(self, uri: str) -> None:
        self.fs, self.path = storage(uri)
        self.renames = isinstance(self.fs, pafs.LocalFileSystem) or self.fs.type_name == "hdfs"
        self.at = f"{self.path}.{uuid.uuid4().hex}.tmp" if self.renames else self.path
        if self.renames:
            self.fs.create_dir(self.path.rsplit("/", 1)[0], recursive=True)
        self.out = self.fs.open_output_stream(self.at)
        self.sum, self.size = hashlib.sha256(), 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        view = memoryview(data)
        self.sum.update(view)
        self.size += view.nbytes
        self.out.write(view)
        return view.nbytes

    def finish(self) -> None:
        self.out.close()
        if self.renames:
            self.fs.move(self.at, self.path)


def write(uri: str, data: bytes) -> None:
    sink = Sink(uri)
    sink.write(data)
    sink.finish()


def write_json(uri: str, value: Any) -> None:
    write(uri, (json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode())


def read_json(uri: str) -> Any:
    return json.loads(read(uri))


def write_table(uri: str, table: pa.Table) -> Json:
    """Write a Parquet file and describe it."""
    sink = Sink(uri)
    pq.write_table(table, sink, compression="zstd", row_group_size=1 << 18)
    sink.finish()
    return {"rows": table.num_rows, "bytes": sink.size, "sha256": sink.sum.hexdigest()}


def read_table(uri: str, columns: list[str] | None = None) -> pa.Table:
    fs, path = storage(uri)
    with fs.open_input_file(path) as f:
        return pq.ParquetFile(f).read(columns)


def write_array(uri: str, array: np.ndarray) -> None:
    out = io.BytesIO()
    np.save(out, array)
    write(uri, out.getvalue())


def read_array(uri: str) -> np.ndarray:
    return np.load(io.BytesIO(read(uri)))


# ---- Tasks and the exchange of blocks ---------------------------------------------------------------------------------


def progress(text: str) -> None:
    print(f"weft_spark: {text}", file=sys.stderr, flush=True)


def first_step(step: Callable[[int], Iterator[Block]], tasks: int, buckets: int) -> Callable[..., Iterator[pa.RecordBatch]]:
    """Make a function for mapInArrow that runs a step for each number of a task."""

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for task in batch.column(0).to_pylist():
                yield from pack(step(task), task, tasks, buckets)

    return run


def pack(blocks: Iterator[Block], origin: int, tasks: int, buckets: int) -> Iterator[pa.RecordBatch]:
    """Pass blocks on, one a batch. An empty block for each bucket makes sure that every bucket is seen."""

    def row(bucket: int, part: int, data: bytes) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays(
            [pa.array([bucket], pa.int32()), pa.array([origin], pa.int32()), pa.array([part], pa.int32()), pa.array([data], pa.binary())],
            names=["bucket", "origin", "part", "data"],
        )

    for bucket in range(origin, buckets, tasks):
        yield row(bucket, -1, b"")
    for part, (bucket, data) in enumerate(blocks):
        yield row(bucket, part, data)


BLOCKS = "bucket int, origin int, part int, data binary"


def grouped(batches: Iterator[pa.RecordBatch]) -> Iterator[tuple[int, list[tuple[int, bytes]]]]:
    """Collect the blocks of each bucket, ordered by origin and part: sums do not depend on the order of arrival.

    The engine puts all blocks of a bucket into one partition, which may hold several buckets. Not all engines keep the
    order of sortWithinPartitions, so a task holds the blocks of its partition.
    """
    found: dict[int, list[tuple[int, int, bytes]]] = {}
    for batch in batches:
        bucket, origin, part, data = (batch.column(i) for i in range(4))
        for i in range(batch.num_rows):
            found.setdefault(bucket[i].as_py(), []).append((origin[i].as_py(), part[i].as_py(), data[i].as_py()))
    for b in sorted(found):
        yield b, ordered(found.pop(b))


def ordered(blocks: list[tuple[int, int, bytes]]) -> list[tuple[int, bytes]]:
    blocks.sort(key=lambda b: b[:2])
    return [(origin, data) for origin, _, data in blocks if data]


def middle_step(step: Callable[[int, list], Iterator[Block]], tasks: int, buckets: int) -> Callable[..., Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for bucket, blocks in grouped(batches):
            yield from pack(step(bucket, blocks), bucket, tasks, buckets)

    return run


def last_step(step: Callable[[int, list], Json]) -> Callable[..., Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for bucket, blocks in grouped(batches):
            yield result_row(bucket, step(bucket, blocks))

    return run


def lone_step(step: Callable[[int], Json]) -> Callable[..., Iterator[pa.RecordBatch]]:
    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for task in batch.column(0).to_pylist():
                yield result_row(task, step(task))

    return run


def result_row(task: int, value: Json) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.array([task], pa.int64()), pa.array([json.dumps(value)], pa.string())], names=["task", "result"])


RESULTS = "task long, result string"


LOST = "Exception deserializing response"  # what gRPC says, now and then, of a good response of Sail


def collect(frame: Any) -> list[Any]:
    """Run the tasks, and return their rows. If the response is lost, they run again: a task that is repeated does no harm."""
    for attempt in range(3):
        try:
            return frame.collect()
        except Exception as e:  # noqa: BLE001  engines raise various errors
            if attempt == 2 or LOST not in str(e):
                raise
            progress("the response of the engine was lost: the tasks run again")
    raise AssertionError


def collected(frame: Any, tasks: int) -> list[Json]:
    """Return the results of all tasks in the order of the tasks. Each must be there once."""
    rows = sorted(((r["task"], r["result"]) for r in collect(frame)), key=lambda r: r[0])
    if [task for task, _ in rows] != list(range(tasks)):
        raise JobError(f"the engine returned results of {len(rows)} tasks, {len({t for t, _ in rows})} of them distinct; expected {tasks}")
    return [json.loads(result) for _, result in rows]


def each(spark: Any, tasks: int, step: Callable[[int], Json]) -> list[Json]:
    """Run a step for each task number, and return the results in order."""
    if tasks == 0:
        return []
    return collected(spark.range(0, tasks, 1, tasks).mapInArrow(lone_step(step), RESULTS), tasks)


def exchange(spark: Any, counts: list[int], first: Callable[[int], Iterator[Block]], *steps: Callable[[int, list], Any]) -> list[Json]:
    """Run a first step for each task, then steps for each bucket with the blocks sent to it.

    counts holds the number of tasks of each step, from the first on. The results of the last step come back in order.
    """
    if counts[-1] == 0 or counts[0] == 0:
        return []
    frame = spark.range(0, counts[0], 1, counts[0]).mapInArrow(first_step(first, counts[0], counts[1]), BLOCKS)
    for i, step in enumerate(steps, 1):
        frame = frame.repartition(counts[i], "bucket")
        if i < len(steps):
            frame = frame.mapInArrow(middle_step(step, counts[i], counts[i + 1]), BLOCKS)
        else:
            frame = frame.mapInArrow(last_step(step), RESULTS)
    return collected(frame, counts[-1])


def arrays(*columns: np.ndarray) -> bytes:
    """Pack arrays of equal length into a block."""
    out = io.BytesIO()
    for c in columns:
        np.lib.format.write_array(out, np.ascontiguousarray(c), allow_pickle=False)
    return out.getvalue()


def unpack(data: bytes, columns: int) -> list[np.ndarray]:
    at = io.BytesIO(data)
    return [np.lib.format.read_array(at, allow_pickle=False) for _ in range(columns)]


def joined(blocks: list[tuple[int, bytes]], dtypes: list[Any]) -> list[np.ndarray]:
    """Join the columns of blocks."""
    parts = [unpack(data, len(dtypes)) for _, data in blocks]
    return [np.concatenate([np.empty(0, t), *(p[i] for p in parts)]).astype(t, copy=False) for i, t in enumerate(dtypes)]


def by_bucket(numbers: np.ndarray, size: int, *columns: np.ndarray) -> Iterator[Block]:
    """Cut columns, which are sorted by number, into blocks for buckets of size numbers."""
    if len(numbers) == 0:
        return
    wide = sum(c.itemsize for c in (numbers, *columns))
    step = max(1, BLOCK_BYTES // wide)
    first, last = int(numbers[0]) // size, int(numbers[-1]) // size
    edges = np.searchsorted(numbers, np.arange(first, last + 2) * size)
    for bucket, lo, hi in zip(range(first, last + 1), edges[:-1], edges[1:]):
        for at in range(lo, hi, step):
            part = slice(at, min(at + step, hi))
            yield bucket, arrays(numbers[part], *(c[part] for c in columns))


def runs(*columns: np.ndarray) -> np.ndarray:
    """Return where runs of equal rows begin, in sorted columns."""
    if len(columns[0]) == 0:
        return np.empty(0, np.int64)
    new = np.zeros(len(columns[0]), bool)
    new[0] = True
    for c in columns:
        new[1:] |= c[1:] != c[:-1]
    return np.flatnonzero(new)


# ---- The worker: one archive to rows ----------------------------------------------------------------------------------


def find_worker(path: str | None) -> str:
    """Return the binary of weft on this machine."""
    places = [path] if path else []
    if not path:
        try:
            from pyspark import SparkFiles

            places.append(SparkFiles.get("weft"))
        except Exception:  # noqa: BLE001  an engine without files raises various errors
            pass
        places += ["weft", shutil.which("weft") or ""]
    for place in places:
        if place and Path(place).is_file():
            return str(Path(place).absolute())
    where = f"{path}: there is no such file" if path else "neither among the files of the job (--files weft) nor on the PATH"
    raise JobError(f"no worker on this executor: {where}; send the binary with --files weft, or name it with --worker")


def private_folder() -> Path:
    """Return a folder for programs that belongs to this user alone."""
    folder = Path(tempfile.gettempdir()) / f"weft-worker-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise JobError(f"{folder} must be a folder of this user alone, for a copy of the worker: remove it")
    return folder


def executable(worker: str) -> str:
    """Return a binary that may be executed: engines may copy files without that permission."""
    if os.access(worker, os.X_OK):
        return worker
    copy = private_folder() / hashlib.sha256(Path(worker).read_bytes()).hexdigest()
    if not copy.exists():
        scratch = copy.with_name(f"{copy.name}.{uuid.uuid4().hex}")
        shutil.copyfile(worker, scratch)
        scratch.chmod(scratch.stat().st_mode | stat.S_IXUSR)
        scratch.replace(copy)
    return str(copy)


def ready_worker(path: str | None) -> str:
    """Find the worker, and check that it runs here and has the version of this job."""
    worker = executable(find_worker(path))
    try:
        done = subprocess.run([worker, "version", "--json"], capture_output=True, timeout=120, check=False)
        told = json.loads(done.stdout)
        version, commit = told["version"], told.get("commit", "")
    except OSError as e:
        why = "it is built for another system or processor" if e.errno == errno.ENOEXEC else e.strerror
        raise JobError(f"the worker {worker} cannot be executed on this executor: {why}") from None
    except (ValueError, KeyError, TypeError, subprocess.TimeoutExpired):
        raise JobError(f"the worker {worker} is not weft: `weft version --json` does not print a version") from None
    if version != VERSION or (commit and COMMIT and commit != COMMIT):
        raise JobError(
            f"the worker {worker} is weft {version} {commit[:12]}, this job is of weft {VERSION} {COMMIT[:12]}: "
            "write the job again with `weft spark job` of the worker"
        )
    return worker


class Archive:
    """The bytes of an archive. A download continues after the last byte if the connection breaks."""

    TRIES = 6

    def __init__(self, uri: str) -> None:
        self.uri = uri

    def chunks(self) -> Iterator[bytes]:
        if self.uri.startswith(("http://", "https://")):
            yield from self.download()
            return
        fs, path = storage(self.uri)
        with fs.open_input_stream(path, compression=None) as f:
            while chunk := f.read(1 << 20):
                yield chunk

    def download(self) -> Iterator[bytes]:
        at, tag, failures = 0, None, 0
        while True:
            try:
                headers = {"User-Agent": f"weft/{VERSION}", "Accept-Encoding": "identity"}
                if at:
                    headers["Range"] = f"bytes={at}-"
                    if tag:
                        headers["If-Range"] = tag
                with urllib.request.urlopen(urllib.request.Request(self.uri, headers=headers), timeout=60) as r:
                    if at and r.status != 206:
                        raise JobError("the server sent the file from its start when the download was to continue: it has changed, or the server knows no ranges")
                    if at and not r.headers.get("Content-Range", "").startswith(f"bytes {at}-"):
                        raise JobError(f"the server sent another part than the one from byte {at} on")
                    tag = r.headers.get("ETag") or tag
                    size = r.headers.get("Content-Length")
                    left = int(size) if size else None
                    while chunk := r.read1(1 << 20):  # read would drop what came before a cut
                        at, failures = at + len(chunk), 0
                        left = None if left is None else left - len(chunk)
                        yield chunk
                    if not left:
                        return
                    raise OSError(f"the connection ended {left} bytes early")
            except urllib.error.HTTPError as e:
                if e.code < 500 and e.code not in (408, 429):
                    raise JobError(f"status {e.code}") from None
                failures = self.wait(failures, e)
            except (OSError, ValueError, http.client.HTTPException) as e:
                failures = self.wait(failures, e)

    def wait(self, failures: int, why: Exception) -> int:
        if failures + 1 >= self.TRIES:
            raise JobError(f"{str(why) or type(why).__name__}, in {self.TRIES} attempts") from None
        time.sleep(min(30.0, 0.2 * 2**failures))
        return failures + 1


def worker_rows(worker: str, uri: str, max_bad: str, memory: str, warnings: list[str]) -> Iterator[pa.RecordBatch]:
    """Pipe an archive into the worker, and yield the rows that it writes after it has read everything.

    At the end, warnings holds what the worker warned of.
    """
    command = [worker, "worker", "archive", "-", "--name", shown(uri), "--max-bad", max_bad, "--memory", memory, "--quiet"]
    with tempfile.TemporaryFile() as errors:
        proc = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        try:
            feed(proc, uri)
            try:
                with pa.ipc.open_stream(proc.stdout) as stream:
                    yield from stream
            except pa.ArrowInvalid as e:
                if proc.wait() == 0:
                    raise JobError(f"{shown(uri)}: the rows of the worker cannot be read: {e}") from None
            status = proc.wait()
            errors.seek(0)
            text = errors.read().decode(errors="replace")
            if status != 0:
                raise JobError(told(shown(uri), text, status))
            warnings += [line.removeprefix("weft: warning: ") for line in text.splitlines() if line.startswith("weft: warning: ")]
        finally:
            proc.kill()
            proc.wait()


def told(uri: str, text: str, status: int) -> str:
    """Return the error of a worker, with the URI once."""
    words = [line.removeprefix("weft: error: ") for line in text.splitlines() if line.startswith("weft: error: ")]
    if not words:
        return f"{uri}: the worker ended with status {status}: {text[-500:].strip() or 'it may have been killed for its memory'}"
    return words[0] if words[0].startswith(uri) else f"{uri}: {words[0]}"


def feed(proc: subprocess.Popen, uri: str) -> None:
    """Write an archive to the worker. A worker that ends early says why itself."""
    try:
        for chunk in Archive(uri).chunks():
            proc.stdin.write(chunk)
        proc.stdin.close()
    except BrokenPipeError:
        pass
    except JobError as e:
        raise JobError(f"{shown(uri)}: {e}") from None
    except OSError as e:
        raise JobError(f"{shown(uri)}: {e.strerror or e}") from None


PAGE_COLUMNS = {
    "key": pa.binary(), "url": pa.string(), "state": pa.int32(), "by": pa.int32(), "whole": pa.bool_(), "status": pa.int32(),
    "type": pa.string(), "size": pa.int64(), "time": pa.int64(), "digest": pa.string(), "title": pa.string(),
    "site": pa.string(), "skin": pa.int64(),
}  # fmt: skip
ARC_COLUMNS = {"source": pa.int32(), "target": pa.int32(), "label": pa.int32(), "part": pa.bool_()}
TEXT_COLUMNS = {"source": pa.int32(), "target": pa.int32(), "text": pa.string(), "part": pa.bool_()}
FLUSH_ROWS = 1 << 20


class Rows:
    """The rows of an archive. Arcs and texts name pages by their place among the pages of the archive."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        self.inputs: list[Json] = []
        self.keys: pa.ChunkedArray | None = None
        kept: dict[str, list[pa.Table]] = {"page": [], "arc": [], "text": []}
        loose: dict[str, list[pa.RecordBatch]] = {"arc": [], "text": []}
        for batch in batches:
            kinds = batch.column("row")
            for kind in pc.unique(kinds).to_pylist():
                rows = batch.filter(pc.equal(kinds, kind))
                if kind == "input":
                    self.inputs += [json.loads(t) for t in rows.column("text").to_pylist()]
                elif kind == "page":
                    kept["page"].append(page_rows(rows))
                else:
                    loose[kind].append(rows)
                    if sum(r.num_rows for r in loose[kind]) >= FLUSH_ROWS:
                        kept[kind].append(self.place(kind, loose[kind], kept["page"]))
                        loose[kind] = []
        for kind, rest in loose.items():
            if rest:
                kept[kind].append(self.place(kind, rest, kept["page"]))
        self.pages = pa.concat_tables([empty(PAGE_COLUMNS), *kept["page"]])
        self.arcs = pa.concat_tables([empty(ARC_COLUMNS), *kept["arc"]])
        self.texts = pa.concat_tables([empty(TEXT_COLUMNS), *kept["text"]])

    def place(self, kind: str, batches: list[pa.RecordBatch], pages: list[pa.Table]) -> pa.Table:
        """Replace keys by places. All pages come before the first arc."""
        if self.keys is None:
            self.keys = pa.chunked_array([c for p in pages for c in p.column("key").chunks]).cast(pa.large_binary()).combine_chunks()
        rows = pa.Table.from_batches(batches)
        ends = [pc.index_in(rows.column(n).cast(pa.large_binary()), value_set=self.keys) for n in ("source", "target")]
        if any(e.null_count for e in ends):
            raise JobError("the rows of the worker have an arc of an unknown page")
        if kind == "arc":
            return table(ARC_COLUMNS, *ends, rows.column("kinds"), rows.column("part"))
        return table(TEXT_COLUMNS, *ends, rows.column("text"), rows.column("part"))


def page_rows(rows: pa.RecordBatch) -> pa.Table:
    facts = [rows.column(n) for n in list(PAGE_COLUMNS)[2:]]
    return table(PAGE_COLUMNS, rows.column("source"), rows.column("text"), *facts)


def empty(columns: dict[str, pa.DataType]) -> pa.Table:
    return pa.schema(list(columns.items())).empty_table()


def table(columns: dict[str, pa.DataType], *values: Any) -> pa.Table:
    def cast(v: Any, t: pa.DataType) -> Any:
        return v.cast(t) if isinstance(v, (pa.Array, pa.ChunkedArray)) else pa.array(v, t)

    return pa.table({n: cast(v, t) for (n, t), v in zip(columns.items(), values)})


def sample_of(keys: pa.ChunkedArray, most: int) -> Json:
    """Return the keys with the smallest hashes, and the largest of these hashes if keys were left out."""
    hashes = np.fromiter((zlib.crc32(k) for k in keys.to_pylist()), np.uint32, len(keys))
    if len(keys) <= most:
        return {"below": 1 << 32, "keys": [[int(h), k.decode("latin-1")] for h, k in zip(hashes, keys.to_pylist())]}
    best = np.argpartition(hashes, most)[:most]
    return {"below": int(hashes[best].max()), "keys": [[int(hashes[i]), keys[int(i)].as_py().decode("latin-1")] for i in best]}


def splits_of(samples: list[Json], buckets: int) -> list[bytes]:
    """Choose keys that cut all pages into about equal buckets. Every distinct key was sampled with the same chance."""
    below = min((s["below"] for s in samples), default=0)
    keys = sorted({k.encode("latin-1") for s in samples for h, k in s["keys"] if h <= below})
    cuts = [keys[i * len(keys) // buckets] for i in range(1, buckets)] if keys else []
    return sorted({c for c in cuts if c > keys[0]})


@dataclasses.dataclass(frozen=True)
class Extraction:
    """The options of extract that decide its rows, and the place of its folders."""

    out: str
    worker: str | None
    max_bad: str
    memory: str  # of a worker
    sample: int

    def work(self, *names: str) -> str:
        return join(self.out, "work", *names)

    def uri(self, archive: int) -> str:
        return read_json(self.work("inputs", f"{archive // 1000:06}.json"))[archive % 1000]

    def rows(self, archive: int, name: str) -> str:
        return self.work("rows", f"{archive:08}", name)

    def archive(self, number: int) -> Json:
        """Read an archive into tables, unless an earlier run did."""
        uri, mark = self.uri(number), self.rows(number, "done.json")
        options = {"uri": uri, "max_bad": self.max_bad, "version": VERSION, "commit": COMMIT}
        if exists(mark):
            done = read_json(mark)
            if done["options"] == options:
                return done
        try:
            worker = ready_worker(self.worker)
        except JobError as e:
            return {"no_worker": str(e)}
        warnings: list[str] = []
        try:
            rows = Rows(worker_rows(worker, uri, self.max_bad, self.memory, warnings))
        except JobError as e:
            return {"failed": str(e), "uri": shown(uri)}
        for name, part in (("pages", rows.pages), ("arcs", rows.arcs), ("texts", rows.texts)):
            write_table(self.rows(number, f"{name}.parquet"), part)
        done = {
            "options": options, "inputs": rows.inputs, "warnings": warnings, "pages": rows.pages.num_rows, "arcs": rows.arcs.num_rows,
            "texts": rows.texts.num_rows, "sample": sample_of(rows.pages.column("key"), self.sample),
        }  # fmt: skip
        write_json(mark, done)
        return done


# ---- Pages of several archives join -----------------------------------------------------------------------------------


def page_blocks(job: Extraction, splits: list[bytes], archive: int) -> Iterator[Block]:
    """Send the pages of an archive to the buckets of their keys."""
    pages = read_table(job.rows(archive, "pages.parquet")).combine_chunks()
    pages = pages.append_column("place", pa.array(np.arange(pages.num_rows, dtype=np.int32)))
    edges = [0, *(lower_bound(pages.column("key"), s) for s in splits), pages.num_rows]
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    for bucket, (lo, hi) in enumerate(zip(edges[:-1], edges[1:])):
        if lo == hi:
            continue
        step = max(1, (hi - lo) * 4 * BLOCK_BYTES // max(1, pages.slice(lo, hi - lo).nbytes))
        for at in range(lo, hi, step):
            out = pa.BufferOutputStream()
            with pa.ipc.new_stream(out, pages.schema, options=options) as w:
                w.write_table(pages.slice(at, min(step, hi - at)))
            yield bucket, out.getvalue().to_pybytes()


def lower_bound(keys: pa.ChunkedArray, key: bytes) -> int:
    lo, hi = 0, len(keys)
    while lo < hi:
        mid = (lo + hi) // 2
        if keys[mid].as_py() < key:
            lo = mid + 1
        else:
            hi = mid
    return lo


def settled(state: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Join the states of equal pages: the state that expresses more holds, and marks add up."""
    low = state & 15
    asked = np.maximum.reduceat(np.where((low >= EXCLUDED) & (low <= FETCHED), low, 0), starts)
    unasked = np.bitwise_or.reduceat(np.where(low == UNKNOWN, LISTED, np.where(low & UNASKED, low, 0)), starts)
    out = (unasked & LEFT_OUT == LEFT_OUT) & (unasked & LET_IN != LET_IN)
    listed = ~out & (unasked & LISTED == LISTED)
    final = np.where(asked > 0, asked, np.where(out, EXCLUDED, np.where(listed, UNKNOWN, GHOST)))
    return final, np.bitwise_or.reduceat(state & ~15, starts)


def best_facts(rows: pa.Table, starts: np.ndarray) -> tuple[np.ndarray, dict[int, list[Any]]]:
    """Return the row with the facts of each page, -1 for none, and the ADDED facts that other captures add.

    The better state counts more, then a whole capture, then the later time, then the later archive.
    """
    seen = rows.column("by").is_valid().to_numpy()
    at = np.arange(len(seen))
    best = np.maximum.reduceat(np.where(seen, at, -1), starts)
    many = np.flatnonzero(np.add.reduceat(seen.astype(np.int64), starts) > 1)
    ends = np.append(starts[1:], len(seen))
    added: dict[int, list[Any]] = {}
    names = ["by", "whole", "time", "digest", *ADDED]
    for page in many:
        lo, hi = int(starts[page]), int(ends[page])
        part = [r for r in zip(range(lo, hi), *(rows.column(n).slice(lo, hi - lo).to_pylist() for n in names)) if r[1] is not None]
        best[page], added[int(page)] = fold(part)
    return best, added


ADDED = ("size", "title", "site", "skin")


def fold(captures: list[tuple]) -> tuple[int, list[Any]]:
    """Choose one of several captures: (row, by, whole, time, digest, size, title, site, skin)."""
    strength = [0, 2, 3, 4, 5, 1]  # of states
    best: list[Any] | None = None
    for capture in captures:
        now = list(capture)
        if best is None:
            best = now
            continue
        rank = [(strength[c[1]], c[2], -(1 << 62) if c[3] is None else c[3]) for c in (best, now)]
        best, other = (now, best) if rank[1] >= rank[0] else (best, now)
        if best[4] and best[4] == other[4]:
            best[5], best[6] = best[5] or other[5], best[6] or other[6]
            if not best[7] and not best[8]:
                best[7:] = other[7:]
    assert best is not None
    return best[0], [best[5] or 0, best[6] or None, best[7] or None, best[8] or 0]


def joined_pages(job: Extraction, bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
    """Join the pages of a bucket and write them in the order of their keys, without numbers."""
    schema = pa.schema([*PAGE_COLUMNS.items(), ("place", pa.int32()), ("archive", pa.int32())])
    parts = [schema.empty_table()]
    for origin, data in blocks:
        part = pa.ipc.open_stream(data).read_all()
        parts.append(part.append_column("archive", pa.array(np.full(part.num_rows, origin, np.int32))))
    rows = pa.concat_tables(parts)
    rows = rows.take(pc.sort_indices(rows, [("key", "ascending"), ("archive", "ascending")])).combine_chunks()
    if rows.num_rows == 0:
        return {"pages": 0}
    keys = rows.column("key").combine_chunks()
    new = np.concatenate([[True], pc.not_equal(keys[1:], keys[:-1]).to_numpy(zero_copy_only=False)])
    starts = np.flatnonzero(new)
    state, marks = settled(rows.column("state").to_numpy().astype(np.int64), starts)
    firm = marks & FIRM != 0
    position = np.where(firm, np.cumsum(firm) - 1, -1)
    best, added = best_facts(rows, starts)
    facts = rows.take(pa.array(np.where(best < 0, 0, best), mask=best < 0))
    more = {name: facts.column(name).to_pylist() if added else [] for name in ADDED}
    for page, values in added.items():
        for name, value in zip(ADDED, values):
            more[name][page] = value

    def settle(name: str) -> pa.ChunkedArray:
        return pa.chunked_array([pa.array(more[name], PAGE_COLUMNS[name])]) if added else facts.column(name)

    first = rows.take(pa.array(starts))
    pages = pa.table({
        "key": first.column("key"), "url": first.column("url"), "state": pa.array(state.astype(np.int8)),
        "whole": pa.array(marks & LINKS_KNOWN != 0), "status": positive(facts.column("status").cast(pa.int64())), "type": facts.column("type"),
        "size": positive(settle("size")), "digest": facts.column("digest"), "time": facts.column("time"),
        "title": settle("title"), "site": settle("site"), "skin": positive(settle("skin")),
    }).filter(pa.array(firm))  # fmt: skip
    write_table(job.work("joined", f"pages-{bucket:06}.parquet"), pages)
    run = np.cumsum(new) - 1
    where = pa.table({"archive": rows.column("archive"), "place": rows.column("place"), "position": pa.array(position[run].astype(np.int32))})
    write_table(job.work("joined", f"where-{bucket:06}.parquet"), where.sort_by([("archive", "ascending"), ("place", "ascending")]))
    return {"pages": int(firm.sum())}


def positive(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Make values of zero missing."""
    return pc.if_else(pc.greater(column, 0), column, pa.scalar(None, column.type))


def numbered_pages(job: Extraction, offsets: list[int], bucket: int) -> Json:
    """Write a file of pages with their numbers, and describe it."""
    if offsets[bucket + 1] == offsets[bucket]:
        return {}
    pages = read_table(job.work("joined", f"pages-{bucket:06}.parquet"))
    words = pa.array(STATES)
    final = pa.table({
        "number": pa.array(np.arange(offsets[bucket], offsets[bucket + 1])), "key": pages.column("key").cast(pa.string()),
        "url": pages.column("url"), "state": words.take(pages.column("state").combine_chunks()), "status": pages.column("status"),
        "type": pages.column("type"), "size": pages.column("size"), "digest": pages.column("digest"),
        "time": pages.column("time").cast(pa.timestamp("ms", tz="UTC")), "title": pages.column("title"),
        "site": pages.column("site"), "skin": pages.column("skin"),
    })  # fmt: skip
    name = f"pages/part-{bucket:06}.parquet"
    return {"name": name, **write_table(join(job.out, name), final)}


# ---- Arcs and texts get numbers ---------------------------------------------------------------------------------------


def number_blocks(job: Extraction, offsets: list[int], bucket: int) -> Iterator[Block]:
    """Send each archive the numbers of its pages that are in a bucket."""
    if not exists(job.work("joined", f"where-{bucket:06}.parquet")):
        return
    where = read_table(job.work("joined", f"where-{bucket:06}.parquet"))
    archive, place, position = (where.column(i).to_numpy() for i in range(3))
    number = np.where(position < 0, -1, position + np.int64(offsets[bucket]))
    yield from by_bucket(archive, 1, place, number)


def arc_blocks(job: Extraction, offsets: list[int], archive: int, blocks: list[tuple[int, bytes]]) -> Iterator[Block]:
    """Send the arcs and texts of an archive to the buckets of their sources."""
    _, place, number = joined(blocks, [np.int32, np.int32, np.int64])
    numbers = np.full(len(place), -1, np.int64)
    numbers[place] = number
    ends = np.asarray(offsets[1:])
    for name in ("arcs", "texts"):
        rows = read_table(job.rows(archive, f"{name}.parquet"))
        source, target = (numbers[rows.column(n).to_numpy()] for n in ("source", "target"))
        order = np.argsort(source, kind="stable")
        order = order[(source[order] >= 0) & (target[order] >= 0)]
        source, target, part = source[order], target[order], rows.column("part").to_numpy()[order]
        owner = np.searchsorted(ends, source, side="right")
        if name == "arcs":
            label = rows.column("label").to_numpy()[order]
            for bucket, data in by_bucket(owner.astype(np.int32), 1, source, target, label, part):
                yield bucket, b"a" + data
        else:
            yield from text_blocks(owner, source, target, rows.column("text").take(pa.array(order)), part)


def text_blocks(owner: np.ndarray, source: np.ndarray, target: np.ndarray, text: pa.ChunkedArray, part: np.ndarray) -> Iterator[Block]:
    starts = np.append(runs(owner), len(owner))
    for lo, hi in zip(starts[:-1], starts[1:]):
        step = max(1, int((hi - lo) * BLOCK_BYTES // max(1, text.slice(lo, hi - lo).nbytes + 17 * (hi - lo))))
        for at in range(lo, hi, step):
            s = slice(at, min(at + step, hi))
            out = pa.BufferOutputStream()
            rows = pa.table({"source": source[s], "target": target[s], "text": text.slice(at, s.stop - at), "part": pa.array(part[s])})
            with pa.ipc.new_stream(out, rows.schema) as w:
                w.write_table(rows)
            yield int(owner[lo]), b"t" + out.getvalue().to_pybytes()


def kinds_of(label: np.ndarray) -> np.ndarray:
    """Return the kinds of arcs: nofollow only if no occurrence may be followed."""
    return np.where(label & FOLLOW != 0, label & ~NOFOLLOW, label) & ((1 << len(KINDS)) - 1)


def kind_words(kinds: np.ndarray) -> pa.Array:
    sets, code = np.unique(kinds, return_inverse=True)
    words = ["+".join(w for i, w in enumerate(KINDS) if s >> i & 1) or "none" for s in sets.tolist()]
    return pa.DictionaryArray.from_arrays(pa.array(code.astype(np.int32)), pa.array(words, pa.string())).cast(pa.string())


def joined_arcs(job: Extraction, offsets: list[int], bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
    """Write the arcs and texts of a range of sources: each once.

    Arcs and texts of a capture that holds its page in part count only if no archive has a whole capture.
    """
    lo, hi = offsets[bucket], offsets[bucket + 1]
    if lo == hi:
        return {}
    whole = read_table(job.work("joined", f"pages-{bucket:06}.parquet"), ["whole"]).column(0).to_numpy()
    arcs = [(o, d[1:]) for o, d in blocks if d[:1] == b"a"]
    _, source, target, label, part = joined(arcs, [np.int32, np.int64, np.int64, np.int32, bool])
    keep = ~(part & whole[source - lo])
    source, target, label = source[keep], target[keep], label[keep]
    order = np.lexsort((target, source))
    source, target, label = source[order], target[order], label[order]
    starts = runs(source, target)
    made: Json = {}
    if len(starts):
        kinds = kinds_of(np.bitwise_or.reduceat(label, starts))
        name = f"arcs/part-{bucket:06}.parquet"
        rows = pa.table({"source": source[starts], "target": target[starts], "kinds": kind_words(kinds)})
        made["arcs"] = {"name": name, **write_table(join(job.out, name), rows)}
    texts = joined_texts([d[1:] for _, d in blocks if d[:1] == b"t"], whole, lo)
    if texts.num_rows:
        name = f"texts/part-{bucket:06}.parquet"
        made["texts"] = {"name": name, **write_table(join(job.out, name), texts)}
    return made


def joined_texts(blocks: list[bytes], whole: np.ndarray, lo: int) -> pa.Table:
    schema = pa.schema([("source", pa.int64()), ("target", pa.int64()), ("text", pa.string()), ("part", pa.bool_())])
    rows = pa.concat_tables([schema.empty_table(), *(pa.ipc.open_stream(b).read_all() for b in blocks)])
    keep = ~(rows.column("part").to_numpy() & whole[rows.column("source").to_numpy() - lo])
    rows = rows.filter(pa.array(keep)).drop_columns(["part"])
    rows = rows.set_column(2, "text", rows.column("text").cast(pa.binary()))  # sorted by bytes
    rows = rows.take(pc.sort_indices(rows, [(n, "ascending") for n in rows.column_names])).combine_chunks()
    if rows.num_rows:
        new = np.zeros(rows.num_rows, bool)
        new[0] = True
        for name in rows.column_names:
            c = rows.column(name).combine_chunks()
            new[1:] |= pc.not_equal(c[1:], c[:-1]).to_numpy(zero_copy_only=False)
        rows = rows.filter(pa.array(new))
    return rows.set_column(2, "text", rows.column("text").cast(pa.string()))


def listed_inputs(names: list[str]) -> list[str]:
    """Return the URIs of archives. A file that ends in .txt or .list holds one URI per line."""
    uris: list[str] = []
    for name in names:
        if name.endswith((".txt", ".list")):
            lines = read(absolute(name)).decode().splitlines()
            uris += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        else:
            uris.append(name)
    return [absolute(u) for u in uris]


def extract(spark: Any, args: argparse.Namespace) -> int:
    out, uris = absolute(args.output), listed_inputs(args.input)
    if twice := [u for u, n in collections.Counter(uris).items() if n > 1]:
        raise JobError(f"--in names {shown(twice[0])} twice")
    if not uris:
        raise JobError("--in names no archive")
    if exists(join(out, "manifest.json")):
        raise JobError(f"{out} already has a manifest.json: give --out another folder")
    job = Extraction(out, args.worker, args.max_bad, args.worker_memory, max(16, min(4096, 2_000_000 // len(uris))))
    if folders(out) and not args.resume:
        raise JobError(f"{out} is not empty: continue with --resume, or give --out another folder")
    for i in range(0, len(uris), 1000):
        write_json(job.work("inputs", f"{i // 1000:06}.json"), uris[i : i + 1000])
    good, failed = read_archives(spark, job, uris, args)
    pages = join_pages(spark, job, good, args)
    parts = write_shards(spark, job, good, pages, len(uris))
    write_manifest(job, pages, parts, good, failed)
    for folder in ("rows", "joined", "inputs"):
        remove(job.work(folder))
    return 3 if failed else 0


def read_archives(spark: Any, job: Extraction, uris: list[str], args: argparse.Namespace) -> tuple[dict[int, Json], list[Json]]:
    """Read all archives, and return what is good by number, and what failed."""
    done = each(spark, len(uris), job.archive)
    if missing := [d["no_worker"] for d in done if "no_worker" in d]:
        raise JobError(f"{missing[0]}; no archive was read where it is missing ({len(missing)} of {len(done)} tasks)")
    failed = [d for d in done if "failed" in d]
    for d in failed:
        progress(f"error: {d['failed']}")
    if failed and not args.skip_failed:
        raise JobError(
            f"{len(failed)} of {len(done)} archives failed: repair them and run again with --resume, or leave them out with --skip-failed"
        )
    good = {i: d for i, d in enumerate(done) if "failed" not in d}
    bad = [w for d in good.values() for w in warnings_of(d)]
    for text in bad[:LISTED_WARNINGS]:
        progress(f"warning: {text}")
    if len(bad) > LISTED_WARNINGS:
        progress(f"{len(bad) - LISTED_WARNINGS} more warnings are in manifest.json")
    progress(f"{len(good)} archives read, {len(failed)} failed, {sum(bool(warnings_of(d)) for d in good.values())} read in part")
    return good, failed


LISTED_WARNINGS = 20


def warnings_of(done: Json) -> list[str]:
    """Return what of an archive could not be read, within --max-bad."""
    bad = [f"{i['path']}: {i['bad_records']} records cannot be read" for i in done["inputs"] if i.get("bad_records")]
    return bad + done["warnings"]


@dataclasses.dataclass
class Numbering:
    offsets: list[int]  # the first number of each bucket, and the number of pages

    @property
    def buckets(self) -> int:
        return len(self.offsets) - 1


def join_pages(spark: Any, job: Extraction, good: dict[int, Json], args: argparse.Namespace) -> Numbering:
    """Join the pages of all archives, and count them by bucket."""
    pages = sum(d["pages"] for d in good.values())
    want = args.partitions or max(4, math.ceil(pages / args.bucket_pages))
    splits = splits_of([d["sample"] for d in good.values()], want)
    numbers = list(good)

    def send(task: int) -> Iterator[Block]:
        for bucket, data in page_blocks(job, splits, numbers[task]):
            yield bucket, numbers[task].to_bytes(4, "little") + data

    def join_bucket(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        return joined_pages(job, bucket, [(int.from_bytes(d[:4], "little"), d[4:]) for _, d in blocks])

    counts = [c["pages"] for c in exchange(spark, [len(numbers), len(splits) + 1], send, join_bucket)]
    return Numbering([0, *np.cumsum(counts, dtype=np.int64).tolist()])


def write_shards(spark: Any, job: Extraction, good: dict[int, Json], pages: Numbering, archives: int) -> list[Json]:
    """Write the files of pages, arcs and texts, and return their descriptions. Those of an earlier attempt go before."""
    if pages.buckets == 0:
        raise JobError("the archives have no page")
    for folder in ("pages", "arcs", "texts"):
        remove(join(job.out, folder))
    offsets = pages.offsets
    files = [f for f in each(spark, pages.buckets, lambda b: numbered_pages(job, offsets, b)) if f]
    there = frozenset(good)

    def send(archive: int, blocks: list[tuple[int, bytes]]) -> Iterator[Block]:
        return arc_blocks(job, offsets, archive, blocks) if archive in there else iter(())

    made = exchange(
        spark, [pages.buckets, archives, pages.buckets],
        lambda b: number_blocks(job, offsets, b), send, lambda b, blocks: joined_arcs(job, offsets, b, blocks),
    )  # fmt: skip
    return files + [m[kind] for kind in ("arcs", "texts") for m in made if kind in m]


SPANS = [1, 5, 15, 60, 300, 900, 3600, *(3600 * h for h in (3, 6, 12, 24)), *(86400 * d for d in (7, 28, 364, 3640, 364_000))]  # of time, in seconds
MOST_SPANS, MOST_TYPES = 48, 256


def joined_counts(all_counts: list[list[Json] | None]) -> list[Json] | None:
    """Add the counts of responses by source, as weft import does. None if an archive has no counts."""
    if any(c is None for c in all_counts):
        return None
    of: dict[str, list[Json]] = {}
    for counts in all_counts:
        for total in counts or []:
            of.setdefault(total.get("source", ""), []).append(total)
    return [joined_total(source, totals) for source, totals in of.items()]


def joined_total(source: str, totals: list[Json]) -> Json:
    def tables(key: str) -> Json:
        out: Json = {}
        for total in totals:
            for name, n in sorted(total[key].items()):
                if key == "types" and name not in out and len(out) >= MOST_TYPES:
                    name = "other types"
                out[name] = added(out.get(name), n)
        return out

    sizes = [{"responses": 0, "bytes": 0} for _ in totals[0]["sizes"]]
    for total in totals:
        sizes = [added(a, b) for a, b in zip(sizes, total["sizes"])]
    return {
        **({"source": source} if source else {}),
        **{k: sum(t[k] for t in totals) for k in ("responses", "bytes", "revisits", "resources")},
        "statuses": tables("statuses"), "types": tables("types"), "sizes": sizes, **joined_times([t for t in totals if t.get("times")]),
    }  # fmt: skip


def added(a: Json | None, b: Json) -> Json:
    return {k: (a[k] if a else 0) + b[k] for k in ("responses", "bytes")}


def joined_times(totals: list[Json]) -> Json:
    """Add counts by spans of time. The spans of each total begin at multiples of their length since 1970."""
    if not totals:
        return {}
    first, last = min((t["first"] for t in totals), key=seconds), max((t["last"] for t in totals), key=seconds)
    length = max(int(seconds(t["times"][1]["from"]) - seconds(t["times"][0]["from"])) if len(t["times"]) > 1 else 1 for t in totals)
    low, high = math.floor(seconds(first)), math.floor(seconds(last))
    length = next((s for s in SPANS if s >= length and high // s - low // s < MOST_SPANS), SPANS[-1])
    moments: dict[int, Json] = {}
    for total in totals:
        for m in total["times"]:
            at = int(seconds(m["from"])) // length
            moments[at] = added(moments.get(at), m)
    spans = range(low // length, high // length + 1)
    text = lambda s: datetime.datetime.fromtimestamp(s, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")  # noqa: E731
    return {"first": first, "last": last, "times": [{"from": text(i * length), **moments.get(i, {"responses": 0, "bytes": 0})} for i in spans]}


def seconds(text: str) -> float:
    """Return a time, as weft writes it, in seconds since 1970."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def write_manifest(job: Extraction, pages: Numbering, files: list[Json], good: dict[int, Json], failed: list[Json]) -> None:
    files = sorted(files, key=lambda f: f["name"])
    lines = "".join(f"{f['name']} {f['rows']} {f['bytes']} {f['sha256']}\n" for f in files)

    warnings = [w for d in good.values() for w in warnings_of(d)]
    inputs = [{k: v for k, v in i.items() if k != "responses"} for d in good.values() for i in d["inputs"]]
    counts = joined_counts([i.get("responses") for d in good.values() for i in d["inputs"]])

    def rows(folder: str) -> int:
        return sum(f["rows"] for f in files if f["name"].startswith(folder))

    write_json(join(job.out, "manifest.json"), {
        "format": "weft-shards", "version": 1, "made_by": f"weft {VERSION} (spark job)",
        "pages": pages.offsets[-1], "arcs": rows("arcs/"), "texts": rows("texts/"), "files": files,
        "checksum": hashlib.sha256(lines.encode()).hexdigest(), "inputs": inputs,
        **({"responses": counts} if counts is not None else {}),
        **({"warnings": warnings} if warnings else {}),
        **({"skipped": [{"path": d["uri"], "error": d["failed"]} for d in failed]} if failed else {}),
    })  # fmt: skip
    progress(f"{pages.offsets[-1]} pages, {rows('arcs/')} arcs, {rows('texts/')} texts of links in {job.out}")


# ---- A graph for measures ---------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Graph:
    """The arcs of some kinds, cut into ranges of pages.

    Bucket b holds pages b·size to (b+1)·size − 1. Side "out" holds the arcs of its pages, side "back" the arcs to them:
    the place of the page in the bucket and the other end, sorted by the other end.
    """

    at: str
    pages: int
    size: int

    @property
    def buckets(self) -> int:
        return -(-self.pages // self.size)

    def options(self) -> Json:
        """Return what iterations depend on. Only the same ranges can be resumed: others divide the same graph otherwise."""
        return {"graph": self.at, "pages in a range (--partitions, --bucket-pages)": self.size}

    def count(self, bucket: int) -> int:
        return min(self.size, self.pages - bucket * self.size)

    def file(self, name: str, bucket: int) -> str:
        return join(self.at, f"{name}-{bucket:06}.npy")

    def array(self, name: str, bucket: int) -> np.ndarray:
        return read_array(self.file(name, bucket))

    def arcs(self, side: str, bucket: int, loops: bool = True) -> list[np.ndarray]:
        local, far = unpack(read(self.file(side, bucket)), 2)
        if loops:
            return [local, far]
        keep = far != local + np.int64(bucket * self.size)
        return [local[keep], far[keep]]

    def push(self, side: str, bucket: int, values: np.ndarray, op: np.ufunc, loops: bool = True) -> Iterator[Block]:
        """Send values of the pages of a bucket along their arcs. Values for one page are joined before they leave."""
        local, far = self.arcs(side, bucket, loops)
        if len(far):
            starts = runs(far)
            yield from by_bucket(far[starts], self.size, op.reduceat(values[local], starts))

    def receive(self, bucket: int, blocks: list[tuple[int, bytes]], op: np.ufunc, start: Any, dtype: Any = np.float64) -> np.ndarray:
        """Join the values that were sent to the pages of a bucket."""
        out = np.full(self.count(bucket), start, dtype)
        for _, data in blocks:
            number, values = unpack(data, 2)
            number = number - bucket * self.size
            out[number] = op(out[number], values)
        return out


def read_shards(uri: str) -> Json:
    """Read the manifest of shards."""
    try:
        manifest = read_json(join(uri, "manifest.json"))
    except FileNotFoundError:
        raise JobError(f"{shown(uri)}: there is no manifest.json: extract did not finish, or this is no folder of shards") from None
    except ValueError as e:
        raise JobError(f"{shown(uri)}/manifest.json cannot be read: {e}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != "weft-shards" or manifest.get("version") != 1:
        raise JobError(f"{shown(uri)}/manifest.json: expected the format weft-shards, version 1")
    return manifest


def pieces(uri: str, files: list[Json], columns: list[str], task: int) -> Iterator[pa.Table]:
    """Read a Parquet file of shards, one group of rows at a time, after a comparison with the manifest."""
    listed, found = files[task], hashlib.sha256()
    fs, path = storage(join(uri, listed["name"]))
    with fs.open_input_stream(path, compression=None) as f:
        while chunk := f.read(1 << 20):
            found.update(chunk)
    if found.hexdigest() != listed["sha256"]:
        raise JobError(f"{shown(uri)}/{listed['name']} has another checksum than in manifest.json: it was changed: copy it again, or extract again")
    with fs.open_input_file(path) as f:
        file = pq.ParquetFile(f)
        there = [c for c in columns if c in file.schema_arrow.names]
        for group in range(file.num_row_groups):
            yield file.read_row_group(group, there)


def state_blocks(uri: str, files: list[Json], size: int, task: int) -> Iterator[Block]:
    for rows in pieces(uri, files, ["number", "state", "status"], task):
        code = pc.index_in(rows.column("state").cast(pa.string()), value_set=pa.array(STATES))
        if code.null_count:
            raise JobError(f"{shown(uri)}/{files[task]['name']}: a state that is none of {', '.join(STATES)}")
        code = code.to_numpy().astype(np.int8)
        gone = np.zeros(len(code), np.bool_)
        if "status" in rows.column_names:
            gone = (code == FAILED) & pc.is_in(rows.column("status").cast(pa.int64()), value_set=pa.array(GONE)).to_numpy()
        yield from by_bucket(rows.column("number").cast(pa.int64()).to_numpy(), size, code, gone)


def write_states(graph: Graph, bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
    number, state, gone = joined(blocks, [np.int64, np.int8, np.bool_])
    order = np.argsort(number)
    if not np.array_equal(number[order], bucket * graph.size + np.arange(graph.count(bucket))):
        raise JobError(f"the numbers of pages are not dense between {bucket * graph.size} and {(bucket + 1) * graph.size}")
    write_array(graph.file("state", bucket), state[order])
    write_array(graph.file("gone", bucket), gone[order])
    return {"counts": np.bincount(state, minlength=len(STATES)).tolist()}


def wanted_arcs(rows: pa.Table, kinds: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the arcs of some kinds. Shards without kinds hold plain links."""
    if "kinds" in rows.column_names:
        said = pc.unique(rows.column("kinds").cast(pa.string()).combine_chunks())
        good = pa.array([s for s in said.to_pylist() if s and set(kinds) & set(s.split("+"))], pa.string())
        rows = rows.filter(pc.is_in(rows.column("kinds").cast(pa.string()), value_set=good))
    elif "link" not in kinds:
        rows = rows.slice(0, 0)
    return tuple(rows.column(n).cast(pa.int64()).to_numpy() for n in ("source", "target"))


def loose_arcs(uri: str, files: list[Json], kinds: list[str], graph: Graph, by: int, task: int) -> Iterator[Block]:
    """Send the arcs of a file to the buckets of their sources (by 0) or targets (by 1)."""
    for rows in pieces(uri, files, ["source", "target", "kinds"], task):
        ends = wanted_arcs(rows, kinds)
        if len(ends[0]) and not (min(e.min() for e in ends) >= 0 and max(e.max() for e in ends) < graph.pages):
            raise JobError(f"{shown(uri)}/{files[task]['name']}: an arc of a page that is not there; there are {graph.pages} pages")
        order = np.argsort(ends[by], kind="stable")
        yield from by_bucket(ends[by][order], graph.size, ends[1 - by][order])


def shown_targets(graph: Graph, bucket: int, blocks: list[tuple[int, bytes]]) -> Iterator[Block]:
    """Drop arcs to excluded pages, and send the rest to their sources."""
    target, source = joined(blocks, [np.int64, np.int64])
    keep = graph.array("state", bucket)[target - bucket * graph.size] != EXCLUDED
    source, target = source[keep], target[keep]
    order = np.argsort(source, kind="stable")
    yield from by_bucket(source[order], graph.size, target[order])


def write_side(graph: Graph, side: str, hide: bool, bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
    """Write the arcs of a bucket, and the number of arcs of each page."""
    near, far = joined(blocks, [np.int64, np.int64])
    local = near - bucket * graph.size
    if hide:
        keep = graph.array("state", bucket)[local] != EXCLUDED
        local, far = local[keep], far[keep]
    order = np.lexsort((local, far))
    write(graph.file(side, bucket), arrays(local[order].astype(np.int32), far[order]))
    if side == "out":
        write_array(graph.file("degree", bucket), np.bincount(local, minlength=graph.count(bucket)))
    return {"arcs": len(far)}


def other_side(graph: Graph, bucket: int) -> Iterator[Block]:
    local, far = graph.arcs("out", bucket)
    yield from by_bucket(far, graph.size, local + np.int64(bucket * graph.size))


@dataclasses.dataclass
class Measured:
    """A graph that is ready for measures, with what is known of it."""

    graph: Graph
    checksum: str  # of the shards
    arcs: int
    states: list[int]  # pages in each state


def prepare(spark: Any, args: argparse.Namespace, back: bool, hide: bool = False) -> Measured:
    """Group the arcs of the shards by ranges of pages. A graph that an earlier command left is used again."""
    uri, out = absolute(args.input), absolute(args.output)
    manifest = read_shards(uri)
    kinds = chosen_kinds(args.kinds)
    checksum, pages = manifest["checksum"], manifest["pages"]
    size = max(1, min(args.bucket_pages, -(-pages // (args.partitions or 4))))
    key = hashlib.sha256(json.dumps(["states and gone pages", checksum, kinds, hide, size]).encode()).hexdigest()[:16]
    graph = Graph(join(out, "work", f"graph-{key}"), pages, size)
    names = {f: [x for x in manifest["files"] if x["name"].startswith(f)] for f in ("pages/", "arcs/")}
    mark = join(graph.at, "out.json")
    if not exists(mark):
        b = graph.buckets
        states = exchange(
            spark, [len(names["pages/"]), b],
            lambda t: state_blocks(uri, names["pages/"], size, t), lambda i, blocks: write_states(graph, i, blocks),
        )  # fmt: skip
        counts = np.sum([s["counts"] for s in states] or [[0] * len(STATES)], axis=0).tolist()
        hiding = hide and counts[EXCLUDED] > 0
        last = lambda i, blocks: write_side(graph, "out", hiding, i, blocks)  # noqa: E731  a step
        files = len(names["arcs/"]) or 1
        first = lambda by: lambda t: loose_arcs(uri, names["arcs/"], kinds, graph, by, t) if names["arcs/"] else iter(())  # noqa: E731
        if hiding:
            made = exchange(spark, [files, b, b], first(1), lambda i, blocks: shown_targets(graph, i, blocks), last)
        else:
            made = exchange(spark, [files, b], first(0), last)
        write_json(mark, {"arcs": sum(m["arcs"] for m in made), "states": counts})
    if back and not exists(join(graph.at, "back.json")):
        exchange(
            spark, [graph.buckets] * 2, lambda i: other_side(graph, i), lambda i, blocks: write_side(graph, "back", False, i, blocks)
        )
        write_json(join(graph.at, "back.json"), {})
    known = read_json(mark)
    return Measured(graph, checksum, known["arcs"], known["states"])


def chosen_kinds(text: str) -> list[str]:
    chosen: list[str] = []
    for word in re.split(r"[+,]", text):
        more = {"measured": MEASURED, "all": KINDS}.get(word, [word])
        if not set(more) <= set(KINDS):
            raise JobError(f"--kinds {text}: expected kinds of arcs ({', '.join(KINDS)}), measured or all")
        chosen += more
    return sorted(set(chosen))


# ---- Iterations and results -------------------------------------------------------------------------------------------


class Iterations:
    """A folder for each iteration of a measure. Its mark is written last; older folders are removed then."""

    def __init__(self, out: str, name: str, options: Json, resume: bool) -> None:
        key = hashlib.sha256(json.dumps(options, sort_keys=True).encode()).hexdigest()[:16]
        self.at, self.options = join(out, "work", f"{name}-{key}"), options
        self.number, self.state = 0, {}
        mark = newest(self.at)
        if not resume:
            remove(self.at)
        elif mark:
            self.number, self.state = mark["iteration"], mark["state"]
            progress(f"{name}: continues after iteration {self.number}")
        else:
            self.refuse_others(out, name)

    def refuse_others(self, out: str, name: str) -> None:
        """Refuse to resume where only iterations of other options, or of another graph, are left."""
        for other in folders(join(out, "work")):
            at = join(out, "work", other)
            if other.startswith(f"{name}-") and (mark := newest(at)):
                changed = differences(mark["options"], self.options)
                raise JobError(f"--resume: {at} is of other options or another graph: {changed}; remove it, or run without --resume")

    def folder(self, number: int) -> str:
        return join(self.at, f"iteration-{number:06}")

    def file(self, number: int, name: str, bucket: int) -> str:
        return join(self.folder(number), f"{name}-{bucket:06}.npy")

    def finish(self, number: int, state: Json, keep: int = 1) -> None:
        """Mark an iteration as whole, and remove all but the newest."""
        write_json(join(self.folder(number), "whole.json"), {"iteration": number, "options": self.options, "state": state})
        self.number, self.state = number, state
        for name in folders(self.at):
            if name < f"iteration-{number - keep + 1:06}":
                remove(join(self.at, name))

    def end(self) -> None:
        remove(self.at)


def newest(at: str) -> Json | None:
    """Return the mark of the newest whole iteration in a folder."""
    whole = [f for f in folders(at) if exists(join(at, f, "whole.json"))]
    return read_json(join(at, whole[-1], "whole.json")) if whole else None


def differences(old: Json, new: Json) -> str:
    changed = [f"{k} was {old.get(k)}, is {new.get(k)}" for k in sorted({*old, *new}) if old.get(k) != new.get(k)]
    return "; ".join(changed)


def option_text(value: Any) -> str:
    """Return the value of an option as weft writes it in the names of results: a number with all its digits, as %v of Go."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, float):
        return str(value)
    _, digits, low = decimal.Decimal(repr(value)).normalize().as_tuple()
    high = len(digits) + int(low) - 1
    if -4 <= high < 6:
        return repr(value).removesuffix(".0")
    head = "".join(map(str, digits))
    return f"{'-' * (value < 0)}{head[0]}{'.' * (len(head) > 1)}{head[1:]}e{'-' if high < 0 else '+'}{abs(high):02}"


def result_name(name: str, args: argparse.Namespace, told: Json) -> str:
    """Return the name of a result as weft names it: options that are not the defaults are part of it."""
    options, unusual = told["options"], []

    def add(option: str, value: Any) -> None:
        unusual.append(f"+{option}={option_text(value)}")

    for option, usual in USUAL[args.command].items():
        if options[option] != usual:
            add(option.replace("_", "-"), options[option])
    if args.command in USUAL_ENDS and not (args.command == "pagerank" and options.get("bound", 0.0) <= 1e-9):
        tolerance, iterations = USUAL_ENDS[args.command]
        if options["tolerance"] != tolerance:
            add("tolerance", options["tolerance"])
        if not told["converged"] and told["iterations"] not in (0, iterations):
            add("iterations", told["iterations"])
            if "method" in options:
                add("method", options["method"])
    if chosen_kinds(args.kinds) != sorted(MEASURED):
        unusual.append("+kinds=" + kind_options(args)["kinds"].replace("+", "."))
    return name + "".join(unusual) + (f"@{told['view']}" if "view" in told else "")


USUAL: dict[str, Json] = {
    "degrees": {}, "components": {}, "pagerank": {"alpha": 0.85, "dangling": "strong"}, "hits": {"loops": False, "norm": "l2"},
    "fidelity": {"zero": "one", "with_excluded": False},
}  # fmt: skip
USUAL_ENDS = {"pagerank": (1e-9, 200), "hits": (0.0, 60)}  # tolerance, iterations


def save_result(spark: Any, args: argparse.Namespace, m: Measured, base: str, vector: Callable[[int], np.ndarray], told: Json) -> Json:
    """Write a vector in the form that weft import takes, its description last."""
    name = result_name(base, args, told)
    at = join(absolute(args.output), "results", name)
    remove(at)
    size = m.graph.size

    def part(bucket: int) -> Json:
        values = vector(bucket)
        rows = pa.table({"number": pa.array(bucket * size + np.arange(len(values))), "value": pa.array(values)})
        file = f"part-{bucket:06}.parquet"
        return {"name": file, **write_table(join(at, file), rows)}

    files = each(spark, m.graph.buckets, part)
    told = {**told, "kinds": kind_options(args)["kinds"]}
    result = {"result": name, "of": m.checksum, "pages": m.graph.pages, **told, "engine": engine(spark), "files": files}
    write_json(join(at, "result.json"), result)
    progress(f"{name}: written to {at}")
    return result


def engine(spark: Any) -> str:
    """Return the name and version of the engine."""
    if "sail" in type(spark).__module__:
        return f"sail {spark.version}"
    return f"{'sail' if is_sail(spark) else 'spark'} {spark.version}"


def is_sail(spark: Any) -> bool:
    try:
        return "sail" in str(spark.conf.get("sail.catalog.default_catalog", None) or "").lower()
    except Exception:  # noqa: BLE001  engines raise various errors for settings that they do not know
        return False


# ---- Measures ---------------------------------------------------------------------------------------------------------


def degrees(spark: Any, args: argparse.Namespace) -> int:
    m = prepare(spark, args, back=False)
    g, at = m.graph, m.graph.at.replace("/graph-", "/degrees-")

    def count(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        write_array(join(at, f"in-{bucket:06}.npy"), g.receive(bucket, blocks, np.add, 0, np.int64))
        return {}

    exchange(spark, [g.buckets] * 2, lambda b: g.push("out", b, np.ones(g.count(b), np.int64), np.add), count)
    told = {"options": {}, "type": "uint32"}
    save_result(spark, args, m, "indegree", lambda b: read_array(join(at, f"in-{b:06}.npy")), told)
    save_result(spark, args, m, "outdegree", lambda b: g.array("degree", b), told)
    remove(at)
    return 0


def kind_options(args: argparse.Namespace) -> Json:
    return {"kinds": "+".join(k for k in KINDS if k in chosen_kinds(args.kinds))}


@dataclasses.dataclass(frozen=True)
class Surfer:
    """PageRank by the power method, as weft's: r' = α(Pᵀr + D·v) + (1−α)v, v uniform over the shown pages.

    D is the score of pages without arcs; with the treatment pseudo it is lost.
    """

    alpha: float
    dangling: str
    tolerance: float  # of α/(1−α)·‖r'−r‖₁; less than 0 for never
    iterations: int


def surf(spark: Any, m: Measured, steps: Iterations, s: Surfer, hide: bool) -> None:
    """Iterate until the bound of the error is at most the tolerance, or after a number of iterations."""
    g = m.graph
    shown = g.pages - (m.states[EXCLUDED] if hide else 0)

    def start(bucket: int) -> Json:
        rank = preference(g, bucket, shown, hide)
        write_array(steps.file(0, "rank", bucket), rank)
        return tally(rank, g.array("degree", bucket), np.zeros(0))

    if steps.number == 0:
        steps.finish(0, summed(each(spark, g.buckets, start)))
    while not steps.state.get("done"):
        i, lost = steps.number, 0.0 if s.dangling == "pseudo" else steps.state["dangling"]
        base = s.alpha * lost + 1 - s.alpha

        def push(bucket: int) -> Iterator[Block]:
            degree = g.array("degree", bucket)
            share = read_array(steps.file(i, "rank", bucket)) / np.maximum(degree, 1)  # noqa: B023  runs in this iteration
            return g.push("out", bucket, share, np.add)

        def pull(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
            old = read_array(steps.file(i, "rank", bucket))  # noqa: B023
            rank = s.alpha * g.receive(bucket, blocks, np.add, 0.0) + base * preference(g, bucket, shown, hide)  # noqa: B023
            write_array(steps.file(i + 1, "rank", bucket), rank)  # noqa: B023
            return tally(rank, g.array("degree", bucket), rank - old)

        state = summed(exchange(spark, [g.buckets] * 2, push, pull))
        state["residual"] = state["change"] / (1 if s.dangling == "pseudo" else state["sum"])
        state["bound"] = s.alpha / (1 - s.alpha) * state["residual"]
        state["converged"] = state["bound"] <= s.tolerance
        state["done"] = state["converged"] or i + 1 >= s.iterations
        steps.finish(i + 1, state)
        progress(f"iteration {i + 1}: error at most {state['bound']:.3g}")


def preference(g: Graph, bucket: int, shown: int, hide: bool) -> np.ndarray:
    uniform = np.full(g.count(bucket), 1 / max(1, shown))
    return np.where(g.array("state", bucket) == EXCLUDED, 0.0, uniform) if hide else uniform


def tally(rank: np.ndarray, degree: np.ndarray, change: np.ndarray) -> Json:
    return {"sum": math.fsum(rank), "dangling": math.fsum(rank[degree == 0]), "change": math.fsum(np.abs(change))}


def summed(results: list[Json]) -> Json:
    """Add up the figures of all buckets, in order."""
    return {k: math.fsum(r[k] for r in results) for k in (results[0] if results else {"sum": 0, "dangling": 0, "change": 0})}


def pagerank(spark: Any, args: argparse.Namespace) -> int:
    m = prepare(spark, args, back=False)
    s = Surfer(args.alpha, args.dangling, args.tolerance or -1.0, args.iterations)
    options = {"alpha": s.alpha, "dangling": s.dangling, "tolerance": args.tolerance, "personalised": False, "method": "power"}
    told: Json = {"options": options, "iterations": 0, "residual": 0.0, "norm": "l1", "converged": True, "type": "float64"}
    steps = Iterations(absolute(args.output), "pagerank", {**options, **kind_options(args), "iterations": s.iterations, **m.graph.options()}, args.resume)
    if m.graph.pages:
        surf(spark, m, steps, s, hide=False)
        told |= {"iterations": steps.number, "residual": steps.state["residual"], "converged": steps.state["converged"]}
        options["bound"] = steps.state["bound"]
    scale = 1.0 if s.dangling == "pseudo" or not m.graph.pages else 1 / steps.state["sum"]
    save_result(spark, args, m, "pagerank", lambda b: read_array(steps.file(steps.number, "rank", b)) * scale, told)
    steps.end()
    return 0


@dataclasses.dataclass(frozen=True)
class Norm:
    name: str

    def of(self, x: np.ndarray) -> float:
        return math.fsum(x * x) if self.name == "l2" else math.fsum(np.abs(x))

    def total(self, parts: list[float]) -> float:
        return math.sqrt(math.fsum(parts)) if self.name == "l2" else math.fsum(parts)


def hits(spark: Any, args: argparse.Namespace) -> int:
    """Hubs begin as ones. An iteration computes authorities, then hubs, and divides each by its norm."""
    m = prepare(spark, args, back=True)
    options = {"tolerance": args.tolerance, "loops": args.loops, "norm": args.norm}
    steps = Iterations(absolute(args.output), "hits", {**options, **kind_options(args), "iterations": args.iterations, **m.graph.options()}, args.resume)
    if m.arcs:
        iterate_hits(spark, m, steps, args, Norm(args.norm))
    state = steps.state or {"residual": 0.0, "converged": False, "hubs": 0.0, "authorities": 0.0}
    told = {
        "options": options, "iterations": steps.number, "residual": state["residual"], "norm": args.norm,
        "converged": state["converged"], "type": "float64",
    }  # fmt: skip
    for name in ("authorities", "hubs"):

        def vector(bucket: int, name: str = name) -> np.ndarray:
            if not steps.number:
                return np.zeros(m.graph.count(bucket))
            return read_array(steps.file(steps.number, name, bucket)) * state[name]

        save_result(spark, args, m, f"hits-{name}", vector, told)
    steps.end()
    return 0


def iterate_hits(spark: Any, m: Measured, steps: Iterations, args: argparse.Namespace, norm: Norm) -> None:
    """Keep vectors as sums; the state has the factors by which they are divided."""
    g = m.graph

    def half(number: int, side: str, values: Callable[[int], np.ndarray], name: str) -> float:
        def take(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
            sums = g.receive(bucket, blocks, np.add, 0.0)
            write_array(steps.file(number, name, bucket), sums)
            return {"norm": norm.of(sums)}

        parts = exchange(spark, [g.buckets] * 2, lambda b: g.push(side, b, values(b), np.add, args.loops), take)
        total = norm.total([p["norm"] for p in parts])
        return 1 / total if total > 0 else 0.0

    while not steps.state.get("done"):
        i, before = steps.number, dict(steps.state)
        old_hubs = (lambda b: read_array(steps.file(i, "hubs", b)) * before["hubs"]) if i else (lambda b: np.ones(g.count(b)))  # noqa: B023
        authorities = half(i + 1, "out", old_hubs, "authorities")
        hubs = half(i + 1, "back", lambda b: read_array(steps.file(i + 1, "authorities", b)) * authorities, "hubs")  # noqa: B023
        scales = {"authorities": authorities, "hubs": hubs}
        last, residual = i + 1 >= args.iterations, 0.0
        if args.tolerance > 0 or last:
            residual = distance(spark, g, steps, norm, before, scales)
        converged = args.tolerance > 0 and residual <= args.tolerance
        steps.finish(i + 1, {**scales, "residual": residual, "converged": converged, "done": last or converged})
        progress(f"iteration {i + 1}")


def distance(spark: Any, g: Graph, steps: Iterations, norm: Norm, before: Json, scales: Json) -> float:
    """Return the greater of the distances of both vectors from those one iteration before."""
    i = steps.number

    def part(bucket: int) -> Json:
        found = {}
        for name, scale in scales.items():
            old = read_array(steps.file(i, name, bucket)) * before[name] if i else np.full(g.count(bucket), 1.0 if name == "hubs" else 0.0)
            found[name] = norm.of(read_array(steps.file(i + 1, name, bucket)) * scale - old)
        return found

    parts = each(spark, g.buckets, part)
    return max(norm.total([p[name] for p in parts]) for name in scales)


def components(spark: Any, args: argparse.Namespace) -> int:
    """Find weak components by FastSV (Zhang, Azad and Buluç, "Parallel algorithms for finding connected components using linear
    algebra", 2020): about as many rounds as the logarithm of the diameter. Labels go from the largest component to the
    smallest; of equal sizes, the component with the smallest page comes first.
    """
    m = prepare(spark, args, back=True)
    g = m.graph
    steps = Iterations(absolute(args.output), "components", {**kind_options(args), **g.options()}, args.resume)
    if steps.number == 0 and g.pages:

        def start(bucket: int) -> Json:
            for name in ("parent", "grand"):
                write_array(steps.file(0, name, bucket), bucket * g.size + np.arange(g.count(bucket)))
            return {}

        each(spark, g.buckets, start)
        steps.finish(0, {"changed": g.pages})
    while g.pages and steps.state["changed"]:
        hook(spark, g, steps)
        changed = look_up(spark, g, steps)
        steps.finish(steps.number + 1, {"changed": changed})
        progress(f"round {steps.number}: {changed} pages changed")
    sizes = component_sizes(spark, g, steps) if g.pages else {}
    labels = join(steps.at, "labels")
    if g.pages:
        number_components(spark, g, steps, sizes, labels)
    figures = {"components": sum(sizes["sizes"].values()) if sizes else 0, "largest": max(sizes["sizes"]) if sizes else 0}
    told = {"options": {}, "iterations": steps.number, "type": "uint32", "figures": figures}
    save_result(spark, args, m, "wcc", lambda b: read_array(join(labels, f"{b:06}.npy")), told)
    steps.end()
    return 0


def hook(spark: Any, g: Graph, steps: Iterations) -> None:
    """Hang trees on the smallest grandparent of a neighbour, and pages on it."""
    i = steps.number

    def push(bucket: int) -> Iterator[Block]:
        grand = read_array(steps.file(i, "grand", bucket))
        for side in ("out", "back"):
            yield from g.push(side, bucket, grand, np.minimum)

    def middle(bucket: int, blocks: list[tuple[int, bytes]]) -> Iterator[Block]:
        parent, grand = (read_array(steps.file(i, n, bucket)) for n in ("parent", "grand"))
        least = g.receive(bucket, blocks, np.minimum, g.pages, np.int64)
        own = bucket * g.size + np.arange(len(parent))
        to = np.concatenate([parent, own])
        value = np.concatenate([least, np.minimum(least, grand)])
        order = np.lexsort((value, to))
        order = order[runs(to[order])]
        order = order[value[order] < to[order]]
        yield from by_bucket(to[order], g.size, value[order])

    def last(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        least = g.receive(bucket, blocks, np.minimum, g.pages, np.int64)
        write_array(steps.file(i + 1, "parent", bucket), np.minimum(read_array(steps.file(i, "parent", bucket)), least))
        return {}

    exchange(spark, [g.buckets] * 3, push, middle, last)


def ask(g: Graph, numbers: np.ndarray, origin: int) -> Iterator[Block]:
    """Ask the buckets of pages for values; the answers go to the bucket of origin."""
    for bucket, data in by_bucket(np.unique(numbers), g.size):
        yield bucket, origin.to_bytes(4, "little") + data


def answer(g: Graph, bucket: int, values: np.ndarray, blocks: list[tuple[int, bytes]]) -> Iterator[Block]:
    for _, data in blocks:
        (number,) = unpack(data[4:], 1)
        yield int.from_bytes(data[:4], "little"), arrays(number, values[number - bucket * g.size])


def answered(numbers: np.ndarray, blocks: list[tuple[int, bytes]]) -> np.ndarray:
    """Return the value of each of some numbers from the answers."""
    known, values = joined(blocks, [np.int64, np.int64])
    order = np.argsort(known)
    return values[order][np.searchsorted(known[order], numbers)]


def look_up(spark: Any, g: Graph, steps: Iterations) -> int:
    """Look up the parent of each parent. Return how many pages have a new grandparent."""
    i = steps.number

    def parent(bucket: int) -> np.ndarray:
        return read_array(steps.file(i + 1, "parent", bucket))

    def last(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        grand = answered(parent(bucket), blocks)
        write_array(steps.file(i + 1, "grand", bucket), grand)
        return {"changed": int(np.count_nonzero(grand != read_array(steps.file(i, "grand", bucket))))}

    made = exchange(
        spark, [g.buckets] * 3,
        lambda b: ask(g, parent(b), b), lambda b, blocks: answer(g, b, parent(b), blocks), last,
    )  # fmt: skip
    return sum(r["changed"] for r in made)


def component_sizes(spark: Any, g: Graph, steps: Iterations) -> Json:
    """Count the pages of each component, at the bucket of its smallest page."""
    i = steps.number

    def send(bucket: int) -> Iterator[Block]:
        roots, count = np.unique(read_array(steps.file(i, "parent", bucket)), return_counts=True)
        yield from by_bucket(roots, g.size, count)

    def count(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        size = g.receive(bucket, blocks, np.add, 0, np.int64)
        write_array(steps.file(i, "size", bucket), size)
        values, counts = np.unique(size[size > 0], return_counts=True)
        return {"sizes": dict(zip(values.tolist(), counts.tolist()))}

    found = [{int(k): v for k, v in r["sizes"].items()} for r in exchange(spark, [g.buckets] * 2, send, count)]
    total: dict[int, int] = {}
    for sizes in found:
        for k, v in sizes.items():
            total[k] = total.get(k, 0) + v
    return {"sizes": total, "of": found}


def number_components(spark: Any, g: Graph, steps: Iterations, sizes: Json, labels: str) -> None:
    """Number the components: the labels of a size begin after all larger sizes, and go by bucket and page."""
    i, next_label, first = steps.number, 0, {}
    for size in sorted(sizes["sizes"], reverse=True):
        first[size], next_label = next_label, next_label + sizes["sizes"][size]
    for bucket, own in enumerate(sizes["of"]):
        write_json(join(labels, f"first-{bucket:06}.json"), [[size, first[size]] for size in own])
        for size, n in own.items():
            first[size] += n

    def label(bucket: int, blocks: list[tuple[int, bytes]]) -> Iterator[Block]:
        size = read_array(steps.file(i, "size", bucket))
        label = np.full(len(size), -1, np.int64)
        order = np.argsort(-size, kind="stable")[: np.count_nonzero(size)]
        starts = runs(size[order])
        begin = dict(map(tuple, read_json(join(labels, f"first-{bucket:06}.json"))))
        base = np.array([begin[int(s)] for s in size[order][starts]], np.int64)
        run = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(order))))
        label[order] = base[run] + np.arange(len(order)) - starts[run] if len(order) else 0
        return answer(g, bucket, label, blocks)

    def last(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        write_array(join(labels, f"{bucket:06}.npy"), answered(read_array(steps.file(i, "parent", bucket)), blocks))
        return {}

    exchange(spark, [g.buckets] * 3, lambda b: ask(g, read_array(steps.file(i, "parent", b)), b), label, last)


def fidelity(spark: Any, args: argparse.Namespace) -> int:
    """Compute γ, Im and HAK (Holzmann, Anand and Khosla, "Estimating PageRank deviations in crawled graphs", 2019)."""
    hide = not args.with_excluded
    m = prepare(spark, args, back=True, hide=hide)
    g = m.graph
    if m.states[UNKNOWN]:
        raise JobError(f"fidelity: {m.states[UNKNOWN]} of {g.pages} pages are of unknown state: import with weft import --fetched, and export again")
    hide = hide and m.states[EXCLUDED] > 0
    shown = g.pages - (m.states[EXCLUDED] if hide else 0)
    options = {"alpha": args.alpha, "zero": args.zero, "with_excluded": args.with_excluded}
    steps = Iterations(absolute(args.output), "fidelity", {**options, **kind_options(args), "iterations": args.iterations, **g.options()}, args.resume)
    figures = hak(0, 0, 1.0, 0.0)
    if shown:
        surfer = Surfer(args.alpha, "strong", -1.0 if args.iterations else 1e-6, args.iterations or 200)
        surf(spark, m, steps, surfer, hide)
        found = weigh(spark, m, steps, args.zero)
        n = found["crawled"]
        gamma = found["gamma"] / found["counted"] if found["counted"] else 1.0
        figures = hak(int(n), int(shown - n), gamma, found["im"] / n if n else 0.0)
        figures |= {"links_inside": int(found["inside"]), "links_lost": int(found["lost"])}
    told = {"options": options, "iterations": steps.number, "residual": steps.state.get("residual", 0.0), "type": "float32", "figures": figures}
    if hide:
        told["view"] = "in-scope"
    gammas = lambda b: read_array(steps.file(steps.number, "gamma", b)) if shown else np.full(g.count(b), np.nan, np.float32)  # noqa: E731
    save_result(spark, args, m, "fidelity", gammas, told)
    print(json.dumps(figures))
    steps.end()
    return 0


def weigh(spark: Any, m: Measured, steps: Iterations, zero: str) -> Json:
    """Sum up γ and the impacts on crawled pages. Fetched, redirected and gone pages are crawled, and others with arcs except ghosts."""
    g, i = m.graph, steps.number

    def crawled(bucket: int) -> np.ndarray:
        state = g.array("state", bucket)
        return (state == FETCHED) | (state == REDIRECTED) | g.array("gone", bucket) | ((state != GHOST) & (g.array("degree", bucket) > 0))

    def back(bucket: int) -> Iterator[Block]:
        return g.push("back", bucket, crawled(bucket).astype(np.float64), np.add)

    def gamma(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        degree, known = g.array("degree", bucket), crawled(bucket)
        inside = g.receive(bucket, blocks, np.add, 0.0)
        value = np.where(degree > 0, inside / np.maximum(degree, 1), {"one": 1.0, "zero": 0.0, "undefined": np.nan}[zero])
        value[~known] = np.nan
        write_array(steps.file(i, "gamma", bucket), value.astype(np.float32))
        counts = ~np.isnan(value)
        return {
            "crawled": int(known.sum()), "counted": int(counts.sum()), "gamma": math.fsum(value[counts]),
            "inside": float(inside[known].sum()), "lost": float((degree - inside)[known].sum()),
        }  # fmt: skip

    def out(bucket: int) -> Iterator[Block]:
        share = read_array(steps.file(i, "rank", bucket)) / np.maximum(g.array("degree", bucket), 1)
        return g.push("out", bucket, share, np.add)

    def impact(bucket: int, blocks: list[tuple[int, bytes]]) -> Json:
        rank, flow = read_array(steps.file(i, "rank", bucket)), g.receive(bucket, blocks, np.add, 0.0)
        counts = crawled(bucket) & (rank > 0)
        return {"im": math.fsum(flow[counts] / rank[counts])}

    counts = [g.buckets] * 2
    return summed(exchange(spark, counts, back, gamma)) | summed(exchange(spark, counts, out, impact))


def hak(n: int, ghosts: int, gamma: float, im: float) -> Json:
    x = (1 - gamma) * im
    impacted = n * x
    d = (n - impacted) * impacted
    return {
        "crawled": n, "ghosts": ghosts, "gamma": gamma, "im": im, "x": x, "impacted": impacted, "d": d,
        "hak": 1 - 4 * d / (n * (n - 1)) if n > 1 else 1.0,
    }  # fmt: skip


# ---- The command ------------------------------------------------------------------------------------------------------

MEASURES: dict[str, tuple[Callable[..., int], str]] = {
    "degrees": (degrees, "Count the arcs to and from each page: results indegree and outdegree."),
    "pagerank": (pagerank, "Score pages by PageRank: result pagerank."),
    "hits": (hits, "Score pages as hubs and authorities: results hits-authorities and hits-hubs."),
    "components": (components, "Find weak components: result wcc."),
    "fidelity": (fidelity, "Estimate how far the PageRank order of a crawl can be trusted: γ of each page, Im and HAK."),
}

EXAMPLES = """examples:
  spark-submit --files weft weft_spark.py extract --in archives.txt --out s3://bucket/web
  spark-submit weft_spark.py pagerank --in s3://bucket/web --out s3://bucket/web
  python weft_spark.py extract --remote sc://127.0.0.1:50051 --worker /usr/local/bin/weft --in crawl.warc.gz --out web
  python weft_spark.py fidelity --remote sc://127.0.0.1:50051 --in web --out web
  weft import web

Exit status: 0 done, 1 failed, 2 wrong usage, 3 done without archives that --skip-failed left out."""


def number(low: float, high: float, kind: type = float) -> Callable[[str], Any]:
    """Return a parser of a number in a range."""

    def parse(text: str) -> Any:
        value = kind(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text}: expected a number from {low} to {high}")
        return value

    return parse


whole = number(1, 1 << 40, int)


def parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(prog="weft_spark.py", description=(__doc__ or "").strip(), epilog=EXAMPLES, formatter_class=raw)
    top.add_argument("--version", action="version", version=f"weft {VERSION} {COMMIT}".strip())
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    c = commands.add_parser(
        "extract", help="Read archives and write pages, arcs and texts as shards.", formatter_class=raw,
        description="Read archives (WARC, ARC, WAT, WACZ) and write pages, arcs and texts of links as shards, which weft import reads.",
        epilog="example:\n  spark-submit --files weft weft_spark.py extract --in archives.txt --out s3://bucket/web",
    )  # fmt: skip
    c.add_argument("--in", dest="input", nargs="+", required=True, metavar="URI", help="archives: URIs or paths, or files .txt or .list with one URI per line")
    c.add_argument("--worker", metavar="PATH", help="the binary of weft on each executor; the default is --files weft of the engine, or weft on the PATH")
    c.add_argument("--max-bad", default="1%", metavar="SHARE", help="an archive fails if more than this share of it is bad (default 1%%)")
    c.add_argument(
        "--worker-memory", default="25%", metavar="SIZE",
        help="memory of each worker, such as 2GiB or a share of the machine (default 25%%); a machine runs as many workers as it has tasks at once",
    )  # fmt: skip
    c.add_argument("--skip-failed", action="store_true", help="leave out archives that fail, list them in manifest.json, and end with status 3")
    shared(c, "shards")
    for name, (_, text) in MEASURES.items():
        m = commands.add_parser(
            name, help=text, description=text, formatter_class=raw,
            epilog=f"example:\n  spark-submit weft_spark.py {name} --in s3://bucket/web --out s3://bucket/web",
        )  # fmt: skip
        m.add_argument("--in", dest="input", required=True, metavar="URI", help="folder of shards: of extract, or of weft export --format shards")
        m.add_argument("--kinds", default="measured", help="kinds of arcs: measured (link+embed+redirect+refresh), all, or words joined by + (default measured)")
        measure_options(name, m)
        shared(m, "results")
    return top


def shared(c: argparse.ArgumentParser, what: str) -> None:
    c.add_argument("--out", dest="output", required=True, metavar="URI", help=f"folder for {what}; all executors must reach it")
    c.add_argument("--resume", action="store_true", help="continue after the last archive or iteration that is whole")
    c.add_argument("--remote", metavar="sc://HOST:PORT", help="address of Spark Connect or Sail (default $SPARK_REMOTE)")
    c.add_argument("--partitions", type=whole, metavar="N", help="number of ranges of pages, and so of tasks (default by --bucket-pages, at least 4)")
    c.add_argument("--bucket-pages", type=whole, default=250_000, metavar="N", help="pages in a range; a task holds the arcs of a range in memory (default 250000)")


def measure_options(name: str, m: argparse.ArgumentParser) -> None:
    open_unit = number(math.ulp(0.0), 1 - 2**-53)
    if name in ("pagerank", "fidelity"):
        m.add_argument("--alpha", type=open_unit, default=0.85, help="damping, between 0 and 1 (default 0.85)")
    if name == "pagerank":
        m.add_argument("--dangling", choices=["strong", "weak", "pseudo"], default="strong", help="treatment of pages without arcs (default strong)")
        m.add_argument("--tolerance", type=number(0, 1e308), default=1e-9, help="stop when the L1 error is certainly at most this; 0 for never (default 1e-9)")
        m.add_argument("--iterations", type=whole, default=200, metavar="N", help="stop after N iterations (default 200)")
    if name == "hits":
        m.add_argument("--norm", choices=["l2", "l1"], default="l2", help="norm of the scores (default l2)")
        m.add_argument("--loops", action="store_true", help="count arcs from a page to itself")
        m.add_argument("--tolerance", type=number(0, 1e308), default=0.0, help="stop when an iteration changes no vector by more; 0 for never (default 0)")
        m.add_argument("--iterations", type=whole, default=60, metavar="N", help="stop after N iterations (default 60)")
    if name == "fidelity":
        m.add_argument("--with-excluded", action="store_true", help="count excluded pages as missing")
        m.add_argument("--zero", choices=["one", "zero", "undefined"], default="one", help="γ of pages without links (default one)")
        m.add_argument("--iterations", type=number(0, 1 << 40, int), default=30, metavar="N", help="iterations of PageRank; 0 to run until it converges (default 30)")


def session(args: argparse.Namespace) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder
    remote = args.remote or os.environ.get("SPARK_REMOTE")
    builder = builder.remote(remote) if remote else builder.appName(f"weft {args.command}")
    spark = builder.getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(BATCH_ROWS))
    return spark


def words(e: Exception) -> str:
    """Return the error of a task without the stack of the engine."""
    found = re.search(r"JobError: (.*)", str(e))
    return found[1].strip() if found else f"{type(e).__name__}: {str(e).strip()[-1500:]}"


def main() -> int:
    args = parser().parse_args()
    step = extract if args.command == "extract" else MEASURES[args.command][0]
    spark = session(args)
    try:
        return step(spark, args)
    except Exception as e:  # noqa: BLE001  engines raise various errors
        print(f"weft_spark: error: {words(e)}", file=sys.stderr)
        if os.environ.get("WEFT_SPARK_TRACE"):
            raise
        return 1
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main())
