"""Leiden of igraph and leidenalg on a file of edges: peers.py FILE QUALITY RESOLUTION ITERATIONS SEED LABELS [igraph|leidenalg]."""
import random
import resource
import sys
import time

import igraph
import leidenalg


def main(name, quality, resolution, iterations, seed, labels, peer):
    g = igraph.Graph.Read_Edgelist(name, directed=False)
    gamma, iterations, seed = float(resolution), int(iterations), int(seed)
    n, m = g.vcount(), g.ecount()
    wall, cpu = time.time(), time.process_time()
    if peer == "igraph":
        random.seed(seed)
        c = g.community_leiden(objective_function=quality.upper() if quality == "cpm" else quality, resolution=gamma, n_iterations=iterations)
    else:
        kind = leidenalg.CPMVertexPartition if quality == "cpm" else leidenalg.RBConfigurationVertexPartition
        c = leidenalg.find_partition(g, kind, resolution_parameter=gamma, n_iterations=iterations, seed=seed)
    wall, cpu = time.time() - wall, time.process_time() - cpu
    of = c.membership
    count = max(of) + 1
    inside = sum(of[e.source] == of[e.target] for e in g.es)
    sizes, strengths = [0] * count, [0] * count
    for v, d in enumerate(g.degree()):
        sizes[of[v]] += 1
        strengths[of[v]] += d
    if quality == "cpm":
        value = inside - gamma * sum(s * (s - 1) / 2 for s in sizes)
    else:
        value = inside / m - gamma * sum((s / (2 * m)) ** 2 for s in strengths)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
    print(f"{peer} leiden {quality} γ {gamma:g}: quality {value:.6f}, {count} clusters, largest {max(sizes)}, {iterations} iterations, {wall:.2f} s wall, {cpu:.2f} s CPU, {peak} MB at most")
    with open(labels, "w") as f:
        f.writelines(f"{x}\n" for x in of)


main(*sys.argv[1:])
