"""Closeness of real graphs by networkx, which the tests compare with: python3 closeness.py DATA > closeness.json

DATA is the folder of shared data. Written with Python 3.11.7, networkx 3.6.1.
For each graph: the sum of x[u]*(u%97+1), and the first ten by score rounded to 12 significant digits, then number.
"""
import os, sys
import networkx

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../internal/shared"))
import graphs

data = sys.argv[1]
golden = {}
for name, (n, arcs) in {"hollins": graphs.hollins(data + "/hollins/hollins.dat"), "wb-cs-stanford": graphs.smat(data + "/wb-cs-stanford/wb-cs.stanford.smat")}.items():
    x = networkx.closeness_centrality(graphs.networkx(n, arcs))
    golden[name] = graphs.summary([x[u] for u in range(n)])
graphs.write(golden)
