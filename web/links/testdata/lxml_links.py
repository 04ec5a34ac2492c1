#!/usr/bin/env python3
"""Writes lxml_links.tsv: links of sample pages as lxml finds them, to compare weft/links with.

Made with Python 3.11.7, lxml 6.1.3, libxml2 2.14.6:
    python3 lxml_links.py SHARED_DATA 10 > lxml_links.tsv
The second argument takes every tenth page. A third, a path within an archive, prints the lines of that page instead.
A line of the result is archive, page, number of links and the first 16 hex digits of the sha256 of the sorted lines
"kind TAB url TAB anchor" of its links, each with a newline.
"""
import hashlib, re, sys, tarfile
from urllib.parse import urljoin, urldefrag, urlsplit, quote
from lxml import etree

SITES = [("httpd-docs-2snap/httpd-manual-2018-01-01.tar.xz", "https://httpd.apache.org/docs/"),
         ("kafka-site-2snap/kafka.apache.org-2017-06-30.tar.xz", "https://kafka.apache.org/")]
RELS = {"canonical": "canonical", "next": "next", "prev": "prev", "previous": "prev", "alternate": "alternate"}


def decode(body):
    for bom, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if body.startswith(bom):
            return body.decode(name, "replace")
    m = re.search(rb"<meta[^>]*charset=[\"']?([\w-]+)", body[:1024], re.I)
    if m:
        name = m[1].decode().lower()
        return body.decode("cp1252" if name in ("iso-8859-1", "us-ascii") else "cp949" if name == "euc-kr" else name, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def collapse(text):
    text = " ".join(text.replace("\0", "").split()).encode()
    return text[:256].decode("utf-8", "ignore").strip().encode()[:256].decode("utf-8", "ignore")


def anchor(e):
    text = collapse("".join(e.xpath(".//text()[not(ancestor::script or ancestor::style)]")))
    if not text:
        text = collapse(" ".join(e.xpath(".//img/@alt")))
    return text or collapse(e.get("title", ""))


def canonical(base, ref):
    url = urldefrag(urljoin(base, re.sub(r"[\t\r\n]", "", ref).strip("".join(map(chr, range(33))))))[0]
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    path = quote(parts.path or "/", safe="/%!$&'()*+,;=:@~[]|\\")
    query = "?" + quote(parts.query, safe="/%!$&()*+,;=:@~?[]|\\^`{}") if "?" in url else ""
    return f"{parts.scheme}://{parts.netloc.lower()}{path}{query}"


def links(page, body):
    root = etree.fromstring(decode(body).encode(), etree.HTMLParser(encoding="utf-8", huge_tree=True))
    if root is None:
        return
    base = page
    for e in root.iter("base"):
        if e.get("href") is not None:
            base = urljoin(page, e.get("href"))
            break
    robots = any("nofollow" in e.get("content", "").lower() for e in root.iter("meta") if e.get("name", "").lower() == "robots")
    for e in root.iter("a", "area", "frame", "iframe", "link", "meta"):
        ref, text, kinds = None, "", []
        rel = e.get("rel", "").lower().split()
        if e.tag in ("a", "area"):
            ref = e.get("href")
            kinds = ["link"] + (["nofollow"] if robots or {"nofollow", "ugc", "sponsored"} & set(rel) else [])
            text = anchor(e) if e.tag == "a" else collapse(e.get("alt") or e.get("title", ""))
        elif e.tag in ("frame", "iframe"):
            ref, kinds = e.get("src") or None, ["embed"]
        elif e.tag == "link":
            ref = e.get("href") or None
            kinds = [k for k in ("canonical", "alternate", "next", "prev") if k in {RELS.get(w) for w in rel}]
            if "stylesheet" in rel and "alternate" in kinds:
                kinds.remove("alternate")
        elif e.get("http-equiv", "").lower() == "refresh":
            m = re.match(r"[\s\d.]+[;,\s]\s*(?:url\s*=\s*)?['\"]?([^'\"]+)", e.get("content", ""), re.I)
            ref, kinds = m and m[1], ["refresh"]
        url = kinds and ref is not None and canonical(base, ref)
        if url:
            yield "\t".join(("+".join(kinds), url, text))


def main():
    data, step = sys.argv[1], int(sys.argv[2])
    for archive, root in SITES:
        with tarfile.open(f"{data}/{archive}") as tar:
            names = sorted(m.name for m in tar if m.isfile() and re.search(r"\.html?(\.[\w.-]+)?$", m.name))
            for name in names[::step] if len(sys.argv) < 4 else [n for n in names if n == sys.argv[3]]:
                lines = sorted(links(root + name, tar.extractfile(name).read()), key=str.encode)
                if len(sys.argv) > 3:
                    print("\n".join(lines))
                    continue
                digest = hashlib.sha256("".join(l + "\n" for l in lines).encode()).hexdigest()[:16]
                print(archive, name, len(lines), digest, sep="\t")


main()
