"""Solves the networks that main.go wrote with OR-Tools, and those of few bits with SciPy, too, and compares: values, sides, seconds of the processor."""

import sys
import time

import numpy as np
from ortools.graph.python import max_flow
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

folder, rounds = sys.argv[1], int(sys.argv[2])


def numbers(name):
    return np.fromfile(f"{folder}/{name}.i64", dtype="<i8")


n = int(numbers("pages")[0])
tails, heads = numbers("tails"), numbers("heads")
keep = tails != heads
s, t = n, n + 1
bad, worst, rows = 0, 0.0, []

for line in open(f"{folder}/weft.tsv"):
    kind, seeds, eps, value, least, most, ours, layout = line.split("\t")
    seeds, eps, value, least, most, ours = int(seeds), int(eps), int(value), int(least), int(most), float(ours)
    capacity, sources = numbers(kind), numbers(f"sources{seeds}")
    limit = 1 + int(capacity[keep].sum()) + n * eps
    a = np.concatenate([tails[keep], np.arange(n), np.full(seeds, s)])
    b = np.concatenate([heads[keep], np.full(n, t), sources])
    # Enough for the arcs of a source: what 1 + the sum of all others is, where that does not fit into 63 bits.
    c = np.concatenate([capacity[keep], np.full(n, eps), np.full(seeds, min(limit, (2**63 - 1) // seeds - 1))])
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        f = max_flow.SimpleMaxFlow()
        f.add_arcs_with_capacity(a, b, c)
        built = time.process_time() - begin
        begin = time.process_time()
        status = f.solve(s, t)
        times.append(time.process_time() - begin)
    theirs = sorted(times)[len(times) // 2]
    ok = status == f.OPTIMAL and f.optimal_flow() == value
    ok &= len(f.get_source_side_min_cut()) - 1 == least and n + 1 - len(f.get_sink_side_min_cut()) == most
    scipy = ""
    if limit < 2**31:  # its capacities have 32 bits
        m = csr_array((c.astype(np.int32), (a, b)), shape=(n + 2, n + 2))
        begin = time.process_time()
        ok &= maximum_flow(m, s, t).flow_value == value
        scipy = f"{time.process_time() - begin:.3f}"
    bad += not ok
    rows.append((ours, theirs))
    print(kind, seeds, eps, value, least, most, f"{ours:.4f}", f"{theirs:.4f}", f"{built:.3f}", scipy, "ok" if ok else "differs", sep="\t", flush=True)

ours, theirs = zip(*rows)
print(f"{len(rows)} cuts, {bad} differ; weft {sum(ours):.2f} s, at most {max(ours):.3f}; OR-Tools {sum(theirs):.2f} s, at most {max(theirs):.3f}")
sys.exit(bad > 0)
