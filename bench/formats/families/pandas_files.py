"""Tables that pandas and pyarrow write, and tables that are no graphs."""
import datetime, decimal, io, json

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from case import Case, apart, drawn_graph, named, texts, urls, words

COMPRESSIONS = ("none", "snappy", "zstd", "gzip")


def cases(rng):
    yield from csvs(rng)
    yield from excel_like(rng)
    yield from jsons(rng)
    yield from parquets(rng)
    yield from no_graphs(rng)


def pairs(rng, kind, n=None):
    n, arcs = drawn_graph(rng, n)
    names = kind(rng, n)
    return [(names[u], names[v]) for u, v in arcs]


HEADERS = [("source", "target"), ("from", "to"), ("src", "dst"), ("Source", "Target"), ("FromNodeId", "ToNodeId")]


def csvs(rng):
    for sep, name in ((",", "comma"), ("\t", "tab"), (";", "semicolon"), ("|", "pipe")):
        for strange in ("", '"', sep, " ", "'", "\n"):
            rows = pairs(rng, lambda r, n: words(r, n, strange))
            frame = pd.DataFrame(rows, columns=list(rng.choice(HEADERS)))
            how = f"{name}, {strange!r} in names"
            for quoting, q in ((0, "least quotes"), (1, "all quoted")):
                text = frame.to_csv(sep=sep, index=False, quoting=quoting)
                yield Case("CSV", f"pandas, {how}, {q}", {"g.csv": text.encode()}, {(escaped(a), escaped(b)) for a, b in rows}, ask=strange in list(";,|"))
            frame["weight"] = [rng.randint(1, 9) for _ in rows]
            yield Case("CSV", f"pandas, {how}, weights", {"g.csv": frame.to_csv(sep=sep, index=False).encode()}, {(escaped(a), escaped(b)) for a, b in rows}, ask=strange in list(";,|"))
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"):
        rows = pairs(rng, lambda r, n: words(r, n, "é漢"))
        for sep in ",\t":
            text = pd.DataFrame(rows, columns=["source", "target"]).to_csv(sep=sep, index=False)
            mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
            yield Case("other encodings", f"{encoding}, {sep!r}", {"g.csv": mark + text.encode(encoding)}, set(rows))
    for end, name in (("\r", "CR"), ("\r\n", "CRLF")):
        for kind in (words, urls, lambda r, n: [str(x) for x in range(n)]):
            rows = pairs(rng, kind, 40)  # enough for a list without a header to be known as one
            for sep in (",", "\t", " "):
                yield Case("line ends", f"{name}, {sep!r}", {"g.txt": end.join(sep.join(r) for r in rows).encode() + end.encode()}, set(rows), ask=apart(rows))
    for kind in (words, urls):
        a, b = pairs(rng, kind), pairs(rng, kind)
        for head in HEADERS:
            text = "\n".join(",".join(r) for r in [head, *a, head, *b, head]) + "\n"
            yield Case("CSV in shards", f"header {head[0]} again", {"g.csv": text.encode()}, set(a) | set(b))


def escaped(name):
    return name.replace("\n", "%0A").replace("\t", "%09")


def excel_like(rng):
    """An index column before two columns of names."""
    for kind in (words, urls):
        rows = pairs(rng, kind)
        text = pd.DataFrame(rows, columns=["source", "target"]).to_csv()
        yield Case("CSV", "pandas, with its index", {"g.csv": text.encode()}, set(rows), ask=True)


def jsons(rng):
    for kind in (words, urls):
        rows = pairs(rng, kind)
        frame = pd.DataFrame(rows, columns=["source", "target"])
        yield Case("JSON arrays", "pandas, records", {"g.json": frame.to_json(orient="records").encode()}, set(rows))
        yield Case("JSON arrays", "pandas, values", {"g.json": frame.to_json(orient="values").encode()}, set(rows), ask=apart(rows))
        yield Case("JSON lines", "pandas", {"g.jsonl": frame.to_json(orient="records", lines=True).encode()}, set(rows))
        yield Case("JSON arrays", "records, indented", {"g.json": json.dumps([{"from": a, "to": b} for a, b in rows], indent=2).encode()}, set(rows))
        yield Case("JSON arrays", "pandas, columns", {"g.json": frame.to_json(orient="columns").encode()}, set(rows), ask=True)
        yield Case("JSON arrays", "pandas, split", {"g.json": frame.to_json(orient="split").encode()}, set(rows), ask=True)


def parquet(columns, compression):
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out, compression=compression)
    return {"g.parquet": out.getvalue()}


def parquets(rng):
    for kind in (pa.int8(), pa.int32(), pa.uint8(), pa.uint64(), pa.int64(), pa.decimal128(9, 0), pa.decimal128(18, 0), pa.decimal128(38, 0), pa.decimal256(60, 0)):
        n, arcs = drawn_graph(rng)
        convert = decimal.Decimal if pa.types.is_decimal(kind) else int
        columns = {name: pa.array([convert(a[i]) for a in arcs], kind) for i, name in enumerate(("source", "target"))}
        yield Case("Parquet", f"pyarrow, {kind}", parquet(columns, rng.choice(COMPRESSIONS)), texts(arcs), ask=str(kind).startswith("decimal256"))
    for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string()), pa.binary()):
        rows = pairs(rng, rng.choice([words, urls]))
        columns = {name: pa.array([r[i] for r in rows], pa.string()).cast(kind) for i, name in enumerate(("src", "dst"))}
        yield Case("Parquet", f"pyarrow, {kind}", parquet(columns, rng.choice(COMPRESSIONS)), set(rows))
    moment = datetime.datetime(2024, 1, 1)
    for kind, value in ((pa.timestamp("us"), moment), (pa.date32(), moment.date()), (pa.time32("s"), moment.time()), (pa.float64(), 1.5), (pa.bool_(), True), (pa.decimal128(9, 2), decimal.Decimal("1.25"))):
        columns = {"source": pa.array([value, value], kind), "target": pa.array([value, value], kind)}
        yield Case("Parquet of no pages", f"pyarrow, {kind}", parquet(columns, "none"))
        later = {"time": pa.array([value, value], kind), "source": pa.array([1, 2]), "target": pa.array([2, 3])}
        yield Case("Parquet", f"pyarrow, a first column of {kind}", parquet(later, "none"), {("1", "2"), ("2", "3")})
    for kind in (words, urls):
        rows = pairs(rng, kind)
        lists = {}
        for a, b in rows:
            lists.setdefault(a, []).append(b)
        for of in (pa.list_(pa.string()), pa.large_list(pa.string())):
            columns = {"url": pa.array(lists.keys()), "links": pa.array(list(lists.values()), of)}
            yield Case("Parquet lists", f"pyarrow, {of}", parquet(columns, "snappy"), set(rows))


def no_graphs(rng):
    """Tables of other things: none of them may become a graph unasked."""
    people = ["name,age,city"] + [f"{w},{rng.randint(18, 90)},{c}" for w, c in zip(words(rng, 30), words(rng, 30))]
    prices = ["sku,price,stock"] + [f"{w},{rng.randint(1, 999)}.{rng.randint(10, 99)},{rng.randint(0, 50)}" for w in words(rng, 30)]
    sums = [f"{rng.getrandbits(256):064x}  {w}.tar.gz" for w in words(rng, 20)]
    sizes = [f"{rng.randint(1, 10**7)}\t./{w}/{v}" for w, v in zip(words(rng, 20), words(rng, 20))]
    weather = ["date,temperature,rain"] + [f"2024-01-{d:02d},{rng.randint(-9, 9)},{rng.random():.2f}" for d in range(1, 29)]
    iris = [f"{rng.random()*7:.1f},{rng.random()*4:.1f},{rng.random()*6:.1f},{rng.choice(SPECIES)}" for _ in range(40)]
    stats = ["url,views"] + [f"{u},{rng.randint(1, 9999)}" for u in urls(rng, 30)]
    settings = [f"{w}={rng.randint(1, 99)}" for w in words(rng, 20)]
    translations = ["english,french"] + [f"{a},le {b}" for a, b in zip(words(rng, 30), words(rng, 30))]
    capitals = ["country,capital,population"] + [f"{a}land,{b},{rng.randint(10**5, 10**8)}" for a, b in zip(words(rng, 30), words(rng, 30))]
    for label, lines in (("people", people), ("prices", prices), ("checksums", sums), ("sizes of files", sizes), ("weather", weather), ("measures", iris),
                         ("views of pages", stats), ("settings", settings), ("translations", translations), ("capitals", capitals)):
        for end in ("\n", "\r\n"):
            yield Case("tables that are no graphs", label, {"t.csv": (end.join(lines) + end).encode()})


SPECIES = ["setosa", "virginica", "versicolor"]
