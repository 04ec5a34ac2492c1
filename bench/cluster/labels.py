"""A label for each node from clusters that mcl wrote: labels.py CLUSTERS LABELS, where LABELS has a line for each node."""
import sys

with open(sys.argv[2]) as f:
    n = sum(1 for _ in f)
of = {}
with open(sys.argv[1]) as f:
    for c, line in enumerate(f):
        for u in line.split():
            of[int(u)] = c
for u in range(n):
    print(of.get(u, n + u))
