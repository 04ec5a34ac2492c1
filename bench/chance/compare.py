#!/usr/bin/env python3
"""Compares the random graphs of `weft chance` with those of igraph (Graph.rewire), which also swap the ends of links.

    bench/chance/compare.py WEFT CRAWL … [--draws 40]

For each figure it prints the value of the crawl by both programs, and the means of their random graphs. It ends with status 1 if
values of the crawl differ, or means by more than 4.5 standard errors. Requires igraph and NumPy.
"""

import argparse
import json
import math
import random
import subprocess
import sys

import igraph
import numpy


def figures(g):
    """The figures of a directed graph without loops, with the keys of weft."""
    undirected = g.as_undirected()
    sources, targets = numpy.array(g.get_edgelist()).T
    degrees = {"out": numpy.array(g.outdegree()), "in": numpy.array(g.indegree())}
    found = {
        "reciprocity": g.reciprocity(),
        "transitivity": undirected.transitivity_undirected(mode="zero"),
        "clustering": undirected.transitivity_avglocal_undirected(mode="nan"),
    }
    density = g.density()
    found["rho"] = (found["reciprocity"] - density) / (1 - density)
    for a in degrees:
        for b in degrees:
            found[f"{a}_{b}"] = numpy.corrcoef(degrees[a][sources], degrees[b][targets])[0, 1]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weft")
    parser.add_argument("crawls", nargs="+")
    parser.add_argument("--draws", type=int, default=40)
    o = parser.parse_args()
    random.seed(1)
    failed = False
    for crawl in o.crawls:
        run = lambda *args: subprocess.run([o.weft, *args, "--quiet"], check=True, capture_output=True, text=True).stdout
        weft = json.loads(run("chance", crawl, "--draws", str(o.draws), "--json"))
        arcs = [tuple(map(int, line.split("\t")[:2])) for line in run("export", crawl, "--format", "tsv", "--kinds", "link,embed,redirect,refresh").splitlines()]
        g = igraph.Graph(weft["pages"], [a for a in arcs if a[0] != a[1]], directed=True).simplify()
        own, drawn = figures(g), []
        for _ in range(o.draws):
            one = g.copy()
            one.rewire(10 * g.ecount())
            if one.outdegree() != g.outdegree() or one.indegree() != g.indegree():
                raise SystemExit("igraph changed the degrees")
            drawn.append(figures(one))
        print(f"{crawl}: {g.vcount()} pages, {g.ecount()} links, {o.draws} draws")
        print(f"{'figure':13} {'weft':>10} {'igraph':>10} | {'weft, mean':>10} {'igraph':>10} {'sd':>9} {'igraph':>9} {'errors':>7}")
        for f in weft["compared"]:
            key = f["figure"]
            if key not in own:
                continue
            values = numpy.array([d[key] for d in drawn])
            mean, sd = values.mean(), values.std(ddof=1)
            error = math.hypot(sd, f["sd"]) / math.sqrt(o.draws)
            apart = (f["mean"] - mean) / error if error else 0.0
            wrong = abs(f["value"] - own[key]) > 1e-9 or abs(apart) > 4.5
            failed |= wrong
            print(f"{key:13} {f['value']:10.6f} {own[key]:10.6f} | {f['mean']:10.6f} {mean:10.6f} {f['sd']:9.6f} {sd:9.6f} {apart:7.2f}{'  differs' if wrong else ''}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
