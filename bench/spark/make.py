"""Write a random graph as shards, and as a table for weft import: make.py FOLDER PAGES ARCS."""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

FILES = 8


def main() -> None:
    out, pages, arcs = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    rng = np.random.default_rng(1)
    source = rng.integers(0, pages, arcs + arcs // 50)
    target = np.minimum((pages * rng.random(len(source)) ** 3).astype(np.int64), pages - 1)  # popular pages have small numbers
    pairs = np.unique(source * pages + target)
    pairs = pairs[np.sort(rng.permutation(len(pairs))[:arcs])]
    source, target = pairs // pages, pairs % pages
    files = []

    def add(name: str, rows: pa.Table) -> None:
        path = out / "shards" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(rows, path, compression="zstd")
        data = path.read_bytes()
        files.append({"name": name, "rows": rows.num_rows, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})

    for i in range(FILES):
        lo, hi = i * pages // FILES, (i + 1) * pages // FILES
        a, b = np.searchsorted(source, [lo, hi])
        add(f"pages/part-{i}.parquet", pa.table({"number": np.arange(lo, hi), "state": ["fetched"] * (hi - lo)}))
        add(f"arcs/part-{i}.parquet", pa.table({"source": source[a:b], "target": target[a:b]}))
    files.sort(key=lambda f: f["name"])
    lines = "".join(f"{f['name']} {f['rows']} {f['bytes']} {f['sha256']}\n" for f in files)
    manifest = {
        "format": "weft-shards", "version": 1, "pages": pages, "arcs": len(source), "texts": 0, "files": files,
        "checksum": hashlib.sha256(lines.encode()).hexdigest(),
    }  # fmt: skip
    (out / "shards" / "manifest.json").write_text(json.dumps(manifest))
    pq.write_table(pa.table({"source": source, "target": target}), out / "arcs.parquet")


main()
