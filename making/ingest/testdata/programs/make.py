"""Writes the files of this folder: SciPy 1.17, pandas 3.0, PyArrow 26.0, NetworkX 3.6. arcs.txt has the arcs of each."""

import networkx as nx
import pandas as pd
import pyarrow as pa
import pyarrow.feather as feather
import scipy.sparse as sp

arcs = {}


def keep(name, pairs):
    arcs[name] = sorted(f"{u} {v}" for u, v in pairs)


def table(name, source, target, compression="lz4"):
    feather.write_feather(pa.table({"source": source, "target": target}), name, compression=compression)
    keep(name, zip(pa.array(source).to_pylist(), pa.array(target).to_pylist()))


table("names.feather", pa.array(["ann", "bob", "cel"]), pa.array(["bob", "cel", "ann"]))
table("words.feather", pa.array(["ann", "bob"]).dictionary_encode(), pa.array(["bob", "ann"]).dictionary_encode(), "uncompressed")
table("numbers.feather", pa.array([0, 1, 2], pa.int16()), pa.array([1, 2, 0], pa.uint64()), "zstd")
table("large.feather", pa.array([0, 1, 2]), pa.array([1, 2, 2**40]))
lists = pa.table({"page": ["ann", "bob", "cel"], "targets": pa.array([["bob", "cel"], [], ["ann"]], pa.list_(pa.string()))})
feather.write_feather(lists, "lists.feather")
keep("lists.feather", [("ann", "bob"), ("ann", "cel"), ("cel", "ann")])
edges = pa.table({"from": pa.array([0, 1, 2, 3], pa.uint32()), "to": pa.array([1, 2, 3, 0], pa.uint32())})
with pa.OSFile("batches.arrow", "wb") as f, pa.ipc.new_file(f, edges.schema) as w:
    for batch in edges.to_batches(max_chunksize=1):
        w.write_batch(batch)
keep("batches.arrow", [(0, 1), (1, 2), (2, 3), (3, 0)])

square = sp.csr_array(([1, 2, 3, 1], ([0, 0, 1, 2], [1, 2, 2, 0])), shape=(3, 3))
oblong = sp.csr_array(([1, 1, 1], ([0, 0, 1], [0, 2, 1])), shape=(2, 3))
for kind in ("csr", "csc", "coo"):
    for name, matrix in ((f"square-{kind}.npz", square), (f"oblong-{kind}.npz", oblong)):
        sp.save_npz(name, matrix.asformat(kind), compressed=kind != "coo")
        m = matrix.tocoo()
        first = 0 if m.shape[0] == m.shape[1] else m.shape[0]
        keep(name, zip(m.row.tolist(), (m.col + first).tolist()))

graph = nx.DiGraph([("ann", "bob"), ("bob", "cel"), ("cel", "cel")])
for sep, name in ((",", "matrix.csv"), ("\t", "matrix.tsv"), (" ", "matrix.txt")):
    nx.to_pandas_adjacency(graph).to_csv(name, sep=sep)
    keep(name, graph.edges)
with open("arcs.txt", "w") as f:
    for name in sorted(arcs):
        f.writelines(f"{name}\t{arc}\n" for arc in arcs[name])
