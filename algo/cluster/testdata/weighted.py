"""Modularity with weights by NetworkX, which the tests compare with: python3 weighted.py > weighted.json

Written with Python 3.11 and networkx 3.6.1. "miserables" is networkx.les_miserables_graph: how often characters of the novel
meet. "parts" are partitions and networkx.community.modularity(weight="weight") of each; the last one is the best of 50 runs
of networkx.community.louvain_communities(weight="weight"). "plain" is the best modularity of 50 runs without weights, measured
with weights.
"""
import json
import networkx as nx
from networkx.algorithms import community

g = nx.convert_node_labels_to_integers(nx.les_miserables_graph())


def modularity(of):
    return community.modularity(g, [{v for v in g if of[v] == c} for c in sorted(set(of))], weight="weight")


def best(weight):
    runs = [community.louvain_communities(g, weight=weight, seed=seed) for seed in range(50)]
    parts = max(runs, key=lambda p: community.modularity(g, p, weight=weight))
    return [next(c for c, part in enumerate(parts) if v in part) for v in g]


parts = [[0] * len(g), list(range(len(g))), [v % 5 for v in g], [v // 10 for v in g], best("weight")]
print(json.dumps({
    "nodes": len(g), "edges": sorted((u, v, w) for u, v, w in g.edges(data="weight")),
    "parts": [{"of": of, "modularity": modularity(of)} for of in parts], "plain": modularity(best(None)),
}))
