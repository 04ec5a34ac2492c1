"""Compares what weft found of a shape with what greedy.py did: ours.json ours.jsonl theirs.figures theirs"""

import json
import sys

cell = json.load(open(sys.argv[1]))["cells"][0]
left = cell["left"]
ours = [cell["i"], cell["j"], left["pages"], left["fans"], left["centers"], left["arcs"], cell["cliques"]]
theirs = [int(x) for x in open(sys.argv[3]).read().split()]
lines = [json.loads(line) for line in open(sys.argv[2])]
listed = [f"{' '.join(map(str, x['fans']))} | {' '.join(map(str, x['centers']))}" for x in lines if "i" not in x and "fans" in x]
same = ours == theirs and listed == open(sys.argv[4]).read().splitlines()
print(*ours, "the same, clique by clique" if same else f"DIFFER from {theirs}")
sys.exit(not same)
