#!/usr/bin/env python3
"""Replays every line of a folder's index with pywb, and checks that each page is that of its archive: a revisit because of
an equal digest shows the earlier page, one because of an answer 304 is that answer, as pywb has it.

usage: replay.py BIN ARCHIVES WORK
"""
import glob, json, os, socket, subprocess, sys, time, urllib.request

bin, archives, work = sys.argv[1:]
os.makedirs(work)
run = lambda *a: subprocess.run([f"{bin}/wb-manager", *a], cwd=work, check=True, capture_output=True)
run("init", "made")
run("add", "made", *sorted(glob.glob(archives + "/*.warc.gz")))
with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
server = subprocess.Popen([f"{bin}/wayback", "-b", "127.0.0.1", "-p", str(port)], cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
bad = 0
try:
    lines = [l.rstrip("\n").split(" ", 2) for l in open(archives + "/index.cdxj")]
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
            break
        except OSError:
            time.sleep(0.2)
    for key, stamp, text in lines:
        d = json.loads(text)
        url = d["url"].replace("ü", "%C3%BC")
        number = int(url.split("/Page/")[1].split("?")[0])
        try:
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/made/{stamp}id_/{url}", timeout=20)
            body, want = page.read().decode(), 0 if number % 10 == 3 else number
            if page.status != 200 or f"<title>{want}</title>" not in body:
                raise ValueError(f"status {page.status}, {body[:60]!r}, want page {want}")
        except (OSError, ValueError) as e:
            if number % 10 == 5 and getattr(e, "code", 0) == 304:
                continue
            bad += 1
            print(url, stamp, e)
finally:
    server.terminate()
    server.wait()
print(f"{len(lines)} pages, {bad} bad")
sys.exit(bad > 0)
