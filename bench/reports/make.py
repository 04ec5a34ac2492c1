"""Makes crawls of every kind with a weft binary: make.py WEFT DIR [DATA]. Inputs are made here, from a seed, or are research data.
With names after DATA, only these groups of crawls are made, unless they are there: make.py WEFT DIR DATA GROUP…

Each crawl is a folder of DIR with input files, truth.json (what the input says, read or drawn here and not by weft) and crawl, the crawl.
"""
import gzip, http.server, json, os, random, shutil, subprocess, sys, threading, time

weft, root = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
data = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else ""
seed = int(os.environ.get("SEED", "14"))


def run(*args, ok=(0,), cwd=None):
    r = subprocess.run([weft, *args], capture_output=True, text=True, cwd=cwd)
    if r.returncode not in ok:
        sys.exit("weft %s: %s" % (" ".join(args), r.stderr))
    return r.stdout


def folder(name):
    path = os.path.join(root, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def truth(path, arcs=None, **more):
    """Keeps what the input says: the arcs by names as a set."""
    if arcs is not None:
        more["arcs"] = sorted(set(map(tuple, arcs)))
    write(os.path.join(path, "truth.json"), json.dumps(more))


def listed(name, arcs, separator="\t", head="", flags=(), spell=str):
    """A crawl of a list of arcs."""
    path = folder(name)
    lines = [separator.join(map(spell, a)) for a in arcs]
    write(os.path.join(path, "list.txt"), head + "".join(line + "\n" for line in lines))
    run("import", os.path.join(path, "list.txt"), "-o", os.path.join(path, "crawl"), "--quiet", *flags)
    truth(path, [tuple(map(str, a)) for a in arcs])


def drawn(rng, names, arcs):
    """Arcs between names, more to some than to others, with loops and repetitions."""
    n = len(names)
    heavy = lambda: names[min(n - 1, int(rng.paretovariate(0.6)) - 1)]
    out = [(names[int(n * rng.random() ** 2)], heavy()) for _ in range(arcs)]
    out += [(x, x) for x in names[:: max(2, n // 20)]]
    return out + out[:: 7]


def urls(rng):
    names = []
    for i in range(1500):
        scheme, port = rng.choice([("http", ""), ("https", ""), ("http", ":8080"), ("https", ":8443")])
        host = rng.choice(["www.a.example", "b.example", "c.co.uk", "d.c.co.uk", "news.e.example", "192.0.2.7", "xn--bcher-kva.example"])
        names.append("%s://%s%s/p%d" % (scheme, host, port, i // 2))
    rng.shuffle(names)
    return sorted(set(names), key=lambda x: rng.random())


WORDS = "Köln,Bletchley Park,Alan Turing,αβγ,naïve,O'Brien,50%,a/b,a?b,x=y,foo:bar,日本,mailto,ABC,abc,Abc,ÄÖÜ".split(",")


def hostile():
    deep = "http://long.example/" + "x" * 4000
    bad = ["\x1b[31mred\x1b[0m", "\u202egnp.exe", "<script>alert(1)</script>", "a://b://c", "\u0085next", "\u200ezero", "&amp;", "tab\\t", "http://a.example/<b>?q=\"'&x=1",
           "http://a.example/A", "http://a.example/a", "http://A.example/b", "https://a.example/a", "http://a.example:81/a", deep, "javascript:alert(1)", "!", "!x", "-", "0", "007",
           "http://[2001:db8::1]/", "http://user:pw@a.example/", "ftp://f.example/x", "\u2066iso", "x" * 3000, "{{.Title}}", "%s%d%n", "http://xn--a/", "http://example.com/%E2%80%AE",
           "1,234 of 5", "NaN", "page 7", "$(reboot)", "`id`", "..", "../../etc/passwd", "C:\\temp", "=1+1", "é", "e\u0301"]
    return bad


class Site(http.server.BaseHTTPRequestHandler):
    """Sixty pages; some are gone, some lead elsewhere, some are excluded by robots.txt, and one of two hosts refuses."""
    arcs = set()

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = self.path
        port = self.server.server_address[1]
        if path == "/robots.txt":
            return self.answer(200, "User-agent: *\nDisallow: /secret/\n", "text/plain")
        if path.startswith("/moved"):
            self.send_response(301)
            self.send_header("Location", "/p%s.html" % path[6:])
            self.send_header("Content-Length", "0")
            return self.end_headers()
        n = 0 if path == "/" else int(path[2:-5]) if path.startswith("/p") and path.endswith(".html") and path[2:-5].isdigit() else -1
        if n < 0 or n > 59:
            return self.answer(404, "gone", "text/plain")
        links = ["/p%d.html" % (2 * n + 1), "/p%d.html" % (2 * n + 2), "/", "/moved%d" % (n // 2), "/gone%d" % (n % 5), "/secret/%d" % (n % 3)]
        if n % 6 == 5:
            links = []
        if n == 7:
            links.append("http://localhost:%d/other" % port)
        body = "<title>Page %d</title>" % n + "".join('<a href="%s"%s>text %d</a> ' % (u, ' rel="nofollow"' if i == 4 and n % 2 else "", i % 3) for i, u in enumerate(links))
        if n % 4 == 1:
            body += '<iframe src="/p%d.html"></iframe>' % (n // 4)
        self.answer(200, body, "text/html; charset=utf-8")

    def answer(self, status, body, kind):
        raw = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)


def live():
    path = folder("live")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        run("crawl", "http://127.0.0.1:%d/" % server.server_address[1], "-o", os.path.join(path, "crawl"), "--allow-private", "--delay", "0",
            "--pages", "50", "--quiet", "--patience", "1s", ok=(0, 1))
    finally:
        server.shutdown()
    truth(path)


HOSTS = ["www", "archive", "press", "shop", "slow", "shut", "robots", "broken"]


class Failing(http.server.BaseHTTPRequestHandler):
    """Eight hosts below town.example: three are well, "shop" answers with errors, "slow" too late, "shut" refuses to connect, "robots" is
    excluded by its robots.txt, and "broken" closes the connection within a page."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        port = self.server.server_address[1]
        host = self.headers.get("Host", "").split(".")[0]
        if self.path == "/robots.txt":
            return self.answer(200, "User-agent: *\nDisallow: %s\n" % ("/" if host == "robots" else "/private/"), "text/plain")
        number = self.path.strip("/").split("/")[-1].split(".")[0]
        n = int(number) if number.isdigit() else 0
        if host == "slow" and n % 2:
            time.sleep(3)
        if host == "shop" and n % 3:
            return self.answer((403, 500, 503, 410)[n % 4], "no", "text/html")
        if host == "broken" and n % 2:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", "5000")
            self.end_headers()
            self.wfile.write(b"<title>half")
            return self.wfile.flush()
        if n % 11 == 7:
            self.send_response(302)
            self.send_header("Location", "/item/%d.html" % (n + 1))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if n > 120:
            return self.answer(404, "gone", "text/html")
        if self.path.endswith(".pdf"):
            return self.answer(200, "%PDF-1.4 " + "x" * 40000, "application/pdf")
        rng = random.Random("%s/%d" % (host, n))
        links = ["/", "/item/%d.html" % (2 * n + 1), "/item/%d.html" % (2 * n + 2), "/private/%d.html" % (n % 9)]
        links += ["http://%s.town.example:%d/item/%d.html" % (rng.choice(HOSTS), port, int(60 * rng.random() ** 2)) for _ in range(4)]
        links += ["/paper/%d.pdf" % (n % 7), "http://elsewhere%d.example/%d" % (rng.randrange(6), n % 5)]
        self.answer(200, "<!DOCTYPE html><title>%s %d</title>" % (host, n) + "".join('<p><a href="%s">%s %d</a>' % (u, rng.choice(["more", "next", "see"]), i) for i, u in enumerate(links)),
                    "text/html; charset=utf-8")

    answer = Site.answer


def failures():
    """A crawl over HTTP of hosts with names, in which much fails."""
    path = folder("failures")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Failing)
    server.daemon_threads, server.handle_error = True, lambda *_: None  # weft closes the connections of slow answers
    port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    to = [x for h in HOSTS for x in ("--resolve", "%s.town.example:%d:%s" % (h, port, "127.0.0.9" if h == "shut" else "127.0.0.1"))]
    try:
        run("crawl", "http://www.town.example:%d/" % port, "-o", os.path.join(path, "crawl"), "--allow-private", "--delay", "0", "--scope", "domain", "--pages", "300", "--time", "40s",
            "--patience", "1s", "--page-time", "2s", "--tries", "1", "--quiet", *to, ok=(0, 1, 3))
    finally:
        server.shutdown()
    truth(path)


def dates():
    """Five dates of a Web that changes: pages come, go, move and fail; hosts come and go. series compares all, pair the first and the last."""
    rng = random.Random(seed + 5)
    hosts = ["www.city.example", "museum.example", "blog.museum.example", "news.example", "old.example", "library.example", "fresh.example", "wiki.example"]
    born = {"fresh.example": 2, "wiki.example": 3}
    ends = {"old.example": 2}
    pages = []
    for i in range(700):
        host = hosts[min(len(hosts) - 1, int(rng.expovariate(0.45)))]
        from_date = max(born.get(host, 0), 0 if rng.random() < 0.6 else rng.randrange(5))
        pages.append((host, "http://%s/%s/%d.html" % (host, rng.choice(["a", "guide", "2019/news", "people"]), i), from_date, min(ends.get(host, 9), from_date + 1 + int(rng.expovariate(0.15)))))
    names = []
    for t in range(5):
        path = folder("dates-%d" % (t + 1))
        here = [p for p in pages if p[2] <= t]
        budget, records, arcs = 180 + 60 * t, [], set()
        alive = [p for p in here if t <= p[3]]
        for k, (host, url, start, end) in enumerate(here[:budget]):
            draw = random.Random("%s %d %d" % (url, t // 2, seed))
            stamp = "%d-05-0%dT12:%02d:%02dZ" % (2017 + 2 * t, t + 1, k // 60, k % 60)
            if t > end:
                records.append(record(url, stamp, "404 Not Found", "gone"))
            elif draw.random() < 0.04:
                to = draw.choice(alive)[1]
                records.append(record(url, stamp, "301 Moved Permanently", "", to=to))
                arcs.add((url, to))
            elif draw.random() < 0.03:
                records.append(record(url, stamp, "503 Service Unavailable", "later"))
            else:
                local = [p[1] for p in alive if p[0] == host]
                to = [local[int(len(local) * draw.random() ** 2)] for _ in range(4)] if local else []
                to += [here[int(len(here) * draw.random() ** 3)][1] for _ in range(5)]
                records.append(record(url, stamp, "200 OK", "".join('<a href="%s">see %d</a>' % (u, i) for i, u in enumerate(to))))
                arcs |= {(url, u) for u in to}
        with open(os.path.join(path, "captures.warc.gz"), "wb") as f:
            f.write(b"".join(records))
        run("import", os.path.join(path, "captures.warc.gz"), "-o", os.path.join(path, "crawl"), "--quiet")
        truth(path, arcs)
        names.append("dates-%d" % (t + 1))
    compared("series", names, ["%d-05-0%d" % (2017 + 2 * t, t + 1) for t in range(5)])
    compared("pair", [names[0], names[4]], ["2017", "2025"])


def compared(name, crawls, when):
    """A page on several crawls of this folder."""
    write(os.path.join(folder(name), "compare.json"), json.dumps({"crawls": crawls, "dates": when}))


def record(url, date, status, body, kind="text/html", to=""):
    more = "Location: %s\r\n" % to if to else ""
    answer = ("HTTP/1.1 %s\r\nContent-Type: %s\r\n%sContent-Length: %d\r\n\r\n" % (status, kind, more, len(body.encode()))).encode() + body.encode()
    head = ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nWARC-Record-ID: <urn:uuid:%s>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
            % (url, date, "00000000-0000-4000-8000-%012x" % random.Random(url + date).getrandbits(48), len(answer))).encode()
    return gzip.compress(head + answer + b"\r\n\r\n", mtime=0)


def dated():
    """An archive with several captures: of a page the best state holds, and its arcs are united."""
    path = folder("dated")
    records, arcs = [], set()
    for year in (2019, 2021, 2024):
        for i in range(30):
            url = "http://%s.example/%d" % ("abc"[i % 3], i)
            if (i + year) % 7 == 0:
                records.append(record(url, "%d-01-01T00:00:%02dZ" % (year, i), "404 Not Found", "gone"))
                continue
            to = ["http://%s.example/%d" % ("abc"[j % 3], j) for j in ((i * 3 + year) % 40, (i + 1) % 30, i)]
            records.append(record(url, "%d-01-01T00:00:%02dZ" % (year, i), "200 OK", "".join('<a href="%s">to %d</a>' % (t, k) for k, t in enumerate(to))))
            arcs |= {(url, t) for t in to}
    with open(os.path.join(path, "captures.warc.gz"), "wb") as f:
        f.write(b"".join(records))
    run("import", os.path.join(path, "captures.warc.gz"), "-o", os.path.join(path, "crawl"), "--quiet")
    truth(path, arcs)


def common_crawl(rng):
    path = folder("vertices")
    hosts = sorted({"%s.%s%d" % (rng.choice(["com", "de", "uk.co", "org"]), rng.choice(["shop", "news", "wiki"]), rng.randrange(60)) + rng.choice(["", ".www", ".blog"]) for _ in range(150)})
    arcs = {(rng.randrange(len(hosts)), int(len(hosts) * rng.random() ** 3)) for _ in range(600)}
    write(os.path.join(path, "vertices.txt"), "".join("%d\t%s\n" % (i, h) for i, h in enumerate(hosts)))
    write(os.path.join(path, "edges.txt"), "".join("%d\t%d\n" % a for a in sorted(arcs)))
    run("import", os.path.join(path, "vertices.txt"), os.path.join(path, "edges.txt"), "-o", os.path.join(path, "crawl"), "--quiet")
    name = lambda i: "http://%s/" % ".".join(reversed(hosts[i].split(".")))
    truth(path, [(name(u), name(v)) for u, v in arcs])


def smat(path):
    with open(path) as f:
        n = int(f.readline().split()[0])
        return n, [tuple(line.split()[:2]) for line in f if line.strip()]


def research():
    path = folder("bvgraph")
    n, arcs = smat(os.path.join(data, "wb-cs-stanford/wb-cs.stanford.smat"))
    for ext in (".graph", ".properties"):
        shutil.copy(os.path.join(data, "wb-cs-stanford/wb-cs.stanford" + ext), os.path.join(path, "crawl" + ext))
    truth(path, arcs, pages=n, bare=True)

    path = folder("hollins")
    with open(os.path.join(data, "hollins/hollins.dat"), encoding="latin-1") as f:
        lines = f.read().split("\n")
    n = int(lines[0].split()[0])
    names = [line.split(None, 1)[1].strip() for line in lines[1:n + 1]]
    arcs = [(int(u) - 1, int(v) - 1) for u, v in (line.split()[:2] for line in lines[n + 1:] if line.strip())]
    run("import", os.path.join(data, "hollins/hollins.dat"), "-o", os.path.join(path, "crawl"), "--fetched", "linking", "--quiet", "--keep-numbers", "--max-bad", "5%")
    truth(path, None, numbered=sorted(set(arcs)))

    archives()
    path = folder("hosts")
    run("quotient", os.path.join(root, "blackbook/crawl"), "--by", "host", "-o", os.path.join(path, "crawl"), "--quiet")
    truth(path)

    path = folder("tree")
    run("import", os.path.join(data, "httpd-docs-2snap/httpd-manual-2013-01-01.tar.xz"), "-o", os.path.join(path, "crawl"), "--base-url", "http://httpd.example/docs/", "--quiet", "--max-bad", "10%")
    truth(path)

    for year in ("2017", "2019"):
        path = folder("kafka-" + year)
        run("import", os.path.join(data, "kafka-site-2snap/kafka.apache.org-%s-06-30.tar.xz" % year), "-o", os.path.join(path, "crawl"), "--base-url", "http://kafka.example/", "--quiet", "--max-bad", "20%")
        truth(path)
    compared("kafka", ["kafka-2017", "kafka-2019"], ["2017-06-30", "2019-06-30"])

    path = folder("walk")
    file = os.path.join(data, "walk-domaingraphs/ALBERTA_energy_environment-graph.json")
    run("import", file, "-o", os.path.join(path, "crawl"), "--quiet")
    truth(path)


def two_pages():
    two = [("http://a.example/", "http://b.example/")]
    listed("two", two)
    return two


def twenty():
    few = ["http://%s.example/%s" % (h, p) for h, p in zip("aaaabbbbcccd", ("", "about", "news", "contact") * 3)]
    listed("twenty", [("http://a.example/", few[1 + i]) for i in range(8)] + [(few[1 + i % 9], few[(i * 5 + 3) % 12]) for i in range(12)], flags=("--fetched", "linking"))


def badly_named():
    rng, names = random.Random(seed + 3), hostile()
    arcs = [(rng.choice(names), rng.choice(names)) for _ in range(300)]
    listed("hostile", arcs, ",", "source,target\n", ("--fetched", "linking"), lambda x: '"' + x.replace('"', '""') + '"')


def archives():
    for name, file in (("blackbook", "IAH-20080430204825-00000-blackbook.warc.gz"), ("iana", "iana.warc.gz")):
        path = folder(name)
        run("import", os.path.join(data, "warc-samples", file), "-o", os.path.join(path, "crawl"), "--quiet")
        truth(path)


def main():
    groups = {"failures": failures, "dates": dates, "twenty": twenty, "hostile": badly_named, "two": two_pages, "archives": archives}
    names = {"dates": "series", "archives": "iana"}  # the last crawl of a group
    for group in sys.argv[4:]:
        if not os.path.exists(os.path.join(root, names.get(group, group), "truth.json" if group != "dates" else "compare.json")):
            os.makedirs(root, exist_ok=True)
            groups[group]()
    if sys.argv[4:]:
        return
    os.makedirs(root, exist_ok=True)
    rng = random.Random(seed)
    print("seed", seed)
    listed("urls", drawn(rng, urls(rng), 6000))
    listed("numbers", drawn(rng, list(range(800)), 4000), " ")
    words = [w + str(i) if i else w for i in range(40) for w in WORDS]
    listed("names", drawn(rng, words, 2500), "\t")
    chosen = [("http://k.example/%d" % (i // 3 if i % 2 else i), "http://l%d.example/%d" % (i % 9, i % 70)) for i in range(400)]
    listed("fetched", chosen, "\t", flags=("--fetched", "linking"))
    two = two_pages()
    listed("two-fetched", two, flags=("--fetched", "linking"))
    listed("both-ways", two + [two[0][::-1]], flags=("--fetched", "all"))
    listed("one", [("http://a.example/", "http://a.example/")])
    path = folder("no-arcs")
    write(os.path.join(path, "list.mtx"), "%%MatrixMarket matrix coordinate pattern general\n5 5 0\n")
    run("import", os.path.join(path, "list.mtx"), "-o", os.path.join(path, "crawl"), "--quiet")
    truth(path, [], pages=5)
    twenty()
    badly_named()
    live()
    failures()
    dated()
    dates()
    common_crawl(rng)
    path = folder("generated")
    run("generate", "web", "-o", os.path.join(path, "crawl"), "--pages", "3000", "--quiet")
    truth(path)
    if data:
        research()


main()
