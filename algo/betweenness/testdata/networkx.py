"""Betweenness of real graphs by networkx and igraph, which the tests compare with: python3 networkx.py DATA > networkx.json

DATA is the folder of shared data. Written with Python 3.11.7, networkx 3.6.1, igraph 1.0.0. hollins: networkx;
wb-cs-stanford: igraph, divided by (n-1)(n-2), as networkx does.
For each graph: the sum of x[u]*(u%97+1), and the first ten by score rounded to 12 significant digits, then number.
"""
import json, sys
import igraph
import networkx

data = sys.argv[1]


def smat(path):
    rows = [line.split() for line in open(path)]
    return int(rows[0][0]), [(int(r[0]), int(r[1])) for r in rows[1:] if r]


def hollins(path):
    lines = open(path, errors="replace").read().split("\n")
    n, m, _ = map(int, lines[0].split())
    return n, [tuple(int(x) - 1 for x in line.split()) for line in lines[1 + n:1 + n + m]]


def summary(x):
    rounded = [float("%.11e" % value) for value in x]
    top = sorted(range(len(x)), key=lambda u: (-rounded[u], u))[:10]
    return {"sum": float(sum(value * (u % 97 + 1) for u, value in enumerate(x))), "top": top, "scores": [float(x[u]) for u in top]}


n, arcs = hollins(data + "/hollins/hollins.dat")
g = networkx.DiGraph()
g.add_nodes_from(range(n))
g.add_edges_from(arcs)
x = networkx.betweenness_centrality(g)
golden = {"hollins": summary([x[u] for u in range(n)])}
n, arcs = smat(data + "/wb-cs-stanford/wb-cs.stanford.smat")
x = igraph.Graph(n, sorted(set(arcs)), directed=True).betweenness()
golden["wb-cs-stanford"] = summary([value / (n - 1) / (n - 2) for value in x])
json.dump(golden, sys.stdout, indent=1)
