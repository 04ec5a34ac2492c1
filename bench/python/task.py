"""The same task by weft, networkx, igraph and NetworKit: lines of code, time, memory.

    python task.py CRAWL [PROGRAM]

The task: rank the domains of a crawl by PageRank, fit and draw the law of their in-degrees, and compare the share of returned links with that of
random graphs of the same degrees (20 draws). The host names come from weft's own table of pages. Without PROGRAM each runs in a process of its own. Needs the packages of tools/python.sh, networkit and powerlaw.
"""

from __future__ import annotations

import ast
import inspect
import os
import resource
import subprocess
import sys
import time
import warnings


def by_weft(path):
    import weft

    domains = weft.open(path, progress=False).quotient("domain")
    top = [domains.urls([p.page])[0] for p in domains.ranking().top[:3]]
    degrees = domains.degrees()
    degrees.plot().figure.savefig("weft.png")
    returned = next(f for f in domains.chance(draws=20).compared if f.figure == "reciprocity")
    return top, degrees.in_.fit.exponent, returned.value, returned.mean


def pairs_of_domains(path):
    """Read what the other programs start from: the names of domains, and the arcs between different ones."""
    import weft

    domains = weft.open(path, progress=False).quotient("domain")
    arcs = domains.arcs.select("source", "target").filter(__import__("polars").col("source") != __import__("polars").col("target")).collect().to_numpy()
    return domains.pages.select("url").collect()["url"].to_list(), arcs


def fit_and_draw(degrees, to):
    import matplotlib.pyplot as plt
    import powerlaw

    fit = powerlaw.Fit([d for d in degrees if d > 0], discrete=True, verbose=False)
    ax = fit.plot_ccdf()
    fit.power_law.plot_ccdf(ax=ax)
    plt.savefig(to)
    return fit.power_law.alpha


def by_networkx(path):
    import networkx as nx

    names, arcs = pairs_of_domains(path)
    g = nx.DiGraph()
    g.add_nodes_from(range(len(names)))
    g.add_edges_from(arcs.tolist())
    ranks = nx.pagerank(g)
    top = [names[u] for u in sorted(ranks, key=ranks.get, reverse=True)[:3]]
    exponent = fit_and_draw([d for _, d in g.in_degree()], "networkx.png")
    drawn = []
    for seed in range(20):
        r = nx.directed_edge_swap(g.copy(), nswap=10 * len(arcs), max_tries=10**9, seed=seed)
        drawn.append(nx.overall_reciprocity(r))
    return top, exponent, nx.overall_reciprocity(g), sum(drawn) / 20


def by_igraph(path):
    import igraph

    names, arcs = pairs_of_domains(path)
    g = igraph.Graph(n=len(names), edges=arcs, directed=True)
    ranks = g.pagerank()
    top = [names[u] for u in sorted(range(len(names)), key=ranks.__getitem__, reverse=True)[:3]]
    exponent = fit_and_draw(g.indegree(), "igraph.png")
    drawn = []
    for _ in range(20):
        r = g.copy()
        r.rewire(10 * len(arcs))
        drawn.append(r.reciprocity(ignore_loops=False))
    return top, exponent, g.reciprocity(ignore_loops=False), sum(drawn) / 20


def by_networkit(path):
    import networkit as nk
    import numpy as np

    names, arcs = pairs_of_domains(path)
    g = nk.graph.GraphFromCoo((np.ones(len(arcs)), (arcs[:, 0].astype(np.uint64), arcs[:, 1].astype(np.uint64))), n=len(names), directed=True)
    pagerank = nk.centrality.PageRank(g, damp=0.85, tol=1e-9).run()
    top = [names[u] for u, _ in pagerank.ranking()[:3]]
    exponent = fit_and_draw([g.degreeIn(u) for u in g.iterNodes()], "networkit.png")
    drawn = []
    for _ in range(20):
        swap = nk.randomization.EdgeSwitching(g, 10.0)
        swap.run()
        r = swap.getGraph()
        drawn.append(sum(r.hasEdge(v, u) for u, v in r.iterEdges()) / r.numberOfEdges())
    return top, exponent, sum(g.hasEdge(v, u) for u, v in g.iterEdges()) / g.numberOfEdges(), sum(drawn) / 20


PROGRAMS = {"weft": by_weft, "networkx": by_networkx, "igraph": by_igraph, "networkit": by_networkit}


def lines(f):
    """Count the statements of a function and of what it calls here, without those that read the crawl for it."""
    own = [n for n in ast.walk(ast.parse(inspect.getsource(f))) if isinstance(n, ast.stmt)]
    return len(own) - 1 + (lines(fit_and_draw) if "fit_and_draw" in inspect.getsource(f) and f is not fit_and_draw else 0)


def main():
    path, *only = sys.argv[1:]
    if only:
        warnings.simplefilter("ignore")
        os.environ.setdefault("MPLBACKEND", "agg")
        began = time.perf_counter()
        top, exponent, value, mean = PROGRAMS[only[0]](path)
        wall = time.perf_counter() - began
        me, child = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = me.ru_utime + me.ru_stime + child.ru_utime + child.ru_stime
        print(only[0], lines(PROGRAMS[only[0]]), f"{wall:.1f}", f"{cpu:.1f}", max(me.ru_maxrss, child.ru_maxrss) >> 10, f"{exponent:.3f}", f"{value:.5f}", f"{mean:.5f}", " ".join(top), sep="\t")
        return
    print("program\tstatements\twall s\tCPU s\tRSS MiB\texponent\treturned\tby chance\tbest")
    for name in PROGRAMS:
        done = subprocess.run([sys.executable, __file__, path, name], stdout=subprocess.PIPE, check=False, timeout=3600)
        print(done.stdout.decode().strip() or f"{name}\tfailed", flush=True)


if __name__ == "__main__":
    main()
