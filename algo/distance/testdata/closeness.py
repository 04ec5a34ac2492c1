"""Closeness of real graphs by networkx, which the tests compare with: python3 closeness.py DATA > closeness.json

DATA is the folder of shared data. Written with Python 3.11.7, networkx 3.6.1.
For each graph: the sum of x[u]*(u%97+1), and the first ten by score rounded to 12 significant digits, then number.
"""
import json, sys
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


golden = {}
for name, (n, arcs) in {"hollins": hollins(data + "/hollins/hollins.dat"), "wb-cs-stanford": smat(data + "/wb-cs-stanford/wb-cs.stanford.smat")}.items():
    g = networkx.DiGraph()
    g.add_nodes_from(range(n))
    g.add_edges_from(arcs)
    x = networkx.closeness_centrality(g)
    golden[name] = summary([x[u] for u in range(n)])
json.dump(golden, sys.stdout, indent=1)
