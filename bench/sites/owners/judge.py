#!/usr/bin/env python3
"""Makes archives whose owners are known, and prints how well weft site tells them apart.

usage: judge.py WEFT [SEEDS]

first.py has ten structures (d1 to d5 and k1 to k5), second.py five (m1 to m5), third.py six (n1 to n6). Each writes archives
in which the pages say who they are as such pages do, or do not say it. The rules were made with d1 to d5 at hand; the others
were made afterwards, by somebody who had not read the rules. docs/sites.md says what was changed after which of them.
"""
import json, os, subprocess, sys, tempfile

weft, seeds = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4
here = os.path.dirname(os.path.abspath(__file__))
MADE = {"first.py": "d1 d2 d3 d4 d5 k1 k2 k3 k4 k5", "second.py": "m1 m2 m3 m4 m5", "third.py": "n1 n2 n3 n4 n5 n6"}
WORDS = ("nothing foreign", "whole", "may be part of more", "unknown")


def judge(folder, name):
    """Import an archive, and return F1, that of host names, and the counts of each statement."""
    base = os.path.join(folder, name)
    subprocess.run([weft, "import", base + ".warc", "-o", base, "--quiet"], check=True, capture_output=True)
    args = [weft, "site", "eval", base, "--truth", base + ".truth", "--pages", "1", "--least-pages", "10", "--json"]
    found = json.loads(subprocess.run(args, check=True, capture_output=True).stdout)
    said = {x["statement"]: (x["held"], x["draws"]) for x in found["statements"]}
    return found["f1"], found["others"][0]["all"]["f1"], said


print("structure     F1   host  " + "  ".join(f"{w:>19}" for w in WORDS))
with tempfile.TemporaryDirectory() as folder:
    for script, structures in MADE.items():
        for structure in structures.split():
            f1, host, said = [], [], {}
            for seed in range(1, seeds + 1):
                subprocess.run([sys.executable, os.path.join(here, script), folder, str(seed), structure], check=True, capture_output=True)
                a, b, words = judge(folder, f"{structure}-{seed}")
                f1.append(a)
                host.append(b)
                for w, (held, draws) in words.items():
                    x, y = said.get(w, (0, 0))
                    said[w] = (x + held, y + draws)
            cells = ["%d of %d" % said[w] if w in said else "" for w in WORDS]
            print(f"{structure:9} {sum(f1) / seeds:6.3f} {sum(host) / seeds:6.3f}  " + "  ".join(f"{c:>19}" for c in cells), flush=True)
