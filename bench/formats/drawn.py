#!/usr/bin/env python3
"""Draws files in the formats of other programs, imports them, and compares the graph with what is known of it.

usage: drawn.py WEFT [--rounds N] [--seed S] [--only FAMILY] [--keep DIR]

Each file has known arcs: a library wrote it from a graph (NetworkX, igraph, pandas, pyarrow, warcio), or it was written by
the text that defines its format. The result is a table, a row a family of files:

  right     the same arcs (and as many pages, where the format says how many)
  refused   no crawl, exit status 2 or 3, and an error that says what to do, for a file that fits several readings or none
  wrong     anything else: other arcs, a refusal of what has one reading, a crawl of what is no graph, a panic

Exits with 1 if anything is wrong. --keep writes the files of wrong cases to a folder.
"""
import argparse, collections, csv, importlib, io, os, random, subprocess, sys, tempfile

FAMILIES = ("networkx_files", "igraph_files", "pandas_files", "lists", "archives")


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, errors="replace", timeout=300)


def outcome(weft, case, tmp):
    """Returns right, refused or wrong, and a word on why."""
    for name, body in case.files.items():
        with open(os.path.join(tmp, name), "wb") as f:
            f.write(body)
    crawl = os.path.join(tmp, "crawl")
    args = [a.replace("{}", tmp) for a in case.args or ["{}/" + next(iter(case.files))]]
    done = run(weft, "import", *args, "-o", crawl, "--quiet")
    said = (done.stderr + done.stdout).strip()
    if done.returncode not in (0, 1, 2, 3) or "panic" in said or "goroutine " in said:
        return "wrong", f"exit status {done.returncode}: {said[:300]}"
    if not os.path.isdir(crawl):
        if done.returncode == 0:
            return "wrong", "exit status 0 without a crawl"
        useful = any(word in said for word in ("--", "expected", "want"))
        if (case.ask or case.arcs is None) and useful:
            return "refused", said
        return "wrong", ("refused: " if useful else "refused without a word on what to do: ") + said[:300]
    if case.arcs is None:
        return "wrong", "became a graph: " + run(weft, "export", crawl).stdout[:200]
    return compared(weft, case, crawl, done.returncode)


def compared(weft, case, crawl, status):
    info = run(weft, "info", crawl, "--json").stdout
    names = ["--names"] if '"names": true' in info else []
    got = exported(run(weft, "export", crawl, "--header", "yes", *names).stdout)
    if callable(case.arcs):
        return ("right", "") if case.arcs(got) else ("wrong", f"{len(got)} arcs, such as {sorted(got)[:3]}")
    for want in (case.arcs, case.other):
        if want is not None and got == set(want):
            pages = int(info.split('"pages":')[1].split(",")[0])
            if case.pages is not None and pages != case.pages and (names or case.family != "METIS" and pages < case.pages):
                return "wrong", f"{pages} pages, {case.pages} wanted"
            return "right", ""
    want = set(case.arcs)
    return "wrong", f"{len(want)} arcs wanted, {len(got)} are there; missing {sorted(want - got)[:3]}, too many {sorted(got - want)[:3]}"


def exported(text):
    """The arcs of a list that weft exported with a header: names that could be read as something else are quoted."""
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t"))
    return {tuple(row) for row in rows[1:]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weft")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    table, wrong, refused = collections.defaultdict(collections.Counter), [], {}
    for round in range(options.rounds):
        for module in FAMILIES:
            rng = random.Random(f"{options.seed + round} {module}")
            for k, case in enumerate(importlib.import_module("families." + module).cases(rng)):
                if options.only.lower() not in f"{case.family}: {case.label}".lower():
                    continue
                with tempfile.TemporaryDirectory() as tmp:
                    how, why = outcome(os.path.abspath(options.weft), case, tmp)
                table[case.family][how] += 1
                if how == "wrong":
                    wrong.append((case, why))
                    keep(options.keep, f"{round}-{module}-{k}", case)
                elif how == "refused":
                    refused.setdefault(case.family + ": " + case.label, why)
    show(table, wrong, refused)
    sys.exit(bool(wrong))


def keep(folder, name, case):
    if not folder:
        return
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    for file, body in case.files.items():
        with open(os.path.join(folder, name, file), "wb") as f:
            f.write(body)


def show(table, wrong, refused):
    for label, why in refused.items():
        print(f"refused  {label}: {why.splitlines()[0][:160]}")
    for case, why in wrong:
        print(f"wrong    {case.family}: {case.label}: {why}")
    print(f"\n{'family':34} {'drawn':>6} {'right':>6} {'refused':>8} {'wrong':>6}")
    total = collections.Counter()
    for family, counts in sorted(table.items()):
        total.update(counts)
        print(f"{family:34} {sum(counts.values()):6} {counts['right']:6} {counts['refused']:8} {counts['wrong']:6}")
    print(f"{'all':34} {sum(total.values()):6} {total['right']:6} {total['refused']:8} {total['wrong']:6}")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    main()
