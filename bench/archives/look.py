#!/usr/bin/env python3
"""Serves a page that is nothing without what it needs, crawls it, replays the archive in pywb, and compares pictures of both, pixel by
pixel, as headless Chromium shows them: with --requisites they must be alike, without they must differ.

usage: look.py DIR WEFT     DIR has venv (pywb, wacz, Pillow, NumPy) and chromium, as look.sh makes it
"""
import io, os, shutil, socket, subprocess, sys, threading, time, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import numpy as np
from PIL import Image, ImageDraw

dir, weft = (os.path.abspath(a) for a in sys.argv[1:])
bin, work, failed = dir + "/venv/bin/", dir + "/look", False


def picture(color, mark, size=(120, 80)):
    """A PNG with stripes, so that a scaled or moved one is seen."""
    i = Image.new("RGB", size, color)
    d = ImageDraw.Draw(i)
    for k in range(0, size[0], 12):
        d.line([(k, 0), (size[0] - k, size[1])], fill="white")
    d.text((6, 6), mark, fill="black")
    out = io.BytesIO()
    i.save(out, "PNG")
    return out.getvalue()


def font():
    with open(dir + "/chromium/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf", "rb") as f:
        return f.read()


def site(other):
    """The page and what it needs: by path of the first host, and of the second."""
    html = f"""<!DOCTYPE html><html><head><meta charset=utf-8><title>Look</title>
<link rel=stylesheet href=/css/main.css><link rel=icon href=/icon.png><script src=/js/change.js defer></script></head>
<body><h1>A page with all it needs</h1><p id=change>as it came</p>
<p><img src=/img/plain.png width=120 height=80 alt=plain>
<img srcset="/img/small.png 1x, {other}/img/large.png 2x" src=/img/never.png width=120 height=80 alt=set>
<picture><source srcset="{other}/img/source.png" media="(min-width: 100px)"><img src=/img/never2.png width=120 height=80 alt=source></picture></p>
<div style="background: url({other}/img/back.png); width: 480px; height: 90px">behind</div>
<div class=imported>imported</div><div class=twice>imported by what was imported</div>
<ul><li>a mark of a style sheet</ul><p class=font>A font of its own: Quick 0123</p><div id=made></div></body></html>"""
    css = """@import url("more.css"); body { font: 18px sans-serif; margin: 20px; background: #eef } h1 { color: #802 }
@font-face { font-family: own; src: url(../font/own.ttf) } .font { font: 28px own } li { list-style-image: url('/img/mark.png') }"""
    more = f'@import "{other}/css/third.css"; .imported {{ background: url(/img/wall.png); height: 60px; color: white }}'
    third = ".twice { border: 6px dashed green; padding: 10px; background: url(../img/far.png) }"
    js = """document.getElementById('change').textContent = 'as a script made it';
const i = document.createElement('div'); i.style = 'width: 300px; height: 40px; background: orange'; document.getElementById('made').append(i)"""
    png = "image/png"
    first = {
        "/": ("text/html; charset=utf-8", html), "/css/main.css": ("text/css", css), "/css/more.css": ("text/css", more),
        "/js/change.js": ("text/javascript", js), "/font/own.ttf": ("font/ttf", font()), "/icon.png": (png, picture("gray", "icon", (16, 16))),
        "/img/plain.png": (png, picture("red", "plain")), "/img/small.png": (png, picture("blue", "small")),
        "/img/mark.png": (png, picture("purple", "", (14, 14))), "/img/wall.png": (png, picture("teal", "wall", (60, 60))),
    }
    second = {
        "/css/third.css": ("text/css", third), "/img/large.png": (png, picture("blue", "large", (240, 160))),
        "/img/source.png": (png, picture("brown", "source")), "/img/back.png": (png, picture("gold", "back", (90, 90))),
        "/img/far.png": (png, picture("pink", "far", (40, 40))),
    }
    return first, second


def serve(files, address):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            kind, body = files.get(self.path, ("text/plain", None))
            data = body.encode() if isinstance(body, str) else body or b"none"
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *a):
            pass

    s = ThreadingHTTPServer((address, 0), Handler)
    threading.Thread(target=s.serve_forever, daemon=True).start()
    return s, f"http://{address}:{s.server_port}"


def run(*a, **k):
    return subprocess.run(a, check=True, capture_output=True, text=True, **k).stdout


def check(what, ok, note=""):
    global failed
    failed = failed or not ok
    print("ok      " if ok else "FAILED  ", what, note, flush=True)


def shoot(url, out, *more):
    root = dir + "/chromium"
    lib = root + "/usr/lib/x86_64-linux-gnu"
    profile = work + "/profile-" + os.path.basename(out)
    env = dict(os.environ, LD_LIBRARY_PATH=f"{lib}:{lib}/pulseaudio", no_proxy="", http_proxy="", https_proxy="")
    subprocess.run([root + "/usr/lib/chromium/chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--user-data-dir=" + profile,
                    "--window-size=800,900", "--virtual-time-budget=5000", "--screenshot=" + out, *more, url],
                   check=True, capture_output=True, env=env, timeout=120)


def differ(a, b):
    x, y = (np.asarray(Image.open(p).convert("RGB")).astype(int) for p in (a, b))
    return 1.0 if x.shape != y.shape else float((np.abs(x - y).max(axis=2) > 0).mean())


def replay(name, crawl, url):
    """Replays in pywb as a proxy, so that the page comes as it was, without a frame."""
    home = f"{work}/pywb-{name}"
    os.makedirs(home)
    run(bin + "wb-manager", "init", "c", cwd=home)
    warcs = sorted(crawl + "/warc/" + f for f in os.listdir(crawl + "/warc") if f.endswith(".warc.gz"))
    run(bin + "wb-manager", "add", "c", *warcs, cwd=home)
    with open(home + "/config.yaml", "w") as f:
        f.write("proxy:\n  coll: c\n  enable_banner: false\n  enable_content_rewrite: false\n")
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    with open(home + "/log", "w") as log:
        p = subprocess.Popen([bin + "wayback", "-b", "127.0.0.1", "-p", str(port)], cwd=home, stdout=log, stderr=log)
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5)
                break
            except OSError:
                time.sleep(0.2)
        # Chromium asks loopback without a proxy unless it is told otherwise.
        shoot(url, f"{work}/{name}.png", f"--proxy-server=http://127.0.0.1:{port}", "--proxy-bypass-list=<-loopback>")
    finally:
        p.terminate()
        p.wait()


shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
first, second = {}, {}
a, home = serve(first, "127.0.0.1")
b, other = serve(second, "127.0.0.2")
for files, made in zip((first, second), site(other)):
    files.update(made)
shoot(home + "/", work + "/live.png")
shoot(home + "/", work + "/live-again.png")
check("the live page is the same twice", differ(work + "/live.png", work + "/live-again.png") == 0)
for name, more in (("with", ["--requisites"]), ("without", [])):
    run(weft, "crawl", home + "/", "-o", f"{work}/{name}", "--allow-private", "--delay", "0", "--quiet", *more)
needed = [l.split()[3] for l in open(work + "/with/log/crawl.log") if l.split()[1] == "200"]
want = {home + p for p in first} | {other + p for p in second}
check("everything that the page needs was fetched", want <= set(needed), f"{len(want & set(needed))} of {len(want)} {sorted(want - set(needed))}")
a.shutdown(), b.shutdown(), a.server_close(), b.server_close()  # what a replay shows comes from the archive
for name in ("with", "without"):
    replay(name, f"{work}/{name}", home + "/")
d = differ(work + "/live.png", work + "/with.png")
check("the replay looks like the page", d == 0, f"{100 * d:.3f} % of the pixels differ")
d = differ(work + "/live.png", work + "/without.png")
check("without --requisites it does not", d > 0.05, f"{100 * d:.1f} % of the pixels differ")

wacz = work + "/c.wacz"
run(weft, "export", work + "/with", "--format", "wacz", "-o", wacz, "--quiet")
r = subprocess.run([bin + "wacz", "validate", "-f", wacz], capture_output=True, text=True)
said = r.stdout + r.stderr
check("wacz validate", r.returncode == 0 and "Validation succeeded" in said, said.strip().split("\n")[-1])
broken = work + "/broken.wacz"  # the validator must be able to say no
with open(wacz, "rb") as f, open(broken, "wb") as g:
    data = bytearray(f.read())
    at = data.index(b"\x1f\x8b")
    data[at + 200] ^= 1
    g.write(data)
r = subprocess.run([bin + "wacz", "validate", "-f", broken], capture_output=True, text=True)
check("wacz validate finds a flipped bit", r.returncode != 0 or "Validation succeeded" not in r.stdout + r.stderr)
run(weft, "import", wacz, "-o", work + "/of-wacz", "--quiet")
files = sorted(f for f in os.listdir(work + "/of-wacz") if f.startswith(("graph.", "transpose.", "kinds", "pages.")))
same = [f for f in files if open(f"{work}/of-wacz/{f}", "rb").read() == open(f"{work}/with/snapshot/{f}", "rb").read()]
check("the WACZ is imported as the graph of the crawl", len(files) > 3 and (files == same), f"{len(same)} of {len(files)} files {sorted(set(files) - set(same))}")
print("pictures:", work)
sys.exit(failed)
