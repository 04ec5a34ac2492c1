#!/usr/bin/env python3
"""Holds weft's formats against NetworkX, SciPy, pyarrow and NumPy, both ways.

usage: oracle.py WEFT [CRAWL-SOURCE]

WEFT is the command. Random graphs that the libraries write are imported by weft, and what weft exports is read by the
libraries; arcs and names must be the same. With a source (a file that weft imports) its exports are compared as well.
Needs networkx, scipy, pyarrow, numpy. Prints a line a comparison, and exits with 1 if one fails.
"""
import os, random, subprocess, sys, tempfile
import networkx as nx, numpy as np, pyarrow as pa, pyarrow.parquet as pq, scipy.io, scipy.sparse as sp

weft, failed = sys.argv[1], []


def run(*args):
    return subprocess.run([weft, *args, "--quiet"], check=True, capture_output=True, text=True).stdout


def arcs_of(crawl, names):
    lines = run("export", crawl, "--header", "yes", *(["--names"] if names else [])).splitlines()
    return sorted(tuple(l.split("\t")) for l in lines[1:])


def check(what, got, want):
    ok = sorted(got) == sorted(want)
    print(("same " if ok else "DIFFERENT ") + what, len(want), "arcs")
    if not ok:
        failed.append(what)


def imported(tmp, path, *flags):
    crawl = os.path.join(tmp, "crawl")
    run("import", path, "-o", crawl, "--force", *flags)
    return crawl


def numbers(arcs):
    return [(str(u), str(v)) for u, v in arcs]


def written_by_others(tmp, seed):
    rng = random.Random(seed)
    n = rng.randint(1, 60)
    for directed in (True, False):
        g = nx.gnp_random_graph(n, rng.random() * 0.2, seed=seed, directed=directed)
        if g.number_of_edges() == 0:
            g.add_edge(0, 0)
        both = g if directed else g.to_directed()
        names = {u: f"http://h{u % 7}.example/é&<{u}>" for u in g}
        # weft writes URLs as the standard does
        canon = {u: f"http://h{u % 7}.example/%C3%A9&%3C{u}%3E" for u in g}
        named = nx.relabel_nodes(g, names)
        want_named = [(canon[u], canon[v]) for u, v in both.edges()]
        for fmt, write in (("gml", nx.write_gml), ("graphml", nx.write_graphml), ("gexf", nx.write_gexf), ("net", nx.write_pajek)):
            path = os.path.join(tmp, "g." + fmt)
            write(named, path)
            check(f"{fmt}, names, directed {directed}, seed {seed}", arcs_of(imported(tmp, path), True), want_named)
        for fmt, write in (("graphml", nx.write_graphml), ("gexf", nx.write_gexf), ("gml", nx.write_gml)):
            path = os.path.join(tmp, "g." + fmt)
            write(g, path)
            check(f"{fmt}, numbers, directed {directed}, seed {seed}", arcs_of(imported(tmp, path), False), numbers(both.edges()))
        a = nx.to_scipy_sparse_array(both, nodelist=range(n), dtype=np.int8)
        path = os.path.join(tmp, "g.mtx")
        scipy.io.mmwrite(path, sp.coo_matrix(a))
        check(f"mtx, directed {directed}, seed {seed}", arcs_of(imported(tmp, path), False), numbers(both.edges()))
        for kind in (pa.int32(), pa.int64(), pa.uint32(), pa.string(), pa.large_string()):
            text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
            rows = [(names[u], names[v]) if text else (u, v) for u, v in both.edges()]
            for compression in ("none", "snappy", "zstd", "gzip"):
                path = os.path.join(tmp, "g.parquet")
                table = pa.table({"w": pa.array([1.0] * len(rows)), "dst": pa.array([r[1] for r in rows], kind), "src": pa.array([r[0] for r in rows], kind)})
                pq.write_table(table, path, compression=compression, row_group_size=17)
                check(f"parquet {kind} {compression}, seed {seed}", arcs_of(imported(tmp, path), text), want_named if text else numbers(both.edges()))


def read_by_others(tmp, crawl):
    info = run("info", crawl, "--json")
    names = '"names": true' in info
    want, want_numbers = arcs_of(crawl, names), arcs_of(crawl, False)
    out = lambda name: os.path.join(tmp, name)
    for fmt, read in (("graphml", nx.read_graphml), ("gexf", nx.read_gexf)):
        run("export", crawl, "--format", fmt, "--force", "-o", out("x." + fmt))
        g = read(out("x." + fmt))
        label = lambda u: g.nodes[u].get("label", u)
        check(f"{fmt} read by NetworkX", [(label(u), label(v)) for u, v in g.edges()], want)
    run("export", crawl, "--format", "matrix-market", "-o", out("x.mtx"))
    a = scipy.io.mmread(out("x.mtx")).tocoo()
    check("matrix-market read by SciPy", numbers(zip(a.row.tolist(), a.col.tolist())), want_numbers)
    run("export", crawl, "--format", "csr", "-o", out("csr"))
    ip, ix = np.load(out("csr/indptr.npy")), np.load(out("csr/indices.npy"))
    a = sp.csr_matrix((np.ones(len(ix)), ix, ip), shape=(len(ip) - 1,) * 2).tocoo()
    check("csr read by NumPy and SciPy", numbers(zip(a.row.tolist(), a.col.tolist())), want_numbers)
    for flags, expected in [([], want_numbers)] + ([(["--names"], want)] if names else []):
        run("export", crawl, "--format", "parquet", *flags, "-o", out("tables" + "".join(flags)))
        t = pq.read_table(out("tables" + "".join(flags) + "/arcs.parquet")).to_pydict()
        check("parquet read by pyarrow", [(str(u), str(v)) for u, v in zip(t["source"], t["target"])], expected)
        p = pq.read_table(out("tables" + "".join(flags) + "/pages.parquet"))
        assert p.num_rows == int(info.split('"pages":')[1].split(",")[0]), "pages.parquet"


with tempfile.TemporaryDirectory() as tmp:
    for seed in range(4):
        written_by_others(tmp, seed)
    for source in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as sub:
            read_by_others(sub, imported(sub, source))
print(len(failed), "differ", *failed, sep="\n")
sys.exit(bool(failed))
