#!/usr/bin/env python3
"""Crawls a site of loopback, crawls it again with --since, exports the second crawl as a package, and lets pywb replay every
line of the index of each: the folder of WARC files together with that of the first crawl, and the package alone. A page that
did not change must show its content with status 200.

usage: since.py WEFT BIN WORK

WEFT is the program, BIN a folder with pywb's programs, WORK a folder that is made.
"""
import glob, gzip, hashlib, http.server, json, os, socket, socketserver, subprocess, sys, threading, time, urllib.error, urllib.request, zipfile

weft, bin, work = sys.argv[1:]
os.makedirs(work)
second = False
pages = {f"/p{i}": f"<title>{i}</title>" + "".join(f"<a href=/p{3 * i + k}>x</a>" for k in (1, 2, 3) if 3 * i + k < 60) + f"<p>{'text ' * 300} {i}" for i in range(60)}


class Site(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *a):
        pass

    def do_GET(self):
        path = "/p0" if self.path == "/" else self.path
        text = pages.get(path)
        if text is None:
            self.send_error(404)
            return
        number = int(path[2:])
        if second and number % 7 == 3:
            text += " changed"
        body = text.encode()
        tag = '"' + hashlib.sha1(body).hexdigest() + '"'
        zipped = number % 5 == 2
        if number % 4 and self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.send_header("Cache-Control", "max-age=60")
            self.end_headers()
            return
        if zipped:
            body = gzip.compress(body)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        if number % 4:
            self.send_header("ETag", tag)
        if zipped:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def free():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


site = Server(("127.0.0.1", 0), Site)
threading.Thread(target=site.serve_forever, daemon=True).start()
home = f"http://127.0.0.1:{site.server_address[1]}/"
run = lambda *a: subprocess.run(a, check=True, capture_output=True)
crawl = [weft, "crawl", home, "--allow-private", "--delay", "0", "--quiet"]
run(*crawl, "-o", f"{work}/c1")
second = True
run(*crawl, "-o", f"{work}/c2", "--since", f"{work}/c1")
run(*crawl, "-o", f"{work}/c3", "--since", f"{work}/c2")
run(weft, "export", f"{work}/c3", "--format", "wacz", "-o", f"{work}/c3.wacz")
zipfile.ZipFile(f"{work}/c3.wacz").extractall(f"{work}/unpacked")
revisits = sum(1 for l in open(f"{work}/c3/warc/index.cdxj") if "warc/revisit" in l)

os.makedirs(f"{work}/pywb")
manage = lambda *a: subprocess.run([f"{bin}/wb-manager", *a], cwd=f"{work}/pywb", check=True, capture_output=True)
manage("init", "all")
manage("add", "all", *sorted(glob.glob(f"{work}/c[123]/warc/*.warc.gz")))
manage("init", "package")
manage("add", "package", *sorted(glob.glob(f"{work}/unpacked/archive/*.warc.gz")))
port = free()
player = subprocess.Popen([f"{bin}/wayback", "-b", "127.0.0.1", "-p", str(port)], cwd=f"{work}/pywb", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
bad = done = 0
try:
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
            break
        except OSError:
            time.sleep(0.2)
    for line in open(f"{work}/c3/warc/index.cdxj"):
        stamp, d = line.split(" ", 2)[1], json.loads(line.split(" ", 2)[2])
        if not d["mime"] in ("text/html", "warc/revisit") or "/p" not in d["url"] and d["url"] != home or d.get("status") == "404":
            continue
        number = int(d["url"].split("/p")[1]) if "/p" in d["url"] else 0
        want = pages[f"/p{number}"] + (" changed" if number % 7 == 3 else "")
        for collection in ("all", "package"):
            done += 1
            try:
                page = urllib.request.urlopen(f"http://127.0.0.1:{port}/{collection}/{stamp}id_/{d['url']}", timeout=20)
                body = page.read()
                if page.headers.get("Content-Encoding") == "gzip":
                    body = gzip.decompress(body)
                if page.status != 200 or body.decode() != want:
                    raise ValueError(f"status {page.status}, {body[:60]!r}")
            except (OSError, ValueError) as e:
                bad += 1
                print(collection, d["url"], stamp, d["mime"], e)
finally:
    player.terminate()
    player.wait()
print(f"{done} replays, {revisits} lines of revisits, {bad} bad")
sys.exit(bad > 0 or revisits < 40)
