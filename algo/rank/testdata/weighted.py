"""PageRank with weights by NetworkX, which the tests compare with: python3 weighted.py > weighted.json

Written with Python 3.11, networkx 3.6.1, numpy and scipy. Each case has the arcs with their weights and
networkx.pagerank(weight="weight", tol=1e-14, max_iter=10000), which divides the tolerance by the number of nodes. "miserables"
is networkx.les_miserables_graph: how often characters of the novel meet (D. E. Knuth, The Stanford GraphBase, 1993).
"""
import json, random
import networkx as nx


def case(name, g, **options):
    nodes = {v: i for i, v in enumerate(g)}
    scores = nx.pagerank(g, weight="weight", tol=1e-14, max_iter=10000, **options)
    arcs = sorted((nodes[u], nodes[v], w) for u, v, w in g.edges(data="weight"))
    if not g.is_directed():
        arcs = sorted(set(arcs) | {(v, u, w) for u, v, w in arcs})
    return {"name": name, "nodes": len(nodes), "arcs": arcs, "alpha": options.get("alpha", 0.85), "scores": [scores[v] for v in g]}


cases = [case("miserables", nx.les_miserables_graph())]
for seed in range(6):
    r = random.Random(seed)
    n = 5 + 10 * seed
    g = nx.DiGraph()
    g.add_nodes_from(range(n))
    for u in range(n - seed):  # the others are dangling
        for v in r.sample(range(n), r.randint(0, 5)):
            g.add_edge(u, v, weight=r.choice([0, 1, 3, r.random(), 1000 * r.random()]))
    cases.append(case(f"random {seed}", g, alpha=r.choice([0.5, 0.85, 0.95])))
print(json.dumps(cases))
