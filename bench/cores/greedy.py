"""Cores and disjoint cliques by their definitions, in plain Python: python3 greedy.py ARCS I J [MAX-DEGREE]

ARCS is a file of two numbers a line. Prints pages, fans, centers and arcs of the core, and how many cliques the canonical choice has; with a
fifth argument, a file, it writes them there, a line each: fans, a bar, centers."""

import sys


def read(path):
    out, into = {}, {}
    for line in open(path):
        u, v = map(int, line.split()[:2])
        if u != v:
            out.setdefault(u, set()).add(v)
            into.setdefault(v, set()).add(u)
    return out, into


def peel(out, into, i, j, most):
    fans = {u: {v for v in l if len(into[v]) < most} for u, l in out.items() if len(l) < most}
    heads = {v: {u for u in l if u in fans} for v, l in into.items() if len(l) < most}
    while True:
        gone = [u for u, l in fans.items() if len(l) < j]
        for u in gone:
            for v in fans.pop(u):
                heads[v].discard(u)
        lost = [v for v, l in heads.items() if len(l) < i]
        for v in lost:
            for u in heads.pop(v):
                if u in fans:
                    fans[u].discard(v)
        if not gone and not lost:
            return fans, heads


def first(heads, support, chosen, rest, i, j):
    """the first j centers of rest, in order, that i fans of the support link"""
    if len(chosen) == j:
        return chosen, support
    for k, v in enumerate(rest):
        left = heads[v] if support is None else support & heads[v]
        if len(left) >= i and len(chosen) + len(rest) - k >= j:
            found = first(heads, left, chosen + [v], rest[k + 1 :], i, j)
            if found:
                return found
    return None


def cliques(fans, heads, i, j):
    for u in sorted(fans):
        if u not in fans:
            continue
        found = first(heads, None, [], sorted(fans[u]), i, j)
        if found:
            centers, support = found
            chosen = [u] + sorted(support - {u})[: i - 1]
            yield chosen, centers
        else:
            chosen, centers = [u], []
        for f in chosen:
            for v in fans.pop(f):
                heads[v].discard(f)
        for v in centers:
            for f in heads.pop(v):
                fans[f].discard(v)


def main():
    path, i, j = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 50
    fans, heads = peel(*read(path), i, j, most)
    print(i, j, len(fans.keys() | heads.keys()), len(fans), len(heads), sum(map(len, fans.values())), end=" ")
    found = list(cliques(fans, heads, i, j))
    print(len(found))
    if len(sys.argv) > 5:
        with open(sys.argv[5], "w") as f:
            for a, b in found:
                print(*a, "|", *b, file=f)


main()
