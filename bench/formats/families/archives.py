"""Archives: what warcio writes, and the same damaged, in parts or without their headers."""
import gzip, io, json, zipfile
import datetime

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from case import Case, drawn_graph, named


def cases(rng):
    for make in (whole, holes, short, segments, arcs_files, wacz, cdx, mixed):
        yield from make(rng)


def site(rng):
    n, arcs = drawn_graph(rng, rng.choice([5, 8, 13]), loops=False)
    names = [f"http://{rng.choice(['a', 'b'])}.example/p{i}" for i in range(n)]
    return names, named(arcs, names)


def html(name, arcs, filler=0):
    links = "".join(f'<a href="{b}">x</a>' for a, b in sorted(arcs) if a == name)
    return f"<html><body>{links}<p>{'word ' * filler}</p></body></html>".encode()


def response(body):
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def record(name, payload, kind="response", length=None, extra=""):
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {name}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{abs(hash((name, kind, extra))):032x}>\r\n{extra}"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(payload) if length is None else length}\r\n\r\n"
    return head.encode() + payload + b"\r\n\r\n"


def warc(rng, names, arcs, filler=0):
    return [record(n, response(html(n, arcs, filler))) for n in names]


def whole(rng):
    names, arcs = site(rng)
    for packed in (True, False):
        out = io.BytesIO()
        w = WARCWriter(out, gzip=packed)
        for n in names:
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            w.write_record(w.create_warc_record(n, "response", payload=io.BytesIO(html(n, arcs)), http_headers=head))
        body = out.getvalue()
        yield Case("WARC", f"warcio, gzip {packed}", {"a.warc" + ".gz" * packed: body}, arcs)
        for lead in (b"\xef\xbb\xbf", b"\r\n", b"\n\n", b"\r\n\r\n\r\n"):
            if not packed:
                yield Case("WARC", f"{lead!r} before the first record", {"a.warc": lead + body}, arcs)
        if packed:
            yield Case("WARC", "an empty gzip member first", {"a.warc.gz": gzip.compress(b"") + body}, arcs)
    body = b"".join(warc(rng, names, arcs))
    yield Case("WARC", "one gzip stream for all records", {"a.warc.gz": gzip.compress(body)}, arcs)
    yield Case("WARC", "LF for CRLF in headers, lengths of the body kept", {"a.warc": lf_headers(names, arcs)}, arcs, ask=True)


def lf_headers(names, arcs):
    out = b""
    for n in names:
        r = record(n, response(html(n, arcs)))
        head, rest = r.split(b"\r\n\r\n", 1)
        out += head.replace(b"\r\n", b"\n") + b"\n\n" + rest
    return out


def holes(rng):
    for share in (0.05, 0.3, 0.6):
        for fill in (b"\0", b"x", None):
            names, arcs = [f"http://a.example/p{i}" for i in range(400)], set()
            for i in range(399):
                arcs.add((names[i], names[i + 1]))
            body = bytearray(b"".join(warc(rng, names, arcs, 20)))
            size = int(len(body) * share)
            at = rng.randint(len(body) // 10, len(body) - size - len(body) // 20)
            if fill == b"x":  # from inside a page: letters from one header to another make one header of both, as a reader sees it
                at = body.index(b"<p>word", at)
            body[at : at + size] = (fill or b"") * size if fill else rng.randbytes(size)
            yield Case("holes in archives", f"{share:.0%} of the bytes are {fill!r}", {"a.warc": bytes(body)})
            # What is overwritten inside a page may end a link: no reader can know that of the two pages at the ends of the hole.
            yield Case("holes in archives", f"{share:.0%} of the bytes are {fill!r}, --max-bad 100%", {"a.warc": bytes(body)}, lambda got, arcs=arcs, share=share: len(got - arcs) <= 2 and len(got) >= len(arcs) * (1 - share) * 0.95 - 3, args=["{}/a.warc", "--max-bad", "100%"])


def short(rng):
    for by in (1, 2, 7, 40):
        names, arcs = site(rng)
        out = b""
        for i, n in enumerate(names):
            payload = response(html(n, arcs, 30))
            out += record(n, payload, length=len(payload) - by) if i % 2 == 0 else record(n, payload)
        # Without its last 40 bytes each page still has all of its links.
        yield Case("short lengths", f"every second Content-Length {by} bytes short", {"a.warc": out}, arcs, args=["{}/a.warc", "--max-bad", "100%"])
        cut = b"".join(warc(rng, names, arcs, 30))
        yield Case("cut ends", f"the last record without its last {by + 4} bytes", {"a.warc": cut[: -by - 4]}, arcs, args=["{}/a.warc", "--max-bad", "100%"])
        yield Case("cut ends", f"gzip without its last {by} bytes", {"a.warc.gz": gzip.compress(cut)[:-by]}, lambda got, arcs=arcs: got <= arcs and len(got) >= len(arcs) * 0.5, args=["{}/a.warc.gz", "--max-bad", "100%"])


def segments(rng):
    for parts in (2, 3):
        names, arcs = site(rng)
        out, later = b"", b""
        for n in names:
            payload = response(html(n, arcs))
            step = len(payload) // parts + 1
            pieces = [payload[i : i + step] for i in range(0, len(payload), step)]
            ident = "<urn:uuid:%032x>" % rng.getrandbits(128)
            first = record(n, pieces[0], extra="WARC-Segment-Number: 1\r\n")
            import re

            first = re.sub(rb"WARC-Record-ID: <[^>]*>", b"WARC-Record-ID: " + ident.encode(), first)
            out += first
            for k, piece in enumerate(pieces[1:], 2):
                last = f"WARC-Segment-Total-Length: {len(payload)}\r\n" if k == len(pieces) else ""
                out += record(n, piece, "continuation", extra=f"WARC-Segment-Origin-ID: {ident}\r\nWARC-Segment-Number: {k}\r\n{last}")
        yield Case("segments", f"{parts} segments a record", {"a.warc": out}, arcs)


def arcs_files(rng):
    for headers in (True, False):
        for version in (1, 2):
            names, arcs = site(rng)
            fields = "URL IP-address Archive-date Content-type Archive-length"
            if version == 2:
                fields = "URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length"
            body = f"{version} 0 drawn\n{fields}\n\n".encode()
            out = f"filedesc://a.arc 0.0.0.0 20240101000000 text/plain {'200 - - 0 a.arc ' if version == 2 else ''}{len(body)}\n".encode() + body
            for n in names:
                payload = response(html(n, arcs)) if headers else html(n, arcs)
                out += f"\n{n} 127.0.0.1 20240101000000 text/html {'200 - - 0 a.arc ' if version == 2 else ''}{len(payload)}\n".encode() + payload
            yield Case("ARC", f"version {version}, {'with' if headers else 'without'} HTTP headers", {"a.arc": out + b"\n"}, arcs)
            yield Case("ARC", f"version {version}, gzip", {"a.arc.gz": gzip.compress(out + b"\n")}, arcs)


def package(body, pages):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        z.writestr("archive/data.warc.gz", body)
        z.writestr("pages/pages.jsonl", pages)
        z.writestr("datapackage.json", json.dumps({"profile": "data-package", "wacz_version": "1.1.1", "resources": []}))
    return out.getvalue()


def wacz(rng):
    parts, all_arcs = [], set()
    for k in range(2):
        names, arcs = site(rng)
        names = [n.replace(".example", f"{k}.example") for n in names]
        arcs = {tuple(x.replace(".example", f"{k}.example") for x in a) for a in arcs}
        lines = [json.dumps({"format": "json-pages-1.0", "id": "pages", "title": "All Pages"})] + [json.dumps({"id": str(i), "url": n, "ts": "2024-01-01T00:00:00Z", "title": "t"}) for i, n in enumerate(names)]
        parts.append(package(gzip.compress(b"".join(warc(rng, names, arcs))), "\n".join(lines) + "\n"))
        all_arcs |= arcs
        yield Case("WACZ", "one package", {"a.wacz": parts[-1]}, arcs)
        # A list of pages has no links: its pages are pages without arcs.
        yield Case("pages.jsonl", "Browsertrix", {"pages.jsonl": ("\n".join(lines) + "\n").encode()}, set(), pages=len(names))
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_STORED) as z:
        for k, p in enumerate(parts):
            z.writestr(f"crawl-{k}.wacz", p)
        z.writestr("datapackage.json", json.dumps({"profile": "multi-wacz-package", "resources": [{"name": f"crawl-{k}.wacz", "path": f"crawl-{k}.wacz"} for k in range(2)]}))
    yield Case("multi-WACZ", "two packages", {"m.wacz": outer.getvalue()}, all_arcs)
    import tarfile

    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as t:
        for k, p in enumerate(parts):
            info = tarfile.TarInfo(f"crawl-{k}.wacz")
            info.size = len(p)
            t.addfile(info, io.BytesIO(p))
    yield Case("multi-WACZ", "two packages in a tar archive", {"m.tar": tar.getvalue()}, all_arcs)


def cdx(rng):
    names = sorted({f"http://example.com/{x}" for x in rng.sample(range(1000), 20)})
    rows = [("com,example)/" + n.split("/")[-1], f"202401010000{i:02d}", n, "text/html", "200", "A" * 32, "1043") for i, n in enumerate(names)]
    keys = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"]
    yield Case("answers of CDX servers", "text", {"a.txt": "".join(" ".join(r) + "\n" for r in rows).encode()}, set(), pages=len(names))
    yield Case("answers of CDX servers", "JSON", {"a.json": json.dumps([keys] + [list(r) for r in rows]).encode()}, set(), pages=len(names))
    yield Case("answers of CDX servers", "JSON, a row a line", {"a.json": ("[" + ",\n".join(json.dumps(r) for r in [keys] + [list(r) for r in rows]) + "]\n").encode()}, set(), pages=len(names))
    objects = [{"urlkey": r[0], "timestamp": r[1], "url": r[2], "mime": r[3], "status": r[4], "digest": r[5], "length": r[6], "offset": "0", "filename": "a.warc.gz"} for r in rows]
    yield Case("answers of CDX servers", "pywb's JSON lines", {"a.jsonl": "".join(json.dumps(o) + "\n" for o in objects).encode()}, set(), pages=len(names))
    yield Case("CDX", "11 fields", {"a.cdx": (" CDX N b a m s k r M S V g\n" + "".join(" ".join((*r[:6], "-", "-", r[6], "0", "a.warc.gz")) + "\n" for r in rows)).encode()}, set(), pages=len(names))
    yield Case("CDX", "CDXJ", {"a.cdxj": "".join(f"{r[0]} {r[1]} " + json.dumps({"url": r[2], "mime": r[3], "status": r[4], "digest": r[5], "length": r[6], "offset": "0", "filename": "a.warc.gz"}) + "\n" for r in rows).encode()}, set(), pages=len(names))


def mixed(rng):
    """One file of another kind among archives: refused, or skipped on request; its words are never pages."""
    names, arcs = site(rng)
    body = b"".join(warc(rng, names, arcs))
    others = {
        "prose": b"Access denied\n",
        "an error page": b"<html><body><h1>403 Forbidden</h1></body></html>",
        "a list of links": b"http://x.example/ http://y.example/\n",
        "an answer in JSON": b'{"error": "denied"}\n',
        "nothing": b"",
        "zeros": b"\0" * 5000,
        "gzip of prose": gzip.compress(b"Access denied\n"),
    }
    for label, other in others.items():
        name = "b.warc.gz" if label == "gzip of prose" else "b.warc"
        files = {"a.warc": body, name: other}
        yield Case("archives and one bad file", label, files, args=["{}/a.warc", "{}/" + name])
        yield Case("archives and one bad file", label + ", --skip-bad-files", files, arcs, args=["{}/a.warc", "{}/" + name, "--skip-bad-files"])
