"""Rules for the page of one crawl: what its items must say, by model.py."""
import csv, glob, json, math, os, re
from collections import Counter
import numpy as np
import model
from figures import *

HELD = ("held", "limit", "robots", "nofollow", "scope", "types", "excluded")
PARTLY = ("cut-short", "shells", "cookies")


def missing_of(c):
    """Classes of missing URLs: of a live crawl as weft missing says, else by the states."""
    def make():
        said = json_of(c, "missing-json")
        s = c.state_counts
        if said.get("of") == "log":
            classes = {x["name"]: x["urls"] for x in said["classes"]}
        else:
            classes = {name: n for name, n in (("failed", s["failed"]), ("excluded", s["excluded"]), ("never", s["ghost"]), ("unknown", s["unknown"])) if n}
        return said, classes
    return c.once("missing", make)


def fates(c):
    """Pages by fate: fetched, redirected, failed, skipped, never, unknown."""
    s, (said, classes) = c.state_counts, missing_of(c)
    skipped = sum(classes.get(x, 0) for x in HELD)
    never = sum(classes.get(x, 0) for x in ("never", "waiting", "absent"))
    if not classes:
        skipped, never = s["excluded"], s["ghost"]
    return dict(fetched=s["fetched"], redirected=s["redirected"], failed=s["failed"], skipped=skipped, never=never, unknown=s["unknown"])


def small(c):
    return c.n < 50


def rules(k):
    head(k)
    missing(k)
    contents(k)
    atlas(k)
    who(k)
    bowtie(k)
    distances(k)
    links(k)
    chance(k)
    inequality(k)
    divided(k)
    how(k)
    k.rule("foot#text", r"Written by weft [\d.]+\S*, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. This page is self-contained.*")


def head(k):
    c, rule, want = k.c, k.rule, k.want
    f, n = fates(c), c.n
    rule("head#(title|h1|li|@nav|@span)", ".*")
    rule("head#text", r"Web graph report.*")
    start = "A crawl of " + plural(n, "page")
    if c.named and c.hosts:
        start += " on %s in %s" % (plural(len(c.hosts), "host"), plural(len(c.domains), "domain"))
    start += ", with %s." % plural(c.arcs, "arc") if c.arcs else ", without arcs."
    if not c.named:
        start += " Its pages have numbers and no names."

    def lead(item, m):
        rest = m.group(1)
        if f["unknown"] == n:
            return want(item, rest.startswith("The input does not say which"), "the states are unknown")
        if f["fetched"] == n:
            return want(item, rest == "Every known page was fetched.", "all pages were fetched")
        p = re.fullmatch(r"(?:%s of the known pages were fetched|None of the known pages was fetched)((?:[;,] [\d,]+ [a-z ]+)*)\." % S, rest)
        want(item, bool(p), "unreadable")
        if p:
            want(item, is_share(p.group(1) or "0 %", f["fetched"], n), "share of %d" % f["fetched"])
            told = {re.sub(r"^(were|was) ", "", b): int(a.replace(",", "")) for a, b in re.findall(r"([\d,]+) ([a-z][a-z ]*)", p.group(2))}
            names = {"redirect": "redirected", "redirects": "redirected", "failed": "failed", "held back or skipped": "skipped", "never requested": "never", "have an unknown state": "unknown", "has an unknown state": "unknown"}
            want(item, {names[x]: y for x, y in told.items()} == {x: y for x, y in f.items() if y and x != "fetched"}, "pages by fate: %s" % f)
    rule("head#text", re.escape(start) + r"\s*(.*)", lead)
    rule("head#text", r"A crawl without pages.*", lambda i, m: want(i, n == 0, "there are pages"))

    def first(item, m):
        _, classes = missing_of(c)
        names = re.findall(r"“([^”]+)”", m.group(2))
        want(item, is_number(m.group(1), sum(classes.get(x, 0) for x in names)), "classes have %s" % classes)
    rule("head#text", r"Do this first: fetch the %s pages? of the class(?:es)? (.*?), weft .*" % N, first)
    rule("head#text", r"Do this first: name the fetched pages.*", lambda i, m: want(i, f["unknown"] == n, "states are known"))
    name = {"fetched": "fetched", "redirected": "redirected", "failed": "failed", "held back or skipped": "skipped", "never requested": "never", "unknown": "unknown"}
    per = "|".join(name)
    rule("head#text", r"(%s) %s" % (per, N), lambda i, m: want(i, is_number(m.group(2), f[name[m.group(1)]]), "fates %s" % f))
    rule("head#text", r"(?:(?:%s) [\d,]+ \([^)]*\)\.\s*)+" % per.replace("fetched", "[Ff]etched").replace("|r", "|[Rr]").replace("|failed", "|[Ff]ailed").replace("|h", "|[Hh]").replace("|n", "|[Nn]").replace("|u", "|[Uu]"),
         lambda i, m: [want(i, is_number(b, f[name[a.strip().lower()]]) and is_share(p, f[name[a.strip().lower()]], n), "%s: fates %s" % (a, f)) for a, b, p in re.findall(r"([A-Za-z ]+?) ([\d,]+) \(([^)]*)\)\.", i[2])])
    rule("head#dt", ".*", lambda i, m: setattr(k, "label", i[2]))

    def tile(item, m):
        value, _, note = item[2].partition(" ") if k.label not in ("On disk", "Received") else (item[2], "", "")
        keys = {"Fetched": "fetched", "Failed": "failed", "Held back or skipped": "skipped", "Never requested": "never"}
        note = note.strip()
        if k.label == "Pages":
            want(item, is_number(value, n) and note == "known", "pages")
        elif k.label in keys:
            want(item, is_number(value, f[keys[k.label]]) and is_share(note, f[keys[k.label]], n), "fates %s" % f)
        elif k.label == "Arcs":
            p = re.fullmatch(N + r" per (?:page|fetched page|page without ghosts)", note)
            want(item, is_number(value, c.arcs) and bool(p) and is_number(p.group(1), c.arcs / max(1, n - c.state_counts["ghost"])), "arcs and mean")
        elif k.label == "Hosts":
            want(item, is_number(value, len(c.hosts)) and note == "in " + plural(len(c.domains), "domain"), "hosts")
        elif k.label == "On disk":
            p = re.fullmatch(r"(\S+ \S+)(?:\s+%s bits per arc)?" % N, item[2])
            want(item, bool(p) and (p.group(2) is None or is_number(p.group(2), *k.bits())), "bits per arc")
        elif k.label == "Received":
            p = re.fullmatch(r"(\S+ \S+)\s+in %s responses?" % N, item[2])
            log = log_of(c)
            want(item, bool(p) and said_size(p.group(1), log["bytes"]) and is_number(p.group(2), log["responses"]), "%s" % {x: log[x] for x in ("bytes", "responses")})
        else:
            k.fail(item, "unknown tile " + k.label)
    rule("head#dd", ".*", tile)


def into(c):
    """Pages that link to each page, by all kinds, without the page itself; and arcs into it."""
    def make():
        pairs = set(zip(c.src.tolist(), c.dst.tolist()))
        return Counter(v for u, v in pairs if u != v), pairs
    return c.once("into", make)


def with_port(name):
    m = re.match(r"(?:https?|ftp)://(?:[^/?#@]*@)?(\[[^\]]*\](?::\d+)?|[^/?#]*)", name)
    return m.group(1) if m else ""


def missing(k):
    c, rule, want = k.c, k.rule, k.want
    said, classes = missing_of(c)
    f, n = fates(c), c.n
    partly = sum(classes.get(x, 0) for x in PARTLY)
    lost = n - (f["fetched"] - partly) - f["redirected"]
    have = f["fetched"] - partly
    rule("missing#text", r"Of %s known pages? %s (?:was|were) fetched whole, %s redirects? and %s (?:is|are) missing\." % (N, N, N, N), k.figures_are(n, have, f["redirected"], lost))
    rule("(missing|classes)#text", r"Nothing is missing: %s known pages? (?:was|were) fetched\." % N, lambda i, m: want(i, lost == 0 and f["redirected"] == 0 and is_number(m.group(1), n), "%d are missing" % lost))
    rule("(missing|classes)#text", r"Nothing is missing: of %s known pages? %s (?:was|were) fetched and %s redirects?\." % (N, N, N), lambda i, m: (want(i, lost == 0, "%d missing" % lost), k.figures_are(n, have, f["redirected"])(i, m)))
    state_of = {"failed": "failed", "excluded": "excluded", "never": "ghost"}

    def row(item, m):
        name, urls, arcs = m.group(1), m.group(2), m.group(3)
        want(item, is_number(urls, classes.get(name, -1)), "classes %s" % classes)
        if len(classes) and set(classes) <= set(state_of):
            counts, _ = into(c)
            want(item, is_number(arcs, sum(counts[u] for u in range(n) if c.states[u] == state_of[name])), "links to pages of the class")
        else:
            want(item, any(is_number(arcs, x["links"]) for x in said["classes"] if x["name"] == name), "links as weft missing says")
    rule("classes#tr", r"([a-z-]+)  [^|]* \| %s \| %s" % (N, N), row)
    rule("fetch#li|missing#li".replace("|", "|"), r".*weft (?:crawl|missing) .*")
    rule("(fetch|missing)#li", r".*weft (?:crawl|missing) .*")
    k.folded = ""

    def reasons(item, m):
        cls = "failed" if item[0] == "failures" else k.folded
        told = {x["reason"]: x["urls"] for y in said.get("classes", []) if y["name"] == cls for x in y.get("reasons") or []}
        got = re.findall(r"(.+?) ([\d,]+)(?= \d{3} |$| [a-z])", item[2]) if item[0] == "failures" else [m.groups()]
        for reason, count in got:
            want(item, is_number(count, told.get(reason.strip(), -1)), "as weft missing says: %s" % told)
        if item[0] == "failures":
            want(item, sum(told.values()) <= classes.get("failed", 0), "reasons of %d failures" % classes.get("failed", 0))
    k.where = ""
    rule("failures#text", r"(?:[^|]+? [\d,]+ ?)+", lambda i, m: want(i, sum(int(x.replace(",", "")) for x in re.findall(r"(?<= )([\d,]+)(?= |$)", re.sub(r"(^| )\d{3} (?=[A-Z])", " ", i[2]))) <= classes.get("failed", 0), "reasons of %d failures" % classes.get("failed", 0)))

    def fold(item, m):
        k.folded = m.group(1)
        want(item, is_number(m.group(2), classes.get(k.folded, said_urls(said, k.folded))), "classes %s" % classes)
    rule("missing#text", r"([a-z-]+): .* \(%s\)" % N, fold)
    rule("(missing|failures)#tr", r"(?:Reason|Host|Most linked|Page|Class).*", lambda i, m: setattr(k, "where", i[2].split(" ")[0]))
    state_pages = {}

    def counted(item, m):
        name, count = m.groups()
        if k.where == "Host":
            if k.folded in state_of and set(classes) <= set(state_of):
                have = sum(1 for u in range(n) if c.states[u] == state_of[k.folded] and (with_port(c.names[u]) == name or name.startswith("(") and not with_port(c.names[u]))) if c.named else None
                return want(item, have is None or is_number(count, have), "host has %s" % have)
            told = {x["host"] or "(no host)": x["urls"] for y in said["classes"] if y["name"] == k.folded for x in y.get("hosts") or []}
            return want(item, is_number(count, told.get(name, -1)), "as weft missing says: %s" % told)
        told = {x["reason"]: x["urls"] for y in said["classes"] if y["name"] == k.folded for x in y.get("reasons") or []}
        want(item, is_number(count, told.get(name, -1)), "as weft missing says: %s" % told)
    rule("missing#tr", r"([^|]*) \| %s" % N, counted)
    rule("(missing|missing-hosts)#tr", r"and %s more hosts?" % N)

    def example(item, m):
        shown = m.group(1).strip()
        counts, pairs = into(c)
        us = found(c, shown)
        links = m.group(2)
        want(item, any(is_number(links or "1", counts[u]) or links is None and counts[u] == 0 for u in us), "pages that link to it: %s" % [counts[u] for u in us])
        if m.group(3):
            vs = found(c, m.group(3).strip())
            want(item, any((v, u) in pairs for u in us for v in vs), "that page links to it")
    rule("(missing|failures)#tr", r"([^|]*) \| (?:[^|]* \| )? ?(?:%s links, such as )? ?([^|]*)" % N, example)
    rule("(missing|failures)#tr", r"([^|]*)()()", lambda i, m: want(i, bool(found(c, m.group(1).strip())), "there is no such page"))
    rule("missing-hosts#tr", r"Host .*")

    def host(item, m):
        us = c.once("pages of hosts", lambda: grouped(c))
        mine = us.get(m.group(1).strip(), us.get("", []) if m.group(1).startswith("(") else [])
        gone = sum(1 for u in mine if c.states[u] not in ("fetched", "redirected"))
        want(item, is_number(m.group(3), len(mine)) and (is_number(m.group(2), gone) if not partly else number(m.group(2))[0] >= gone), "%d of %d" % (gone, len(mine)))
    rule("missing-hosts#tr", r"(.*) \| %s \| %s" % (N, N), host)


def grouped(c):
    of = {}
    for u, name in enumerate(c.names):
        of.setdefault(with_port(name), []).append(u)
    return of


def said_urls(said, name):
    return next((x["urls"] for x in said.get("classes", []) if x["name"] == name), -1)


def log_of(c):
    """The crawl log, counted."""
    def make():
        out = {"responses": 0, "bytes": 0, "statuses": Counter(), "types": Counter(), "sizes": Counter(), "depths": Counter(), "times": []}
        path = os.path.join(c.folder, "crawl", "log", "crawl.log")
        for line in model.read_lines(path) if os.path.exists(path) else []:
            f = line.split()
            if len(f) < 7:
                continue
            size = int(f[2]) if f[2] != "-" else 0
            out["responses"] += 1
            out["bytes"] += size
            out["statuses"][f[1]] += 1
            if f[6] != "-":
                out["types"][f[6].lower().split(";")[0]] += 1
            if int(f[1]) > 0:
                out["sizes"][next(name for name, end in (("empty", 1), ("below 1 KiB", 1 << 10), ("1 to 10 KiB", 10 << 10), ("10 to 100 KiB", 100 << 10), ("100 KiB to 1 MiB", 1 << 20), ("1 to 10 MiB", 10 << 20), ("10 MiB and more", 1 << 60)) if size < end)] += 1
            out["depths"]["0" if f[4] == "-" else str(len(f[4]))] += 1
            out["times"].append(f[0])
        return out
    return c.once("log", make)


def contents(k):
    c, rule, want, n = k.c, k.rule, k.want, k.c.n
    s, log = c.state_counts, log_of(c)
    hosts = Counter(c.hosts_of)
    state = {"Every page has an arc": c.dangling == 0, "No fetched page is dangling (without arcs)": c.dangling == 0}

    def sentence(item, text):
        for pattern, check in (
            (r"All pages are on one host", lambda m: len(hosts) == 1),
            (r"The largest of %s hosts has %s of the pages" % (N, S), lambda m: is_number(m.group(1), len(hosts)) and is_share(m.group(2), max(hosts.values()), n)),
            (r"(\S.* has [\d,]+ pages?(?:, .* has [\d,]+ pages?)*)", lambda m: all(any(same_name(a.strip(), h) or h == "" and a.strip().startswith("(") for h in hosts if is_number(b, hosts[h])) for a, b in re.findall(r"(?:^|, )(.*?) has ([\d,]+) pages?", m.group(1)))),
            (r"The crawl log has %s responses? with (\S+ \S+?)(?:, .*)?" % N, lambda m: is_number(m.group(1), log["responses"]) and said_size(m.group(2), log["bytes"])),
            (r"Measures use %s of %s arcs? by default; (%s|none) leads? from a page to itself" % (N, N, N[1:-1]), lambda m: is_number(m.group(1), c.measured) and is_number(m.group(2), c.arcs) and is_number(m.group(3).replace("none", "0"), c.loops)),
            (r"%s arcs? of unknown kinds; (%s|none) leads? from a page to itself" % (N, N[1:-1]), lambda m: is_number(m.group(1), c.arcs) and is_number(m.group(2).replace("none", "0"), c.loops)),
            (r"%s of the fetched pages \(%s\) (?:is|are) dangling \(without arcs\)" % (N, S), lambda m: is_number(m.group(1), c.dangling) and is_share(m.group(2), c.dangling, s["fetched"])),
            (r"%s pages? of %s \(%s\) ha(?:s|ve) no arc" % (N, N, S), lambda m: is_number(m.group(1), c.dangling) and is_number(m.group(2), n) and is_share(m.group(3), c.dangling, n)),
            (r"(Every page has an arc|No fetched page is dangling \(without arcs\))", lambda m: c.dangling == 0),
            (r"[^\d]*", lambda m: True),
        ):
            m = re.fullmatch(pattern, text)
            if m:
                return want(item, check(m), "not so: " + text)
        k.fail(item, "unreadable: " + text)
    texts = lambda i, m: [sentence(i, x.rstrip(".")) for x in re.split(r"(?<=[a-z)0-9B])\. (?=[A-Z0-9])", i[2])]
    rule("contents#text", r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: UTC)?")
    rule("contents#text", r"at most %s responses? in a column" % N, lambda i, m: want(i, 0 < number(m.group(1))[0] <= log["responses"], "responses"))
    rule("contents#(title|@div|@span)", ".*")
    rule("contents#desc", r"Columns from (.*) to (.*)\.")

    def largest(item, m):
        for name, count in re.findall(r"(?:: |; )(.*?), ([\d,]+) pages?", item[2]):
            want(item, any(is_number(count, hosts[h]) for h in hosts if same_name(name, h) or h == "" and name.startswith("(")), "pages of %s" % name)
    rule("contents#desc", r"The largest hosts: .*", largest)
    rule("contents#figcaption", r"Pages by host.*?(?: The picture leaves out %s smaller hosts? with %s pages?\.)?" % (N, N), lambda i, m: m.group(1) and want(i, number(m.group(1))[0] < len(hosts) and number(m.group(2))[0] < n, "hosts left out"))
    rule("contents#text", r"%s pages?" % N, lambda i, m: want(i, int(m.group(1).replace(",", "")) in hosts.values() or number(m.group(1))[0] < n, "no host has so many"))
    rule("contents#text", r"(?:Measures|The largest|All pages|The crawl log|.* has [\d,]+ pages?[,.]|[\d,]+ arcs of unknown|[\d,]+ pages? of|[\d,]+ of the fetched|Every page|No fetched).*", texts)
    rule("contents#text", r"[^ ]+|[\d,]+ other hosts?")  # names of hosts in the treemap
    rule("(statuses|types|sizes|depths|arcs|words)#text", r"(?:%s more|.*of %s texts? that were stored with the arcs\.|The most frequent anchor texts\.)" % (N, N), lambda i, m: m.group(2) and want(i, is_number(m.group(2), len(c.anchors)), "%d texts" % len(c.anchors)))
    rule("(statuses|types|sizes|depths|arcs|words)#tr", r"(?:Status|Type|Size|Links|Kind|Text) \| Count \| Share")

    def row(item, m):
        name, count, part = m.groups()
        key = item[0]
        if key == "arcs":
            return want(item, is_number(count, c.kind_counts[name]) and is_share(part, c.kind_counts[name], c.arcs), "%d" % c.kind_counts[name])
        if key == "words":
            have = [v for t, v in c.texts.items() if " ".join(inert(t).split()) == " ".join(name.split())]
            place = getattr(k, "word", 0)
            k.word = place + 1
            ranked = c.once("ranked texts", lambda: sorted(c.texts.values(), reverse=True))
            return want(item, any(is_number(count, v) for v in have) and is_number(count, ranked[place]) and is_share(part, int(count.replace(",", "")), len(c.anchors)), "text %s" % have)
        of = log[key]
        have = of.get(name, 0)
        if key == "statuses":
            status = name.split(" ")[0]
            if not status.isdigit():  # a cause: several have one name
                rest = sum(v for s, v in of.items() if int(s) <= 0)
                return want(item, int(count.replace(",", "")) <= rest and is_share(part, int(count.replace(",", "")), sum(of.values())), "causes: %d" % rest)
            have = of[status]
        elif name.endswith(" others"):
            return want(item, int(count.replace(",", "")) < sum(of.values()), "others")
        elif not name:
            return want(item, False, "no name")
        want(item, is_number(count, have) and is_share(part, have, sum(of.values())), "%d of %d" % (have, sum(of.values())))
    rule("(statuses|types|sizes|depths|arcs|words)#tr", r"(.*) \| %s \| %s" % (N, S), row)


def atlas(k):
    c, rule, want, n = k.c, k.rule, k.want, k.c.n

    def nodes(item, m):
        by, count, total, part = m.group(2), m.group(1), m.group(3), m.group(4)
        many = {"host": len([h for h in set(c.hosts_of) if h]), "domain": len(c.domains), "page": n}.get(by)
        want(item, is_number(total or count, many) if by != "site" else True, "%ss: %s" % (by, many))
        want(item, bool(part) == bool(total), "a share only of some")
        if by != "site" and part:
            pr = c.scores("pagerank")["Pages"]
            sums = pr if by == "page" else np.array([v for h, v in c.host_sums(pr).items() if h]) if by == "host" else None
            if sums is not None:
                top = np.sort(sums)[::-1][:int(count.replace(",", ""))].sum()
                want(item, abs(number(part.rstrip(" %"))[0] - 100 * top) <= 0.06, "PageRank %.4f" % top)
    rule("map#text", r"(?:The|All) %s (host|page|domain|site)s (?:with the most PageRank, of %s|of the crawl)\.(?: They have %s of the PageRank\.)?(?: Nothing was fetched of %s of them\.)?" % (N, N, S, N), nodes)
    rule("map#text", r"\d+ to \d+ %|Area: PageRank\. Lines: the [\d,]+ strongest of [\d,]+ links\.")
    rule("map#(text|desc|title|@div|figcaption)", ".*")  # names


def who(k):
    c, rule, want, n = k.c, k.rule, k.want, k.c.n
    k.heads = []
    rule("(pages|hosts|who)#tr", r"(?:Page|Host) \| .*", lambda i, m: setattr(k, "heads", [x.strip() for x in i[2].split("|")]))
    rule("(pages|hosts|who)#(@div|@span|h3)", ".*", lambda i, m: setattr(k, "full", i[2]))
    rule("(pages|hosts)#text", r"%s (?:more )?(?:pages|hosts)" % N)

    def values(name, of_hosts):
        def make():
            if name == "Harmonic":
                d = c.distances()
                v = d[1] if d else None
            else:
                lists = c.scores({"PageRank": "pagerank", "HITS authority": "hits", "SALSA": "salsa", "In-links": "indegree"}[name])
                v = lists.get("Pages", lists.get("Authorities"))
            if v is not None and of_hosts:
                sums = c.host_sums(v)
                return {h: x for h, x in sums.items() if h}
            return v
        return c.once("standing %s %s" % (name, of_hosts), make)

    def standing(item, m):
        cells = [x.strip() for x in item[2].split(" | ")]
        hosts = k.heads[0] == "Host"
        shown = cells[0]
        if hosts:
            keys = [h for h in set(c.hosts_of) if h and same_name(re.sub(r"\s+\(.*", "", shown), h)]
        else:
            keys = found(c, getattr(k, "full", shown)) or found(c, shown)
        if not keys:
            return want(item, False, "there is no such %s" % k.heads[0])
        ok = []
        for key in keys:
            good = True
            for name, cell in zip(k.heads[1:-1], cells[1:-1]):
                v = values(name, hosts)
                if v is None:
                    continue
                all_values = np.array(list(v.values())) if hosts else v
                x = v[key]
                lo, _, hi = cell.replace(",", "").partition("–")
                hi = hi or lo
                e = 3e-6 * abs(x) + 2e-9 * all_values.max(initial=0) if name != "In-links" else 0
                first = ((all_values > x + e).sum() + 1, (all_values > x - e).sum() + 1 if e else (all_values > x).sum() + 1)
                last = ((all_values >= x + e).sum() if e else (all_values >= x).sum(), (all_values >= x - e).sum())
                good &= first[0] <= int(lo) <= max(first) and (min(last) <= int(hi) <= max(last))
                if not good:
                    ok.append("%s: %s, first %s, last %s" % (name, cell, first, last))
                    break
            if hosts:
                mine = [u for u in range(n) if c.hosts_of[u] == key]
                good &= cells[-1] == "unknown" or is_share(cells[-1], sum(c.states[u] == "fetched" for u in mine), len(mine))
            else:
                good &= cells[-1] == c.states[key]
            if good:
                return want(item, True, "")
        want(item, False, "ranks: %s" % ok)
    rule("(pages|hosts)#tr", r".*( \| .*)+", standing)
    trust = "|".join(("Of the .*", "How far to trust.*", "No link leads.*", "Except for excluded.*", "No page was crawled.*", "There are too few.*"))

    def with_trust(item, m):
        rest = m.group(1).replace(" How far to trust these ranks.", "").replace("How far to trust these ranks .", "").strip()
        if rest:
            k.again(("trust", "text", rest))
    rule("who#text", r"Ranks among all pages and hosts, crawled or not; pages that tie share ranks: 3–5\.(.*)", with_trust)


def bowtie(k):
    c, rule, want, n = k.c, k.rule, k.want, k.c.n
    names = ["SCC", "IN", "OUT", "Tendrils of IN", "Tendrils of OUT", "Tubes", "Other", "Disconnected"]
    ws, ss, _, _ = c.components()
    ties = lambda: c.bowties()
    one = lambda name, count: any(is_number(count, b[names.index(name)]) for b in ties())
    k.tied = ""
    rule("bowtie#desc", ".*", lambda i, m: want(i, any({a: int(b.replace(",", "")) for a, b, p in re.findall(r"([A-Z][A-Za-z ]*?) %s \(%s\)\." % (N, S), i[2])} == {x: v for x, v in zip(names, b) if v} for b in ties()), "bow ties %s" % ties()[:2]))
    rule("bowtie#tr", r"(%s)  [^|]* \| %s \| %s" % ("|".join(sorted(names, key=len, reverse=True)), N, S), lambda i, m: want(i, one(m.group(1), m.group(2)) and is_share(m.group(3), int(m.group(2).replace(",", "")), n), "bow ties %s" % ties()[:2]))
    rule("bowtie#text", r"%s · %s" % (N, S), lambda i, m: want(i, any(is_number(m.group(1), x) and is_share(m.group(2), x, n) for b in ties() for x in b), "a class of the bow tie"))
    rule("bowtie#text", r"All pages reach each other.*", lambda i, m: want(i, ss.max() == n, "they do not"))
    rule("bowtie#text", r"No two pages reach each other.*", lambda i, m: want(i, ss.max(initial=0) <= 1, "there is a core"))
    rule("bowtie#text", r"The largest strongly connected component holds %s of the pages; %s leads? to it and %s (?:is|are) reached from it\." % (S, S, S),
         lambda i, m: want(i, any(is_share(m.group(1), b[0], n) and is_share(m.group(2), b[1], n) and is_share(m.group(3), b[2], n) for b in ties()), "bow ties %s" % ties()[:2]))
    each = r"%s %s connected component(?:s, the largest with %s pages? \(%s\)| with all pages)"

    def counted(item, m):
        g = m.groups()
        for count, largest, part, sizes in ((g[0], g[1], g[2], ws), (g[3], g[4], g[5], ss)):
            want(item, is_number(count, len(sizes)) and (len(sizes) == 1 if part is None else is_number(largest, int(sizes.max())) and is_share(part, int(sizes.max()), n)), "%d components, largest %d" % (len(sizes), sizes.max()))
    rule("components#text", each % (N, "weakly", N, S) + "; " + each % (N, "strongly", N, S) + r"\.", counted)


def distances(k):
    c, rule, want = k.c, k.rule, k.want
    said = json_of(c, "distances-json")
    if c.distances() is None or not said:
        rule("distances#.*", r".*", lambda i, m: None)
        return
    pairs, harmonic = c.distances()
    total, far = sum(pairs.values()), max(pairs, default=0)
    mean = sum(d * x for d, x in pairs.items()) / total if total else 0
    at = below = 0
    for d in sorted(pairs):
        if below + pairs[d] >= 0.9 * total:
            at = d - 1 + (0.9 * total - below) / pairs[d]
            break
        below += pairs[d]
    exact = not any(x in said for x in ("harmonic_error",)) or not said.get("harmonic_error", {}).get("rms")
    slack = (lambda v: 0) if exact else (lambda v: 0.12 * v + 0.06)
    near = lambda text, v: abs(number(text.rstrip(" %"))[0] - v) <= number(text.rstrip(" %"))[1] * 1.001 + slack(v)
    joined = 100 * total / max(1, c.n * (c.n - 1))
    share_ok = lambda text: c.n < 2 and text == "0 %" or is_share(text, total, c.n * (c.n - 1)) if exact else near(text, joined)
    rule("distances#text", r"Between connected pages, a path takes %s links on average; the effective diameter is %s \(.*?\); %s of all pairs are connected\." % (N, N, S),
         lambda i, m: want(i, near(m.group(1), mean) and near(m.group(2), at) and share_ok(m.group(3)), "exactly %.3f, %.3f, %.2f %%" % (mean, at, joined)))
    rule("distances#text", r"No page leads to another.*", lambda i, m: want(i, total == 0, "%d pairs" % total))
    best = max(pairs, key=lambda d: pairs[d], default=0)
    rule("distances#desc", r"Most connected pairs are at distance %s: %s\. The effective diameter is %s\." % (N, S, N),
         lambda i, m: want(i, is_number(m.group(1), best) and abs(number(m.group(2).rstrip(" %"))[0] - 100 * pairs[best] / total) <= 0.051 + slack(50) and near(m.group(3), at), "%d, %.1f" % (best, 100 * pairs[best] / total)))
    rule("distances#text", r"\d+(\.\d)?|10⁰.*")  # ticks
    interval = r"(?: \(95 %%: %s to %s\)| ?%%)?" % (N, N)
    for label, v in (("Average(?: distance)?", mean), ("Effective diameter", at)):
        rule("distances#tr", label + r" \| " + N + interval, lambda i, m, v=v: want(i, near(m.group(1), v), "exactly %.4f" % v))
    rule("distances#tr", r"(?:Joined|Connected|Reachable) pairs \| %s.*" % S, lambda i, m: want(i, share_ok(m.group(1)), "exactly %.4f %%" % joined))
    rule("distances#tr", r"Longest(?: distance)? \| (at least )?%s" % N, lambda i, m: want(i, is_number(m.group(2), far) or bool(m.group(1)) and number(m.group(2))[0] <= far, "exactly %d" % far))
    rule("distances#tr", r"(Distance|score|Class) \| .*", lambda i, m: setattr(k, "scored", m.group(1) == "score"))

    def level(item, m):
        if k.scored:
            return central(item, m)
        have = pairs.get(int(m.group(1)), 0) if m.group(1) != "other" else sum(x for d, x in pairs.items() if x / total < 0.0005)
        want(item, (is_number(m.group(2), have) and is_share(m.group(3), round(have / total * 2 ** 40), 2 ** 40)) if exact else abs(number(m.group(2))[0] - have) <= 0.3 * have + 0.02 * total, "exactly %d" % have)
    rule("distances#tr", r"(\d+|other) \| %s \| %s" % (N, S), level)

    def central(item, m):
        us = found(c, m.group(3).strip())
        want(item, any(abs(number(m.group(2))[0] - harmonic[u]) <= number(m.group(2))[1] * 1.01 + (1e-5 * harmonic[u] if exact else 0.3 * harmonic[u]) for u in us), "exactly %s" % [harmonic[u] for u in us])
    rule("distances#tr", r"%s \| %s \| (.*)" % (N, N), central)
    rule("distances#tr", r"(?:Runs|Error of harmonic|Searches|Sources|Found) \| .*", lambda i, m: want(i, not exact, "nothing is estimated"))


def links(k):
    c, rule, want = k.c, k.rule, k.want
    if not c.named:
        return
    between = c.between()
    total = sum(between.values())
    every = set(c.hosts_of)
    host = lambda shown: c.once("host " + shown, lambda: [h for h in every if same_name(shown, h) or h == "" and shown.startswith("(")])
    # A matrix and the list count the arcs of measures.
    rule("links#text", r"%s arcs? leads? from one host to another \(%s of all arcs\), between %s pairs? of hosts\. (?:Most lead|It leads|They lead|No pair of hosts has more than, among others,) from (.*) to (.*): %s\.(?: Pages without URLs .*)?" % (N, S, N, N),
         lambda i, m: (want(i, is_number(m.group(1), total) and is_share(m.group(2), total, c.arcs) and is_number(m.group(3), len(between)), "%d arcs, %d pairs" % (total, len(between))),
                       want(i, any(between.get((a, b)) == max(between.values()) and is_number(m.group(6), between[a, b]) for a in host(m.group(4)) for b in host(m.group(5))), "the heaviest pair")))
    rule("links#td|links#@td".split("|")[0], ".*")
    rule("links#@td", r"(.*) → (.*): links inside a host are not shown", lambda i, m: want(i, m.group(1) == m.group(2), "two hosts"))
    rule("links#@td", r"(.*) → (.*): %s" % N, lambda i, m: want(i, any(is_number(m.group(3), between.get((a, b), 0)) for a in host(m.group(1)) for b in host(m.group(2))), "arcs %s" % [between.get((a, b), 0) for a in host(m.group(1)) for b in host(m.group(2))]))
    rule("links#@.*|links#caption".split("|")[0], ".*")
    rule("links#caption", ".*")
    rule("links#tr", r"From → to.*")
    rule("links#tr", r"(.*) → (.*) \| %s \| %s" % (N, S), lambda i, m: want(i, any(is_number(m.group(3), between[a, b]) and is_share(m.group(4), between[a, b], total) for a in host(m.group(1)) for b in host(m.group(2)) if (a, b) in between), "arcs of the pair"))
    k.columns = None

    def matrix(item, m):
        cells = [x.strip() for x in item[2].split(" | ")]
        if k.columns is None:
            k.columns = cells
            return
        k.rows = getattr(k, "rows", []) + [cells[0]]
        for to, cell in zip(k.columns, [x.strip() for x in item[2].split("|")][1:]):
            have = [between.get((a, b), 0) for a in host(cells[0]) for b in host(to)]
            want(item, not cell and cells[0] == to or any(is_number(cell, v) or cell[-1:] in "kM" and is_number(cell, float(v)) for v in have), "%s: %s" % (to, have))
    rule("links#tr", r".*\|.*", matrix)

    def held(item, m):
        rows, columns = {h for r in k.rows for h in host(r)}, {h for r in k.columns for h in host(r)}
        out = sum(w for (a, b), w in between.items() if a in rows)
        shown = sum(w for (a, b), w in between.items() if a in rows and b in columns)
        want(item, is_number(m.group(1), shown) and is_number(m.group(2), out) and is_share(m.group(3), shown, out) and is_share(m.group(4), shown, total), "%d of %d" % (shown, out))
    rule("links#text", r"The columns take %s of %s arcs? from the hosts of the rows to other hosts \(%s\); the matrix holds %s of all arcs between hosts\." % (N, N, S, S), held)
    rule("links#text", r"%s more pairs?|Pairs of hosts" % N)


def apart(c):
    """Arcs between different pages, each once."""
    def make():
        keep = c.s != c.t
        return c.s[keep], c.t[keep]
    return c.once("apart", make)


def measured(c, s, t):
    """Reciprocity, rho, transitivity, clustering, correlations of degrees, links within hosts: of arcs between different pages."""
    n, m = c.n, len(s)
    pairs = set(zip(s.tolist(), t.tolist()))
    back = sum((v, u) in pairs for u, v in pairs) / m if m else 0
    density = m / (n * (n - 1)) if n > 1 else 0
    out, ins = np.bincount(s, minlength=n), np.bincount(t, minlength=n)
    U = model.sparse.csr_matrix((np.ones(m), (s, t)), shape=(n, n))
    U = ((U + U.T) > 0).astype(float)
    degree = np.asarray(U.sum(axis=1)).ravel()
    order = np.lexsort((np.arange(n), degree))  # arcs from smaller to larger degrees: few per page
    place = np.empty(n, int)
    place[order] = np.arange(n)
    pair = U.tocoo()
    up = place[pair.row] < place[pair.col]
    D = model.sparse.csr_matrix((np.ones(up.sum()), (pair.row[up], pair.col[up])), shape=(n, n))
    ends, middle = (D @ D).multiply(D), (D.T @ D).multiply(D)
    corners = np.asarray(ends.sum(axis=1)).ravel() + np.asarray(ends.sum(axis=0)).ravel() + np.asarray(middle.sum(axis=1)).ravel()
    wedges = degree * (degree - 1) / 2
    r = {"returned links": back, "returned, beyond density": (back - density) / (1 - density) if density < 1 else None, "transitivity": corners.sum() / wedges.sum() if wedges.sum() else None,
         "local clustering": float((corners[wedges > 0] / wedges[wedges > 0]).sum()) / n if n else None, "local clustering, of some": float((corners[wedges > 0] / wedges[wedges > 0]).mean()) if (wedges > 0).any() else None}
    for a, x in (("out", out[s]), ("in", ins[s])):
        for b, y in (("in", ins[t]), ("out", out[t])):
            r["degrees: %s, %s" % (a, b)] = float(np.corrcoef(x, y)[0, 1]) if m and np.ptp(x) and np.ptp(y) else None
    if c.named:
        r["links within a host"] = sum(c.hosts_of[u] == c.hosts_of[v] for u, v in zip(s, t)) / m if m else None
    return r


def rewired(c, draws=4):
    """Means and spreads over graphs with the same degrees, by exchanges of targets of our own."""
    def make():
        rng = np.random.default_rng(11)
        s, t = apart(c)
        all_draws = []
        for _ in range(draws):
            a, b = s.tolist(), t.tolist()
            pairs = set(zip(a, b))
            m = len(a)
            for i, j in rng.integers(m, size=(12 * m, 2)).tolist():
                u, v, x, y = a[i], b[i], a[j], b[j]
                if u == y or x == v or (u, y) in pairs or (x, v) in pairs:
                    continue
                pairs -= {(u, v), (x, y)}
                pairs |= {(u, y), (x, v)}
                b[i], b[j] = y, v
            all_draws.append(measured(c, np.array(a, int), np.array(b, int)))
        return all_draws
    return c.once("rewired", make)


def chance(k):
    c, rule, want = k.c, k.rule, k.want
    s, t = apart(c)
    own = lambda: c.once("measured", lambda: measured(c, s, t))

    def compared(item, m):
        name, value, mean, sd, z = m.group(1), *m.groups()[1:5]
        have = own()
        known = [have[x] for x in (name, name + ", of some") if have.get(x) is not None]
        want(item, any(is_number(value, float(v)) for v in known) if value != "–" else not known, "in the crawl %s" % known)
        if mean == "–" or value == "–" or len(s) > 8000 or not known:
            return
        kind = next((x for x in (name, name + ", of some") if have.get(x) is not None and is_number(value, float(have[x]))), name)
        mine = [x for d in rewired(c) for x in [d.get(kind)] if x is not None]
        spread = max(np.std(mine, ddof=1) if len(mine) > 1 else 0, number(sd)[0] if sd != "–" else 0)
        want(item, abs(number(mean)[0] - np.mean(mine)) <= 4 * spread + number(mean)[1] + 0.02 * abs(np.mean(mine)) + 1e-4, "by exchanges of our own %.4f ± %.4f" % (np.mean(mine), spread))
        if z and z != "–" and sd != "–" and number(sd)[0] > 0:
            low, high = ((number(value)[0] - number(mean)[0]) / (number(sd)[0] + x * number(sd)[1]) for x in (1, -1) if True)
            tolerance = 0.06 + 2 * (number(value)[1] + number(mean)[1]) / number(sd)[0]
            want(item, min(low, high) - tolerance <= number(z)[0] <= max(low, high) + tolerance, "z is (value − mean) / sd")
    num = r"(%s|–)" % N[1:-1]
    rule("chance#tr", r"figure \| .*")
    rule("chance#tr", r"([a-z, :-]+) \| %s \| %s \| %s(?: \| %s)? \| (.*)" % (num, num, num, num), compared)
    rule("chance#text", r"Beside %s random graphs, in which every page keeps its number of links in and out\." % N, k.figures_are(5))
    rule("chance#text", r"Not compared in this report: %s links take about .*" % N, k.figures_are(c.measured))
    rule("chance#text", r"The random graphs still resemble the crawl\. Run weft chance with \d+ swaps a link: .*")
    rule("chance#tr", r"Links \| %s between different pages" % N, k.figures_are(len(s)))
    rule("chance#tr", r"Random graphs \| 5 with the same degrees")
    rule("chance#tr", r"(?:Swapped|Turned|Left halfway|Left at the end|None) \| .*", lambda i, m: k.c.once("chance, drawn", list).append(i[2]))
    rule("chance#(@div|@span)", ".*")
    pairs = set(zip(s.tolist(), t.tolist()))
    back = sum((v, u) in pairs for u, v in pairs)
    density = len(pairs) / (c.n * (c.n - 1)) if c.n > 1 else 0
    rule("reciprocity#text", r"No link leads from one page to another.*", lambda i, m: want(i, not pairs, "there are links"))
    rule("(reciprocity|assortativity)#tr", r"Links \| %s between different pages" % N, k.figures_are(len(pairs)))
    rule("reciprocity#tr", r"Returned \| %s" % N, k.figures_are(back))
    rule("reciprocity#tr", r"Share \| %s" % S, k.figures_are((back, len(pairs))))
    rule("reciprocity#tr", r"By chance \| %s.*" % N, lambda i, m: want(i, is_number(m.group(1), density, 1e-12), "density %g" % density))
    rule("reciprocity#tr", r"Beyond chance \| (\S+) \(0 is chance, 1 is all\)", lambda i, m: want(i, is_number(m.group(1), (back / len(pairs) - density) / (1 - density), 1e-9), "rho"))
    rule("reciprocity#tr", r"Beyond chance \| none.*", lambda i, m: want(i, density == 1 or not pairs, "density is %f" % density))
    rule("assortativity#tr", r"(Out|In), (out|in) \| (.*)", lambda i, m: want(i, m.group(3).startswith("none") if own()["degrees: %s, %s" % (m.group(1).lower(), m.group(2))] is None else is_number(m.group(3), own()["degrees: %s, %s" % (m.group(1).lower(), m.group(2))], 1e-9), "%s" % own()))
    rule("assortativity#tr", r"None \| .*", lambda i, m: want(i, any(v is None for a, v in own().items() if a.startswith("degrees")), "all vary"))


def spread_of(c, title):
    v = {"links to pages": lambda: c.indegree, "links from fetched pages": lambda: c.outdegree[c.may_link], "links from pages": lambda: c.outdegree[c.may_link], "PageRank of pages": lambda: c.scores("pagerank")["Pages"],
         "pages of hosts": lambda: np.array(list(Counter(h for h in c.hosts_of if h).values()))}.get(title, lambda: None)()
    if v is None:
        return None
    v = np.sort(np.asarray(v, float))
    n, total = len(v), v.sum()
    gini = 2 * (np.arange(1, n + 1) * v).sum() / (n * total) - (n + 1) / n
    above = np.cumsum(v[::-1]) / total
    cut = n / 100
    whole = int(cut)
    top = (above[whole - 1] if whole else 0) + (cut - whole) * v[::-1][whole] / total if whole < n else 1
    i = int(np.searchsorted(above, 0.5))
    half = (i + (0.5 - (above[i - 1] if i else 0)) * total / v[::-1][i]) / n
    return n, v.mean(), gini, top, half


def inequality(k):
    c, rule, want = k.c, k.rule, k.want
    percent = lambda text, v: abs(number(text.rstrip(" %"))[0] - 100 * v) <= number(text.rstrip(" %"))[1] * 1.02 + 1e-9

    def row(item, m):
        have = c.once("spread " + m.group(1), lambda: spread_of(c, m.group(1)))
        if not have:
            return want(item, False, "unknown quantity")
        n, mean, gini, top, half = have
        want(item, is_number(m.group(2), n) and is_number(m.group(3), mean) and is_number(m.group(4), gini, 1e-7) and percent(m.group(6), top) and percent(m.group(7), half), "%s" % (have,))
        if m.group(5) != "–":
            lam = mean
            x = np.arange(0, int(lam + 60 * math.sqrt(lam + 1)) + 60)
            p = model.stats.poisson.cdf(x, lam)
            want(item, is_number(m.group(5), float((p * (1 - p)).sum() / lam), 2e-3), "of a Poisson law")
    rule("inequality#tr", r"spread \| .*")
    rule("inequality#tr", r"([A-Za-z ]+) \| %s \| %s \| %s \| (%s|–) \| %s \| %s" % (N, N, N, N[1:-1], S, S), row)

    def sentence(item, m):
        have = spread_of(c, m.group(2))
        want(item, bool(have) and percent(m.group(1), have[3]) and percent(m.group(3), have[4]), "%s" % (have,))
    rule("inequality#text", r"The largest 1 %% have %s of the ([A-Za-z ]+); %s have half\." % (S, S), sentence)
    rule("inequality#desc", r"(?:[^:]*: coefficient of Gini [\d.]+\. ?)+", lambda i, m: [want(i, is_number(g, spread_of(c, t[0].lower() + t[1:] if not t.startswith("PageRank") else t)[2], 1e-7), "Gini") for t, g in re.findall(r"([A-Z][^:.]*): coefficient of Gini ([\d.]+)\.", i[2])])
    rule("inequality#text", r"\d\.\d")
    rule("inequality#(@div|@span|title|figcaption)", ".*")
    rule("inequality#text", r"There are no links\.", lambda i, m: want(i, c.measured == 0, "there are"))


def divided(k):
    """Sites and clusters: their sums, and what the commands say."""
    c, rule, want, n = k.c, k.rule, k.want, k.c.n
    rule("site-all#text", r"%s logical websites?\..*" % N, lambda i, m: k.c.once("sites", lambda: int(m.group(1).replace(",", ""))))
    rule("site-all#tr", r"Sites \| %s" % N, lambda i, m: want(i, is_number(m.group(1), c.once("sites", lambda: -1)), "as in the sentence"))
    rule("site-all#tr", r"Not fetched \| %s pages?, of no site" % N, lambda i, m: want(i, number(m.group(1))[0] <= n - c.state_counts["fetched"] and number(m.group(1))[0] >= c.state_counts["ghost"], "pages that were not fetched"))
    rule("site-all#tr", r"(?:Nothing foreign|Whole|Unknown|Of one page|Largest|Files|Not fetched) \| .*")
    rule("(site-all|clusters)#tr", r"pages \| .*")
    rule("site-all#tr", r"%s \| %s \| [^|]* \| (.*)" % (N, N), lambda i, m: want(i, 0 < number(m.group(1))[0] <= n, "pages"))
    rule("site-all#tr", r"%s \| [^|\d]* \| (.*)" % N, lambda i, m: want(i, 0 < number(m.group(1))[0] <= n, "pages"))
    rule("clusters#text", r"%s clusters, the largest of %s pages?; modularity %s .*" % (N, N, N), lambda i, m: (c.once("clusters", lambda: m.groups()), want(i, number(m.group(2))[0] <= n and -0.5 <= number(m.group(3))[0] < 1, "range")))
    rule("clusters#tr", r"(Clusters|Largest|Modularity) \| %s.*" % N, lambda i, m: want(i, c.once("clusters", lambda: ("", "", ""))[("Clusters", "Largest", "Modularity").index(m.group(1))] in ("", m.group(2)), "as in the sentence"))
    rule("clusters#tr", r"(?:Method|Of one page|Iterations|Converged|Resolution) \| .*")
    rule("clusters#tr", r"%s \| %s \| %s \| (.*)" % (N, N, N), lambda i, m: want(i, number(m.group(1))[0] <= n and number(m.group(2))[0] <= max(1, len(set(c.hosts_of))), "range"))
    rule("clusters#tr", r"%s \| %s \| (.*)" % (N, N), lambda i, m: want(i, number(m.group(1))[0] <= n, "range"))
    rule("(site-all|clusters)#(@div|text)", r"Table of \d+ rows|Figures.*")
    rule("seeds.*#.*", ".*")


def how(k):
    rule = k.rule
    rule("how#.*", r".*(?:\d{4}|α = |[\d,]+ iterations?|Direct|SHA-256|1/2|[\d.]+ %).*")
    rule(".*#how", r".*")
    rule("cite#(text|.*)", r".*")
    rule(".*#(@div|@span|@th|h2|h3|title|figcaption|caption)", r".*")
    rule(".*#text", r"(?:Figures.*|Table of .*|%s more .*|Plots and figures|More .*)" % N)


def files(k):
    """The CSV files of figures against the model, where that is cheap."""
    c, n = k.c, k.c.n
    s = c.state_counts
    for (_, title), rows in k.page.data.items():
        head, body = rows[0], rows[1:]
        item = ("file", title, "%s: %d rows" % (", ".join(head), len(body)))
        if title == "Pages by state":
            f = fates(c)
            names = {"fetched": "fetched", "redirected": "redirected", "failed": "failed", "held back or skipped": "skipped", "never requested": "never", "unknown": "unknown"}
            k.want(item, {names[a]: int(b) for a, b in body} == f, "fates %s" % f)
        elif title == "The bow tie of the crawl":
            k.want(item, [int(r[1]) for r in body] in c.bowties(), "bow ties")
        elif head[:3] == ["from", "to", "arcs"]:
            between = c.between()
            name = lambda x: "" if x == "(no host)" else x.lstrip("'")
            k.want(item, all(between.get((name(a), name(b)), 0) == int(v) for a, b, v in body), "arcs between hosts")
        elif head == ["distance", "pairs_within"] and c.distances() is not None and not json_of(c, "distances-json").get("harmonic_error", {}).get("rms"):
            pairs, at, ok = c.distances()[0], 0, True
            for d, v in body:
                at = n if d == "0" else at + pairs.get(int(d), 0)
                ok &= at == int(v)
            k.want(item, ok, "neighbourhood function")
        elif head[0] == "x" and "fraction_at_least_x" in head:
            names = {"In-degree": "in-degree", "Out-degree": "out-degree", "Total degree": "total-degree", "In-degree of hosts": "host-in", "Out-degree of hosts": "host-out", "Size of hosts": "host-size",
                     "Sizes of strong components": "scc-size", "Sizes of weak components": "wcc-size"}
            v = np.asarray(c.law(names[title]))
            k.want(item, all(abs((v >= int(r[0])).mean() - float(r[1])) <= 1e-5 * float(r[1]) for r in body), "fractions of at least x")
        elif title == "Lorenz curves":
            of = {"indegree": "links to pages", "outdegree": "links from fetched pages", "pagerank": "PageRank of pages", "host_pages": "pages of hosts"}
            values = {"indegree": c.indegree, "outdegree": c.outdegree[c.may_link], "pagerank": c.scores("pagerank")["Pages"] if n else [], "host_pages": list(Counter(h for h in c.hosts_of if h).values())}
            worst = 0.0
            for q, x, y in body:
                if q not in values:
                    continue
                v = np.sort(np.asarray(values[q], float))
                at = float(x) * len(v)
                cum = np.concatenate([[0], np.cumsum(v)]) / v.sum()
                worst = max(worst, abs(np.interp(at, np.arange(len(v) + 1), cum) - float(y)))
            k.want(item, worst <= 2e-3, "Lorenz curves, off by %.4f" % worst)
        elif head[0] == "host" and "domain" in head:
            count = Counter(c.hosts_of)
            got = Counter(u for u in range(n) if False)
            fetched = Counter(c.hosts_of[u] for u in range(n) if c.states[u] == "fetched")
            k.want(item, all(count[h if h != "(no host)" else ""] == int(p) and fetched[h if h != "(no host)" else ""] == int(f) for h, _, p, f in body), "pages of hosts")
        elif head[:2] == ["host", "known"]:
            us = Counter(with_port(x) for x in c.names)
            k.want(item, all(us[r[0] if r[0] != "(no host)" else ""] == int(r[1]) and int(r[1]) == sum(map(int, r[3:])) for r in body), "known pages add up")
        elif head[:4] == ["class", "urls", "links", "why"]:
            _, classes = missing_of(c)
            k.want(item, all(classes.get(r[0], int(r[1])) == int(r[1]) for r in body), "classes")
        elif head[0] == "gamma_from" and not s["unknown"]:
            f = c.fidelity()
            k.want(item, sum(int(r[2]) for r in body) == f["crawled"], "pages add up")
            one = [r for r in body if r[0] == r[1] or float(r[0]) >= 1]
            k.want(item, not one or int(one[0][2]) == int((f["gammas"][f["mask"]] == 1).sum()), "pages with γ = 1")
        elif head[0] == "distribution":
            k.want(item, all(int(r[1]) >= 0 for r in body), "values")
