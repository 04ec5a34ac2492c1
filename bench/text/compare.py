"""Compare searches in texts by weft with SQLite's FTS5: results, time, memory and size.

    go run ./bench/text 100000 FOLDER
    python bench/text/compare.py WEFT FOLDER

Pages of words with fewer than 20 hits must be equal sets. Words, phrases and prefixes are drawn from the texts. weft answers by
weft serve, FTS5 in this process; both give the best ten pages without snippets.
"""

import json
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request


def run(*line):
    """Run a command; return seconds, seconds of CPU, and MiB of memory at most."""
    begin = time.time()
    pid = os.posix_spawnp(line[0], line, os.environ)
    _, status, used = os.wait4(pid, 0)
    if status:
        sys.exit(f"{line}: status {status}")
    return time.time() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def weft_index(weft, folder):
    crawl = os.path.join(folder, "crawl")
    if not os.path.exists(crawl):
        run(weft, "import", os.path.join(folder, "pages.warc"), "-o", crawl, "--quiet")
    wall, cpu, memory = run(weft, "pages", crawl, "--index-texts", "--memory", "256MiB", "--quiet")
    size = os.path.getsize(os.path.join(crawl, "results/index/texts.npy"))
    print(f"weft   index {wall:7.1f} s {cpu:7.1f} s CPU {memory:6.0f} MiB memory {size / 2**20:7.0f} MiB on disk")
    return crawl


def sqlite_index(folder):
    path = os.path.join(folder, "fts5.db")
    if os.path.exists(path):
        os.remove(path)
    begin, cpu = time.time(), time.process_time()
    db = sqlite3.connect(path)
    db.execute("create virtual table t using fts5(url unindexed, title, body, tokenize='unicode61 remove_diacritics 0')")
    with open(os.path.join(folder, "pages.jsonl"), encoding="utf-8") as lines, db:
        db.executemany("insert into t values (?, ?, ?)", (json.loads(line) for line in lines))
    db.execute("insert into t(t) values ('optimize')")
    db.commit()
    size = os.path.getsize(path)
    print(f"fts5   index {time.time() - begin:7.1f} s {time.process_time() - cpu:7.1f} s CPU {'':17} {size / 2**20:7.0f} MiB on disk")
    return db


def queries(folder):
    """Return drawn words, phrases and prefixes, as weft and FTS5 write them."""
    draw = random.Random(1)
    with open(os.path.join(folder, "pages.jsonl"), encoding="utf-8") as lines:
        pages = [json.loads(line) for i, line in enumerate(lines) if i % 97 == 0]
    kinds = {"word": [], "common": [], "rare": [], "two words": [], "phrase": [], "prefix": []}
    for _ in range(200):
        _, title, body = draw.choice(pages)
        words = re.findall(r"\w+", title + " " + body)
        at = draw.randrange(len(words) - 3)
        kinds["word"].append(words[at])
        kinds["rare"].append(max(words, key=lambda w: (w.startswith("rare"), len(w))))
        kinds["two words"].append(f"{words[at]} {draw.choice(words)}")
        inside = re.findall(r"\w+", body)
        at = draw.randrange(len(inside) - 3)
        kinds["phrase"].append('"' + " ".join(inside[at : at + draw.choice([2, 3])]) + '"')
        kinds["prefix"].append(words[at][: draw.choice([1, 2, 3, 4])] + "*")
    counts = {}
    for _, _, body in pages:
        for word in body.split():
            counts[word] = counts.get(word, 0) + 1
    kinds["common"] = sorted(counts, key=counts.get, reverse=True)[:50]
    return kinds


def fts5(db, query, limit):
    written = re.sub(r'(?<!")\b(\w+)\b(?!\*)(?![^"]*"$)', r'"\1"', query) if '"' not in query else query
    return [row[0] for row in db.execute("select url from t where t match ? order by bm25(t, 0, 3, 1) limit ?", (written, limit))]


def main(weft, folder):
    crawl, db = weft_index(weft, folder), sqlite_index(folder)
    server = subprocess.Popen([weft, "serve", crawl, "--listen", "127.0.0.1:8932", "--read-only"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        root = "http://127.0.0.1:8932/api/v1/crawls"
        for _ in range(200):
            try:
                name = json.load(urllib.request.urlopen(root))["crawls"][0]["name"]
                break
            except OSError:
                time.sleep(0.1)

        def search(query, columns):
            url = f"{root}/{name}/pages?" + urllib.parse.urlencode({"text": query, "columns": columns})
            return json.load(urllib.request.urlopen(url))

        wrong = compared = 0
        for kind, all_queries in queries(folder).items():
            times = {"weft": [], "fts5": []}
            for query in all_queries:
                begin = time.perf_counter()
                got = search(query, "url")
                middle = time.perf_counter()
                fts5(db, query, 10)
                times["weft"].append(middle - begin)
                times["fts5"].append(time.perf_counter() - middle)
                if got["found"] < 20:
                    compared += 1
                    want = set(fts5(db, query, 1000))
                    if want != {row["url"] for row in got["rows"]}:
                        wrong += 1
                        print(f"{query}: weft found {got['found']} pages, fts5 {len(want)}")
            for who, took in times.items():
                took.sort()
                print(f"{who:6} {kind:10} median {1000 * statistics.median(took):8.2f} ms, p95 {1000 * took[int(0.95 * len(took))]:8.2f} ms")
        print(f"{compared} queries with fewer than 20 pages compared, {wrong} differ")
    finally:
        server.kill()
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
