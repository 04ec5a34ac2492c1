# Generated from the types of the results of weft: go generate ./cmd/weft
"""Results of weft as classes, as docs/json describes them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ._result import Result


@dataclass(frozen=True, kw_only=True, repr=False)
class Version(Result):
    r"""Printed by `weft version`."""

    version: str
    r"""version of weft"""

    go: str
    r"""version of Go that built it"""

    platform: str
    r"""operating system and processor"""

    commit: str | None = None
    r"""commit of the sources; absent or None: not known"""

    commit_time: str | None = None
    r"""time of the commit; absent or None: not known"""

    modified: bool = False
    r"""the sources differed from the commit; absent or None: it is false"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LicensedModule(Result):
    r"""The object licensed module of the JSON of weft."""

    module: str
    r"""path of the module"""

    version: str
    r"""version of the module"""

    licence: str
    r"""licences of the module, an SPDX expression"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Licences(Result):
    r"""Printed by `weft licences`."""

    licence: str
    r"""licence of weft, an SPDX identifier"""

    modules: list[LicensedModule] = field(default_factory=list)
    r"""modules in the program"""


@dataclass(frozen=True, kw_only=True, repr=False)
class InputOfAStep(Result):
    r"""The object input of a step of the JSON of weft."""

    path: str
    r"""path of the file"""

    format: str
    r"""format in which it was read"""

    read_as: str | None = None
    r"""how the lines of a list were read: kind, columns, separator, comments; absent or None: the input is no list"""

    bytes: int
    r"""size in bytes"""

    sha256: str | None = None
    r"""SHA-256 of the file, hexadecimal; absent or None: there is none"""

    records: int
    r"""records that were read"""

    bad_records: int
    r"""records that could not be read"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Step(Result):
    r"""The object step of the JSON of weft."""

    command: str
    r"""the command line"""

    version: str
    r"""version of weft"""

    time: datetime
    r"""time of the step, RFC 3339"""

    random_seed: int = 0
    r"""seed of the random draws; absent or None: it is 0"""

    inputs: list[InputOfAStep] = field(default_factory=list)
    r"""files that were read; absent or None: there is none"""

    notes: dict[str, int] = field(default_factory=dict)
    r"""numbers worth keeping; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SkippedFile(Result):
    r"""The object skipped file of the JSON of weft."""

    input: str
    r"""name of the input"""

    why: str
    r"""reason why it was left out"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BreakOfAnInput(Result):
    r"""The object break of an input of the JSON of weft."""

    input: str
    r"""name of the input"""

    offset: int
    r"""place where the input ends, bytes of the decoded text"""

    why: str
    r"""description of the missing part"""

    missing: int
    r"""bytes of the input that follow and cannot be read; −1 if unknown"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ImportNote(Result):
    r"""The object import note of the JSON of weft."""

    note: str
    r"""description"""

    count: int
    r"""number of times"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Import(Result):
    r"""Printed by `weft import`."""

    path: str
    r"""folder of the crawl, or basename of the graph"""

    pages: int
    r"""all pages, ghosts included"""

    fetched: int
    r"""pages that were fetched"""

    ghosts: int
    r"""pages that were never fetched and are known by links only"""

    redirected: int
    r"""pages that redirect"""

    failed: int
    r"""pages whose fetching failed"""

    excluded: int
    r"""pages that the crawl's rules or robots.txt excluded"""

    unknown: int
    r"""pages whose state the input does not say, as in a list of links"""

    arcs: int
    r"""arcs of all kinds"""

    self_loops: int
    r"""arcs of a page to itself"""

    dangling: int
    r"""pages without outgoing arcs that were fetched or whose state is unknown"""

    hosts: int
    r"""hosts; 0 without names"""

    domains: int
    r"""registered domains; 0 without names"""

    kinds: dict[str, int] = field(default_factory=dict)
    r"""arcs of each kind; one of several kinds counts in each; absent or None: without arcs"""

    measured_arcs: int
    r"""arcs of the kinds that measures use by default"""

    anchor_texts: int
    r"""anchor texts, counted once for each arc that has one"""

    graph_bits: int
    r"""compressed size of the lists, bits"""

    bits_per_arc: float
    r"""compressed size of the lists, bits per arc"""

    name_bytes: int
    r"""size of the table of names, bytes"""

    transpose_bits_per_arc: float
    r"""compressed size of the transpose, bits per arc; 0 if there is none"""

    order: str
    r"""order of the page numbers: names (sorted by name) or input (as read)"""

    names: bool
    r"""pages have names"""

    graph_id: str | None = None
    r"""SHA-256 of the graph's file; each result records it, to identify the graph that it was computed on; absent or None: of a bare graph"""

    steps: list[Step] = field(default_factory=list)
    r"""steps that made the crawl, oldest first; absent or None: of a bare graph"""

    mean_outdegree: float
    r"""measured arcs per page that is not a ghost"""

    transpose: bool
    r"""the crawl has a stored transpose"""

    bytes_on_disk: int | None = None
    r"""size of all files without results and reports, bytes; absent or None: of a bare graph"""

    first_arcs: str | None = None
    r"""first three arcs as they were read: "a -> b", or "a -- b" where they go both ways; absent or None: the crawl has no arcs"""

    records: int
    r"""records that were read"""

    bad_records: int
    r"""records that could not be read"""

    bad_links: int
    r"""links that could not be read"""

    not_whole: int
    r"""captures that were cut off; weft reads the part that is present"""

    skipped_bytes: int
    r"""bytes of archives that hold no readable record"""

    missing_records: int
    r"""records lost in the skipped bytes, estimated by the mean size of the other records"""

    log: str
    r"""file that lists the bad records"""

    skipped_files: list[SkippedFile] = field(default_factory=list)
    r"""inputs that `--skip-bad-files` left out; absent or None: there is none"""

    inputs: list[InputOfAStep] = field(default_factory=list)
    r"""files that were read"""

    breaks: list[BreakOfAnInput] = field(default_factory=list)
    r"""inputs that end too early, with the place; absent or None: there is none"""

    notes: list[ImportNote] = field(default_factory=list)
    r"""input that was read and not kept, or that was interpreted in a way worth knowing; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Reserved(Result):
    r"""The object reserved of the JSON of weft."""

    name: str
    r"""use of the memory"""

    bytes: int
    r"""size, bytes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlannedInput(Result):
    r"""The object planned input of the JSON of weft."""

    path: str
    r"""path of the file"""

    format: str | None = None
    r"""format in which it would be read; absent or None: there is none"""

    read_as: str | None = None
    r"""how the lines of a list would be read; absent or None: the input is no list"""

    bytes: int
    r"""size, bytes; −1 if unknown"""

    first_arcs: str | None = None
    r"""first three arcs as they would be read; absent or None: they show when the input is read"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlanOfAnImport(Result):
    r"""Printed by `weft import --plan`."""

    groups: int = 0
    r"""groups that the command would make; absent or None: it is 0"""

    arcs: int = 0
    r"""estimate of the arcs that the command would make; absent or None: it is 0"""

    form: str
    r"""how the graph is read: memory, scratch, stream or disk; a sentence where no graph is read"""

    need: int
    r"""memory that the work requires, bytes"""

    parts: list[Reserved] = field(default_factory=list)
    r"""the parts of that memory"""

    memory: int
    r"""memory budget, bytes"""

    passes: str
    r"""files that the work reads, and how often"""

    pages: int = 0
    r"""number of pages, from a header of the input; absent or None: it is 0"""

    inputs: list[PlannedInput] = field(default_factory=list)
    r"""files that would be read"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Plan(Result):
    r"""Printed with `--plan` by the commands that make a crawl, except imports, by `weft simulate model` and by `weft pages --index-texts`."""

    groups: int = 0
    r"""groups that the command would make; absent or None: it is 0"""

    arcs: int = 0
    r"""estimate of the arcs that the command would make; absent or None: it is 0"""

    form: str
    r"""how the graph is read: memory, scratch, stream or disk; a sentence where no graph is read"""

    need: int
    r"""memory that the work requires, bytes"""

    parts: list[Reserved] = field(default_factory=list)
    r"""the parts of that memory"""

    memory: int
    r"""memory budget, bytes"""

    passes: str
    r"""files that the work reads, and how often"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Stage(Result):
    r"""The object stage of the JSON of weft."""

    measure: str
    r"""name of the stage's work"""

    crawl: str | None = None
    r"""path of the crawl that the stage reads; absent or None: the stage reads the named crawl"""

    form: str
    r"""how the graph is read: memory, scratch, stream or disk"""

    direction: str | None = None
    r"""direction of a ranking, pull or push; the result is the same to the last bit; absent or None: there is none"""

    far_arcs: float | None = None
    r"""for a ranking, share of sampled arcs that lead farther than 65,536 pages; 0 if none were sampled; absent or None: there is none"""

    method: str | None = None
    r"""iterations of PageRank; absent or None: there is none"""

    need: int
    r"""memory that the stage requires, bytes"""

    parts: list[Reserved] = field(default_factory=list)
    r"""the parts of that memory; absent or None: of a plan of several stages, which have their own"""

    passes: str
    r"""passes over the graph"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlanOfAMeasure(Result):
    r"""Printed with `--plan` by the commands that ask something of a crawl, and by `weft report`.
    The keys of the object stage are those of the last stage; `need` is the most that a stage requires.
    """

    measure: str
    r"""name of the stage's work"""

    crawl: str | None = None
    r"""path of the crawl that the stage reads; absent or None: the stage reads the named crawl"""

    form: str
    r"""how the graph is read: memory, scratch, stream or disk"""

    direction: str | None = None
    r"""direction of a ranking, pull or push; the result is the same to the last bit; absent or None: there is none"""

    far_arcs: float | None = None
    r"""for a ranking, share of sampled arcs that lead farther than 65,536 pages; 0 if none were sampled; absent or None: there is none"""

    method: str | None = None
    r"""iterations of PageRank; absent or None: there is none"""

    need: int
    r"""memory that the stage requires, bytes"""

    parts: list[Reserved] = field(default_factory=list)
    r"""the parts of that memory; absent or None: of a plan of several stages, which have their own"""

    passes: str
    r"""passes over the graph"""

    memory: int
    r"""memory budget, bytes"""

    stages: list[Stage] = field(default_factory=list)
    r"""the stages, in order; absent or None: there is one"""

    mapped: int
    r"""upper bound of mapped files in the resident size, bytes, beside `need`; the system takes this memory back when it needs it"""

    mapped_parts: list[Reserved] = field(default_factory=list)
    r"""the parts of these bytes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FoundDamage(Result):
    r"""The object found damage of the JSON of weft."""

    what: str
    r"""description of the damage"""

    file: str | None = None
    r"""file concerned; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Verify(Result):
    r"""Printed by `weft verify`, also when it finds damage."""

    path: str
    r"""path from the command line"""

    ok: bool
    r"""no damage was found"""

    damage: list[FoundDamage] = field(default_factory=list)
    r"""damage that was found; absent or None: there is none"""

    files_without_block_sums: list[str] = field(default_factory=list)
    r"""files without checksums by block, written by an earlier version: only this command detects a changed byte in them; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class VerifyOfALiveCrawlArchive(Result):
    r"""The object  of the JSON of weft."""

    files: int
    r"""files"""

    bytes: int
    r"""size in bytes"""

    records: int
    r"""records"""

    index_lines: int
    r"""lines of the indexes"""

    answers: int
    r"""responses that were compared with the log"""


@dataclass(frozen=True, kw_only=True, repr=False)
class VerifyOfALiveCrawlLog(Result):
    r"""The object  of the JSON of weft."""

    bytes: int
    r"""size in bytes"""

    events: int
    r"""events"""

    marks: int
    r"""marks"""


@dataclass(frozen=True, kw_only=True, repr=False)
class VerifyOfALiveCrawlFrontier(Result):
    r"""The object  of the JSON of weft."""

    files: int
    r"""files"""

    bytes: int
    r"""size in bytes"""

    names: int
    r"""names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DamagedPlace(Result):
    r"""The object damaged place of the JSON of weft."""

    file: str
    r"""file, relative to the folder of the crawl"""

    offset: int
    r"""place in the file, bytes from its start, or start of the damaged piece"""

    what: str
    r"""description of the damage"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Loose(Result):
    r"""The object loose of the JSON of weft."""

    file: str
    r"""file, relative to the folder of the crawl"""

    bytes: int
    r"""size of the incomplete end, bytes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Uncovered(Result):
    r"""The object uncovered of the JSON of weft."""

    file: str
    r"""file, relative to the folder of the crawl"""

    why: str
    r"""reason why it cannot be checked"""


@dataclass(frozen=True, kw_only=True, repr=False)
class VerifyOfALiveCrawl(Result):
    r"""Printed by `weft verify` of the folder of a live crawl."""

    path: str
    r"""path from the command line"""

    ok: bool
    r"""no damage was found"""

    archive: VerifyOfALiveCrawlArchive
    r"""the WARC files"""

    log: VerifyOfALiveCrawlLog
    r"""the event log"""

    frontier: VerifyOfALiveCrawlFrontier
    r"""the names of the frontier"""

    snapshot: str
    r"""checked, none, or empty if the check ended before it"""

    damage: list[DamagedPlace] = field(default_factory=list)
    r"""damaged places, at most 1,000"""

    damage_untold: int = 0
    r"""number of further damaged places; absent or None: it is 0"""

    loose: list[Loose] = field(default_factory=list)
    r"""incomplete ends of files, which are no damage; absent or None: there is none"""

    not_covered: list[Uncovered] = field(default_factory=list)
    r"""files that cannot be checked; absent or None: there is none"""

    done: bool
    r"""everything was checked"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Report(Result):
    r"""Printed by `weft report`."""

    report: str
    r"""path of the report"""

    figures: str | None = None
    r"""folder of the figures; absent or None: without `--figures`"""


@dataclass(frozen=True, kw_only=True, repr=False)
class WhatIsLeftOut(Result):
    r"""The object what is left out of the JSON of weft."""

    what: str
    r"""kind of data: states of pages, names of pages, kinds of arcs, weights of arcs, anchor texts, arcs, kept results, or names that XML lacks"""

    count: int
    r"""number of pages, arcs, texts or results left out"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Export(Result):
    r"""Printed by `weft export`."""

    path: str
    r"""path of the export"""

    format: str
    r"""format, as in --format"""

    pages: int
    r"""pages of the exported graph"""

    arcs: int
    r"""arcs that were written"""

    unlisted: int = 0
    r"""pages without exported arcs, which a list of arcs cannot show; absent or None: it is 0"""

    sha256: str | None = None
    r"""checksum of the file, in hexadecimal; absent or None: several files"""

    not_held: list[WhatIsLeftOut] = field(default_factory=list)
    r"""other data that the format or the options leave out; absent or None: nothing"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ExportFormatWacz(Result):
    r"""Printed by `weft export --format wacz`."""

    path: str
    r"""path of the package"""

    format: str
    r"""always wacz"""

    files: int
    r"""WARC files"""

    pages: int
    r"""pages that are listed"""

    seeds: int
    r"""pages of these that are seeds"""

    bytes: int
    r"""size of the WARC files, bytes"""

    copied_from_earlier_crawls: int
    r"""records copied from earlier crawls because unchanged pages refer to them"""

    contents_not_found: int
    r"""contents of unchanged pages that no earlier crawl has"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PairOfGroups(Result):
    r"""The object pair of groups of the JSON of weft."""

    from_: str = field(metadata={"key": "from"})
    r"""group that the arcs leave"""

    to: str
    r"""group that the arcs enter"""

    page_arcs: int
    r"""number of arcs between their pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Quotient(Result):
    r"""Printed by `weft quotient`."""

    by: str
    r"""unit of the groups: host, domain or site"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    groups: int
    r"""groups, which are the pages of the new graph"""

    arcs: int
    r"""arcs of the new graph"""

    pages: int
    r"""pages of the crawl"""

    page_arcs_between: int
    r"""arcs between pages of different groups"""

    page_arcs_inside: int
    r"""arcs between pages of one group"""

    top: list[PairOfGroups] = field(default_factory=list)
    r"""pairs of groups with the most arcs between their pages; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Speed(Result):
    r"""The object speed of the JSON of weft."""

    operation: str
    r"""operation that was measured"""

    workers: int
    r"""number of workers"""

    passes: int
    r"""number of iterations"""

    cpu_ns: float
    r"""processor time, ns per arc and pass"""

    wall_ns: float
    r"""elapsed time, ns per arc and pass"""

    seconds: float
    r"""total elapsed time, s"""

    need_bytes: int
    r"""planned memory, bytes"""

    peak_bytes: int
    r"""measured peak of memory, bytes"""

    result: str
    r"""result, to check that two programs computed the same"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Bench(Result):
    r"""Printed by `weft bench`."""

    crawl: str
    r"""path of the crawl"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs of the graph"""

    speeds: list[Speed] = field(default_factory=list)
    r"""measurements"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RowOfAPage(Result):
    r"""The object row of a page of the JSON of weft."""

    page: int
    r"""number of the page in the graph"""

    url: str | None = None
    r"""its URL, or its name; absent or None: there is none"""

    state: str | None = None
    r"""fetched, redirected, failed, excluded, ghost or unknown; absent or None: there is none"""

    status: int = 0
    r"""status of HTTP; absent or None: it is 0"""

    type: str | None = None
    r"""media type; absent or None: there is none"""

    size: int = 0
    r"""bytes that were received; absent or None: it is 0"""

    time: datetime | None = None
    r"""start of the request; absent or None: there is none"""

    title: str | None = None
    r"""title of the page; absent or None: there is none"""

    digest: str | None = None
    r"""digest of the body; absent or None: there is none"""

    indegree: int | None = None
    r"""number of pages that link to the page; absent or None: the crawl has no index of words"""

    score: float | None = None
    r"""score that the rows are ordered by; absent or None: the order has no scores"""

    snippet: str | None = None
    r"""part of the text of the page with words of the query; absent or None: no text was sought"""

    marks: list[list[int]] = field(default_factory=list)
    r"""begin and end of the words of the query in the snippet, in characters; absent or None: the snippet has none"""

    tags: str | None = None
    r"""tags that people gave the page, with commas between them; absent or None: the page has none"""

    note: str | None = None
    r"""what people wrote about the page; absent or None: the page has none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Pages(Result):
    r"""Printed by `weft pages`."""

    found: int
    r"""number of pages of the selection"""

    pages: int
    r"""number of pages of the crawl"""

    order: str
    r"""the order, as in --sort"""

    words: str | None = None
    r"""the words that were sought; absent or None: there is none"""

    rows: list[RowOfAPage] = field(default_factory=list)
    r"""the first pages, as many as --top says"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageOfAList(Result):
    r"""The object page of a list of the JSON of weft."""

    asked: str
    r"""the line of the list"""

    row: RowOfAPage | None = None
    r"""the page; absent or None: the crawl does not know it"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PagesOfAList(Result):
    r"""Printed by `weft pages --list`."""

    unknown: int
    r"""number of lines that are no pages of the crawl"""

    rows: list[PageOfAList] = field(default_factory=list)
    r"""a row for each line, in their order"""


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexOfWords(Result):
    r"""Printed by `weft pages --index`."""

    pages: int
    r"""pages of the crawl"""

    terms: int
    r"""different words, states, statuses, media types and days"""

    bytes: int
    r"""size of the index"""

    cut_pages: int
    r"""Cut is the number of pages with more than 4,096 different words. The index has the first 4,096."""


@dataclass(frozen=True, kw_only=True, repr=False)
class TagOfNotes(Result):
    r"""The object tag of notes of the JSON of weft."""

    tag: str
    r"""tag, as the first note writes it"""

    notes: int
    r"""notes with the tag"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Note(Result):
    r"""The object note of the JSON of weft."""

    kind: str
    r"""page, host or boundary"""

    subject: str
    r"""URL or name of the page, the host, or the name of the boundary"""

    text: str | None = None
    r"""text of the note; absent or None: there is none"""

    tags: list[str] = field(default_factory=list)
    r"""tags, in order; absent or None: there is none"""

    changed: datetime
    r"""time of the last change"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Notes(Result):
    r"""Printed by `weft note CRAWL`."""

    found: int
    r"""number of chosen notes"""

    all: int
    r"""number of notes of the crawl"""

    tags: list[TagOfNotes] = field(default_factory=list)
    r"""tags of the chosen notes"""

    notes: list[Note] = field(default_factory=list)
    r"""chosen notes: pages, hosts, boundaries"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NoteOnASubject(Result):
    r"""Printed by `weft note CRAWL SUBJECT`."""

    kind: str
    r"""page, host or boundary"""

    subject: str
    r"""URL or name of the page, the host, or the name of the boundary"""

    note: Note | None = None
    r"""note; absent or None: the subject has none"""

    deleted: bool = False
    r"""the note was deleted; absent or None: it is false"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostOfASite(Result):
    r"""The object host of a site of the JSON of weft."""

    host: str
    r"""the host"""

    pages: int
    r"""pages of the site on the host"""

    all: int
    r"""pages of the crawl on the host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SavedBoundary(Result):
    r"""The object saved boundary of the JSON of weft."""

    name: str
    r"""name of the boundary"""

    home: str | None = None
    r"""page that the site is named after; absent or None: the list names none"""

    pages: int
    r"""pages of the site, in the crawl where it was saved"""

    hosts: list[HostOfASite] = field(default_factory=list)
    r"""hosts of the site in that crawl, most pages first"""

    options: list[str] = field(default_factory=list)
    r"""options that found the site, and changes by hand: name and value"""

    version: str | None = None
    r"""version of weft that saved it; absent or None: the list names none"""

    saved: datetime | None = None
    r"""time of saving; absent or None: the list names none"""

    accept: list[str] = field(default_factory=list)
    r"""SURT prefixes and URLs that accept pages"""

    reject: list[str] = field(default_factory=list)
    r"""longer ones that reject pages again"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Boundaries(Result):
    r"""Printed by `weft boundary CRAWL`."""

    boundaries: list[SavedBoundary] = field(default_factory=list)
    r"""saved boundaries, by name"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BoundaryInACrawl(Result):
    r"""Printed by `weft boundary CRAWL NAME`."""

    boundary: SavedBoundary
    r"""the boundary"""

    pages: int
    r"""pages of the crawl within the boundary"""

    fetched: int
    r"""fetched ones of them"""

    hosts: list[HostOfASite] = field(default_factory=list)
    r"""their hosts, most pages first"""

    gone: list[HostOfASite] = field(default_factory=list)
    r"""hosts of the boundary without a page in the crawl, with the pages that they had"""

    has_home: bool
    r"""the crawl has the page that the site is named after"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ChangedBoundary(Result):
    r"""Printed by `weft boundary --rename` and `--delete`."""

    name: str
    r"""name of the boundary"""

    renamed_from: str | None = None
    r"""name before; absent or None: there is none"""

    deleted: bool = False
    r"""the boundary was deleted; absent or None: it is false"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PagesWithoutTexts(Result):
    r"""The object pages without texts of the JSON of weft."""

    not_html: int
    r"""fetched pages that are not HTML"""

    missing: int
    r"""fetched pages without a record in the archive"""

    damaged: int
    r"""fetched pages whose record cannot be read"""

    empty: int
    r"""HTML pages without visible text and title"""

    cut: int
    r"""indexed pages with more text than is indexed"""


@dataclass(frozen=True, kw_only=True, repr=False)
class IndexOfTexts(Result):
    r"""Printed by `weft pages --index-texts`."""

    pages: int
    r"""pages with text"""

    terms: int
    r"""different words"""

    words: int
    r"""words of all texts and titles"""

    bytes: int
    r"""size of the index"""

    left: PagesWithoutTexts
    r"""pages that are not in the index"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CutPrefix(Result):
    r"""The object cut prefix of the JSON of weft."""

    prefix: str
    r"""the prefix"""

    words: int
    r"""number of words that begin with it"""

    used: int
    r"""number of words that were searched, the most frequent"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SearchInTexts(Result):
    r"""Printed by `weft pages --text`."""

    text: str
    r"""the query"""

    found: int
    r"""number of pages that were found"""

    at_least: bool = False
    r"""there may be more pages: some phrases were not compared; absent or None: it is false"""

    texts: int
    r"""number of pages with an indexed text"""

    pages: int
    r"""number of pages of the crawl"""

    left: PagesWithoutTexts
    r"""pages that are not in the index"""

    cuts: list[CutPrefix] = field(default_factory=list)
    r"""prefixes of too many words; absent or None: no prefix stands for too many words"""

    rows: list[RowOfAPage] = field(default_factory=list)
    r"""the best pages, as many as --top says"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RecheckFate(Result):
    r"""The object recheck fate of the JSON of weft."""

    status: int | None = None
    r"""its HTTP status, of the last page if it redirects; absent or None: unknown"""

    text: str
    r"""what happened: 404 Not Found, timeout, redirect loop, not requested"""

    final: str | None = None
    r"""URL where its redirects end; absent or None: no redirects, or their end is unknown"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RecheckPage(Result):
    r"""The object recheck page of the JSON of weft."""

    url: str
    r"""the page"""

    verdict: str
    r""""works again", "still broken" and so on"""

    before: RecheckFate
    r"""in the crawl"""

    now: RecheckFate
    r"""found now"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Recheck(Result):
    r"""Printed by `weft recheck`."""

    crawl: str
    r"""path of the crawl with the pages"""

    seconds: float
    r"""duration of the requests, s"""

    counts: dict[str, int] = field(default_factory=dict)
    r"""pages by verdict"""

    left: int | None = None
    r"""pages that were selected, and not requested; absent or None: 0"""

    folder: str | None = None
    r"""folder with the responses, as a crawl; absent or None: the responses were not kept"""

    rows: list[RecheckPage] = field(default_factory=list)
    r"""the pages, by verdict and in the order of the selection"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SeedError(Result):
    r"""The object seed error of the JSON of weft."""

    url: str
    r"""URL of the page"""

    reason: str
    r"""reason why it was not fetched"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteOfACrawlByFlow(Result):
    r"""The object site of a crawl by flow of the JSON of weft."""

    pages: int
    r"""pages of the site, listed in `site.txt`"""

    asked: int
    r"""pages that were requested"""

    per_page: float
    r"""requested pages per page of the site"""

    known: int
    r"""known pages"""

    links: int
    r"""links that were read"""

    cut_arcs: int
    r"""links that leave the site"""

    cut_capacity: float
    r"""capacity of these links"""

    epsilon: float
    r"""ε, the capacity from each page to the sink"""

    sigma: float | None = None
    r"""σ of the similarity of URLs; absent or None: links are all alike"""

    capacity: str
    r"""capacity of a link: similarity, similarity/outdegree or constant"""

    unanswered: int
    r"""pages of the site that could not or must not be fetched"""

    certified: bool
    r"""the site is the smallest of all minimum cuts"""

    over: bool
    r"""the capacities of the seeds' links sum to more than 2⁶²; the excess was left out"""

    left: int
    r"""pages still to be requested"""

    overflow: float
    r"""flow that has not reached the sink yet"""

    bytes: int
    r"""memory of the flow, bytes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Unanswered(Result):
    r"""The object unanswered of the JSON of weft."""

    pages: int
    r"""pages that were picked and are still unanswered"""

    hosts: int
    r"""hosts of these pages"""

    next: datetime | None = None
    r"""time of the next request, RFC 3339; absent or None: there is none"""

    host: str | None = None
    r"""host of the next request; absent or None: there is none"""

    failed: int = 0
    r"""pages that failed, and that the next run requests again; absent or None: it is 0"""

    parts: int = 0
    r"""pages that were kept in part, and that the next run requests again; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CutSet(Result):
    r"""The object cut set of the JSON of weft."""

    rule: str
    r"""rule that holds the pages back"""

    origin: str
    r"""scheme, host and port"""

    pages: int
    r"""pages of the set"""

    looked_at: int
    r"""pages of the set's pattern that were fetched"""

    new: int
    r"""pages of these whose content was new"""


@dataclass(frozen=True, kw_only=True, repr=False)
class WhatWasCut(Result):
    r"""The object what was cut of the JSON of weft."""

    pages: int
    r"""number of pages held back"""

    traps: int
    r"""pages of these that a trap rule holds back; `--no-traps` fetches them. The pages that they link to are unknown"""

    largest: list[CutSet] = field(default_factory=list)
    r"""largest sets, at most ten"""

    sets: int
    r"""number of sets; a set is all pages that one rule holds back at one origin"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SharedFrontier(Result):
    r"""The object shared frontier of the JSON of weft."""

    address: str
    r"""address of the frontier, without a password"""

    crawler: str
    r"""name of this crawler at the frontier"""

    queued: int
    r"""pages that no crawler holds"""

    held: int
    r"""pages that crawlers hold, this one among them, without pages that trap rules hold back"""

    crawlers: int
    r"""crawlers at work, this one among them while it runs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Message(Result):
    r"""The object message of the JSON of weft."""

    number: int
    r"""number of the message in the run, from 1"""

    time: datetime
    r"""time of the message, RFC 3339"""

    text: str
    r"""the text"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Trust(Result):
    r"""The object trust of the JSON of weft."""

    gamma: float
    r"""γ, the share of the links of crawled pages that lead to crawled pages"""

    hak: float
    r"""HAK, the estimate of Kendall's tau between this ranking and that of the whole"""

    crawled: int
    r"""pages whose links are known"""

    ghosts: int
    r"""pages whose links are not known"""

    estimated_pages: float
    r"""estimated number of pages of a complete crawl; 0 if unknown"""

    doubts: list[str] = field(default_factory=list)
    r"""reasons to doubt the estimate; absent or None: there is none"""

    learnt: int
    r"""responses processed when it was made"""

    made: datetime
    r"""time of the estimate, RFC 3339"""

    took_ns: int
    r"""duration including the snapshot, ns"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Queues(Result):
    r"""The object queues of the JSON of weft."""

    hosts: int
    r"""known hosts"""

    addresses: int
    r"""known addresses"""

    items: int
    r"""pages that wait"""

    turns: int
    r"""turns taken and not ended"""

    ready: int
    r"""hosts that may be requested now; hosts of one address count once"""

    timed: int
    r"""hosts and addresses that wait for a delay to end"""

    workers: int
    r"""workers that wait for a host"""

    paused: bool
    r"""the queues are paused"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostStats(Result):
    r"""The object host stats of the JSON of weft."""

    host: str
    r"""name of the host"""

    items: int
    r"""pages that wait"""

    busy: int
    r"""open connections"""

    next: datetime
    r"""time of the earliest next request, RFC 3339"""

    delay_ns: int
    r"""delay after each response, ns"""

    failures: int
    r"""failures in a row, minus later successes"""

    took_ns: int
    r"""mean duration of the last responses, ns"""

    left_ns: int
    r"""estimated time until its items are done, ns"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BusyVisit(Result):
    r"""The object busy visit of the JSON of weft."""

    url: str
    r"""URL of the page"""

    for_ns: int
    r"""time since the visit began, ns"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MemoryOfACrawl(Result):
    r"""`weft crawl --plan` prints this object, too."""

    budget: int
    r"""memory budget (`--memory`), bytes"""

    parts: list[Reserved] = field(default_factory=list)
    r"""parts reserved before the crawl began; their sum is at most the budget"""

    known: int
    r"""upper bound of the memory for known pages, which is in the last part, bytes; 0 before the first reply"""

    full: bool
    r"""the run ended because this part was full"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FateOfAListedPage(Result):
    r"""The object fate of a listed page of the JSON of weft."""

    url: str
    r"""the page"""

    class_: str = field(metadata={"key": "class"})
    r"""as in weft missing; here, redirected, or unlisted if the crawl does not know the URL"""

    reason: str | None = None
    r"""reason, such as 404 Not Found; absent or None: unknown"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Snapshot(Result):
    r"""The object snapshot of the JSON of weft."""

    dir: str
    r"""folder of the snapshot"""

    took_ns: int
    r"""duration of making it, ns"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs of the graph"""

    learnt: int
    r"""responses that it includes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Crawl(Result):
    r"""Printed by `weft crawl` and `weft site live`."""

    crawl: str
    r"""folder of the crawl"""

    why: str
    r"""reason why the run ended"""

    done: bool
    r"""each page was requested, except pages that a trap rule or a limit excludes"""

    seed_errors: list[SeedError] = field(default_factory=list)
    r"""seeds that were not fetched, with the reason; absent or None: there is none"""

    bad_records: int = 0
    r"""records of replayed archives that cannot be read; absent or None: it is 0"""

    duplicates: int = 0
    r"""responses of this run whose content was already in the archive; absent or None: it is 0"""

    duplicates_forgotten: int = 0
    r"""contents dropped from the search for duplicates to save memory; absent or None: it is 0"""

    site: SiteOfACrawlByFlow | None = None
    r"""logical website that the crawl found; absent or None: another strategy"""

    began: datetime
    r"""when this run began, RFC 3339"""

    elapsed_ns: int
    r"""time since then, ns"""

    strategy: str
    r"""strategy that chooses the next page"""

    paused: bool
    r"""the run is paused"""

    known: int
    r"""known pages in scope"""

    picked: int
    r"""pages chosen for fetching"""

    learnt: int
    r"""responses processed"""

    fetched: int
    r"""pages that were fetched"""

    redirected: int
    r"""pages that redirect"""

    failed: int
    r"""pages whose fetching failed"""

    excluded: int
    r"""pages excluded at fetch time, by robots.txt or media type"""

    cut: int
    r"""pages held back by trap rules and limits and not fetched since"""

    put_off: int
    r"""number of times that a page was postponed"""

    absent: int
    r"""pages that the replayed archives lack"""

    left_out: int
    r"""pages left out when they were found, by scope, nofollow or depth"""

    too_deep: int
    r"""pages of `left_out` beyond the limit of depth"""

    links: int
    r"""links that were found"""

    bytes: int
    r"""bytes received"""

    sitemaps: int
    r"""sitemaps that were read"""

    requisites: int
    r"""images, style sheets and the like that were fetched"""

    lost_requisites: int
    r"""requisites that could not be fetched"""

    lost_sitemaps: int
    r"""sitemaps that could not be fetched"""

    near_duplicates: int
    r"""pages with nearly the content of an earlier page"""

    cut_short: int
    r"""fetched responses that are incomplete"""

    soft_404: int
    r"""pages that answer 200 with the content of an error page"""

    app_shells: int
    r"""pages whose content only a script loads"""

    cookie_walls: int
    r"""pages that answered with a wall that asks for cookies"""

    html: int
    r"""pages of HTML"""

    unread: int
    r"""pages that begin like HTML, and were not read, because of their Content-Type"""

    redirect_loops: int
    r"""pages whose redirects form a loop"""

    statuses: dict[str, int] = field(default_factory=dict)
    r"""number of responses by HTTP status; negative numbers are Heritrix's"""

    rules: dict[str, int] = field(default_factory=dict)
    r"""number of pages held back, by rule"""

    waiting: int
    r"""known pages that were not requested yet, those in the queues of hosts too"""

    unanswered: Unanswered
    r"""pages that were picked and are still unanswered"""

    hosts: int
    r"""hosts that were met"""

    size: Any
    r"""estimated number of pages known at the end of the crawl: `low`, `estimate`, `high`. `high` is null while no upper end is known, as while a trap rule holds pages back"""

    pages_per_second: float
    r"""pages per second, over the last seconds"""

    bytes_per_second: float
    r"""bytes per second, over the last seconds"""

    left_ns: int = 0
    r"""estimated time until the limit or the estimated size is reached, ns; absent or None: it is 0"""

    cut_pages: WhatWasCut | None = None
    r"""pages held back by trap rules and limits; absent or None: there is none"""

    frontier: SharedFrontier | None = None
    r"""what the frontier has left that the crawl shares with others; absent or None: the crawl has a frontier of its own"""

    told: list[Message] = field(default_factory=list)
    r"""urgent messages, newest last; absent or None: there is none"""

    trust: Trust | None = None
    r"""newest estimate of fidelity; absent or None: there is none"""

    trust_error: str | None = None
    r"""reason why there is no newer estimate; absent or None: there is none"""

    queue: Queues
    r"""state of the queues of hosts"""

    slowest: list[HostStats] = field(default_factory=list)
    r"""hosts with the longest time left"""

    busy: list[BusyVisit] = field(default_factory=list)
    r"""pages that are being fetched"""

    anonymous_memory: int
    r"""peak of the anonymous memory of the process, bytes"""

    memory: MemoryOfACrawl
    r"""memory of the run by part"""

    ended: str
    r"""complete, limit (set by an option, key or status page) or incomplete (pages wait, are held back, or did not fit in memory)"""

    listed: list[FateOfAListedPage] = field(default_factory=list)
    r"""fates of the pages of --only, in the order of its file; absent or None: without --only"""

    exit_status: int
    r"""0 if it is complete, 3 if pages are left"""

    snapshot: Snapshot | None = None
    r"""graph made at the end of the run; absent or None: there is none"""

    seconds: float
    r"""duration of the run, s"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MovedBytes(Result):
    r"""The object moved bytes of the JSON of weft."""

    file: str
    r"""file that holds the bytes now, relative to the folder of the crawl"""

    bytes: int
    r"""number of bytes moved"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PlaceInTheArchive(Result):
    r"""The object place in the archive of the JSON of weft."""

    file: str
    r"""file, relative to the folder of the crawl"""

    offset: int
    r"""bytes from its start"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CrawlRecover(Result):
    r"""Printed by `weft crawl --recover`."""

    crawl: str
    r"""folder of the crawl"""

    time: datetime
    r"""time of the recovery, RFC 3339"""

    found: list[str] = field(default_factory=list)
    r"""damage that was found; if empty, nothing was changed"""

    backup: str | None = None
    r"""folder in the crawl that holds copies of the damaged files; absent or None: nothing was damaged"""

    replies: int = 0
    r"""replies left in the log; absent or None: it is 0"""

    log_bytes: int = 0
    r"""bytes of the log that were kept; absent or None: it is 0"""

    log_bytes_lost: int = 0
    r"""bytes of the log that were dropped; the pages of these bytes are fetched again; absent or None: it is 0"""

    names: int = 0
    r"""known pages left; absent or None: it is 0"""

    answers: int = 0
    r"""responses in the archive that the log knows; absent or None: it is 0"""

    archive_file: str | None = None
    r"""last file of the archive after the recovery; absent or None: there is none"""

    archive_files: int = 0
    r"""number of files of the archive; absent or None: it is 0"""

    archive_bytes: int = 0
    r"""bytes of the archive; all are kept; absent or None: it is 0"""

    archive_missing: list[str] = field(default_factory=list)
    r"""missing or empty files of the archive, each replaced by a file without responses; absent or None: there is none"""

    moved: list[MovedBytes] = field(default_factory=list)
    r"""incomplete records moved from the end of the archive; absent or None: there is none"""

    lost_pages: int = 0
    r"""pages whose responses were damaged or missing in the archive; the next run requests them again; absent or None: it is 0"""

    lost_responses: list[int] = field(default_factory=list)
    r"""the responses of these pages, by their numbers in the log, from 0; absent or None: there is none"""

    damaged_places: list[PlaceInTheArchive] = field(default_factory=list)
    r"""damaged places of the archive, which stay as they are; absent or None: there is none"""

    indexes: list[str] = field(default_factory=list)
    r"""indexes of the archive that were made anew; absent or None: there is none"""

    new_crawl_json: bool | None = None
    r"""`crawl.json` could not be read and was made anew; settings of earlier runs are lost; absent or None: it could be read"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Status(Result):
    r"""The object status of the JSON of weft."""

    began: datetime
    r"""when this run began, RFC 3339"""

    elapsed_ns: int
    r"""time since then, ns"""

    strategy: str
    r"""strategy that chooses the next page"""

    paused: bool
    r"""the run is paused"""

    why: str | None = None
    r"""reason why the run ends; absent or None: there are as many as requested, or the run goes on"""

    known: int
    r"""known pages in scope"""

    picked: int
    r"""pages chosen for fetching"""

    learnt: int
    r"""responses processed"""

    fetched: int
    r"""pages that were fetched"""

    redirected: int
    r"""pages that redirect"""

    failed: int
    r"""pages whose fetching failed"""

    excluded: int
    r"""pages excluded at fetch time, by robots.txt or media type"""

    cut: int
    r"""pages held back by trap rules and limits and not fetched since"""

    put_off: int
    r"""number of times that a page was postponed"""

    absent: int
    r"""pages that the replayed archives lack"""

    left_out: int
    r"""pages left out when they were found, by scope, nofollow or depth"""

    too_deep: int
    r"""pages of `left_out` beyond the limit of depth"""

    links: int
    r"""links that were found"""

    bytes: int
    r"""bytes received"""

    sitemaps: int
    r"""sitemaps that were read"""

    requisites: int
    r"""images, style sheets and the like that were fetched"""

    lost_requisites: int
    r"""requisites that could not be fetched"""

    lost_sitemaps: int
    r"""sitemaps that could not be fetched"""

    near_duplicates: int
    r"""pages with nearly the content of an earlier page"""

    cut_short: int
    r"""fetched responses that are incomplete"""

    soft_404: int
    r"""pages that answer 200 with the content of an error page"""

    app_shells: int
    r"""pages whose content only a script loads"""

    cookie_walls: int
    r"""pages that answered with a wall that asks for cookies"""

    html: int
    r"""pages of HTML"""

    unread: int
    r"""pages that begin like HTML, and were not read, because of their Content-Type"""

    redirect_loops: int
    r"""pages whose redirects form a loop"""

    statuses: dict[str, int] = field(default_factory=dict)
    r"""number of responses by HTTP status; negative numbers are Heritrix's"""

    rules: dict[str, int] = field(default_factory=dict)
    r"""number of pages held back, by rule"""

    waiting: int
    r"""known pages that were not requested yet, those in the queues of hosts too"""

    unanswered: Unanswered
    r"""pages that were picked and are still unanswered"""

    hosts: int
    r"""hosts that were met"""

    size: Any
    r"""estimated number of pages known at the end of the crawl: `low`, `estimate`, `high`. `high` is null while no upper end is known, as while a trap rule holds pages back"""

    pages_per_second: float
    r"""pages per second, over the last seconds"""

    bytes_per_second: float
    r"""bytes per second, over the last seconds"""

    left_ns: int = 0
    r"""estimated time until the limit or the estimated size is reached, ns; absent or None: it is 0"""

    cut_pages: WhatWasCut | None = None
    r"""pages held back by trap rules and limits; absent or None: there is none"""

    frontier: SharedFrontier | None = None
    r"""what the frontier has left that the crawl shares with others; absent or None: the crawl has a frontier of its own"""

    told: list[Message] = field(default_factory=list)
    r"""urgent messages, newest last; absent or None: there is none"""

    trust: Trust | None = None
    r"""newest estimate of fidelity; absent or None: there is none"""

    trust_error: str | None = None
    r"""reason why there is no newer estimate; absent or None: there is none"""

    queue: Queues
    r"""state of the queues of hosts"""

    slowest: list[HostStats] = field(default_factory=list)
    r"""hosts with the longest time left"""

    busy: list[BusyVisit] = field(default_factory=list)
    r"""pages that are being fetched"""

    anonymous_memory: int
    r"""peak of the anonymous memory of the process, bytes"""

    memory: MemoryOfACrawl
    r"""memory of the run by part"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Info(Result):
    r"""Printed by `weft info`, `generate`, `union`, `difference` and `extract`."""

    path: str
    r"""folder of the crawl, or basename of the graph"""

    pages: int
    r"""all pages, ghosts included"""

    fetched: int
    r"""pages that were fetched"""

    ghosts: int
    r"""pages that were never fetched and are known by links only"""

    redirected: int
    r"""pages that redirect"""

    failed: int
    r"""pages whose fetching failed"""

    excluded: int
    r"""pages that the crawl's rules or robots.txt excluded"""

    unknown: int
    r"""pages whose state the input does not say, as in a list of links"""

    arcs: int
    r"""arcs of all kinds"""

    self_loops: int
    r"""arcs of a page to itself"""

    dangling: int
    r"""pages without outgoing arcs that were fetched or whose state is unknown"""

    hosts: int
    r"""hosts; 0 without names"""

    domains: int
    r"""registered domains; 0 without names"""

    kinds: dict[str, int] = field(default_factory=dict)
    r"""arcs of each kind; one of several kinds counts in each; absent or None: without arcs"""

    measured_arcs: int
    r"""arcs of the kinds that measures use by default"""

    anchor_texts: int
    r"""anchor texts, counted once for each arc that has one"""

    graph_bits: int
    r"""compressed size of the lists, bits"""

    bits_per_arc: float
    r"""compressed size of the lists, bits per arc"""

    name_bytes: int
    r"""size of the table of names, bytes"""

    transpose_bits_per_arc: float
    r"""compressed size of the transpose, bits per arc; 0 if there is none"""

    order: str
    r"""order of the page numbers: names (sorted by name) or input (as read)"""

    names: bool
    r"""pages have names"""

    graph_id: str | None = None
    r"""SHA-256 of the graph's file; each result records it, to identify the graph that it was computed on; absent or None: of a bare graph"""

    steps: list[Step] = field(default_factory=list)
    r"""steps that made the crawl, oldest first; absent or None: of a bare graph"""

    mean_outdegree: float
    r"""measured arcs per page that is not a ghost"""

    transpose: bool
    r"""the crawl has a stored transpose"""

    bytes_on_disk: int | None = None
    r"""size of all files without results and reports, bytes; absent or None: of a bare graph"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SitesOfAMadeWeb(Result):
    r"""The object sites of a made Web of the JSON of weft."""

    found: int
    r"""number of sites found"""

    owners: int
    r"""true sites with at least 10 crawled pages"""

    right: int
    r"""true sites found with an F1 of at least 0.9"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Demo(Result):
    r"""Printed by `weft demo`."""

    crawl: str
    r"""path of the crawl"""

    archive: str
    r"""path of the archive"""

    report: str
    r"""path of the report"""

    urls: int
    r"""pages of the made Web"""

    hosts: int
    r"""hosts of the made Web"""

    status: Status
    r"""status at the end of the crawl"""

    info: Info
    r"""data of the graph"""

    sites: SitesOfAMadeWeb
    r"""comparison of the sites found with the true sites"""

    seconds: float
    r"""duration of the command, s"""

    anonymous_memory: int
    r"""peak of the anonymous memory of the process, bytes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RowOfAPaper(Result):
    r"""The object row of a paper of the JSON of weft."""

    where: str
    r"""place in the paper"""

    what: str
    r"""quantity that is compared"""

    paper: str
    r"""value in the paper"""

    ours: str
    r"""value that was found"""

    verdict: str
    r"""agrees, differs or cannot tell: our interval lies inside the range of the row, outside it, or overlaps its end; other data, beyond the paper or not run: nothing is judged"""

    note: str | None = None
    r"""rule of the verdict, and further notes; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ValueWithInterval(Result):
    r"""The object value with interval of the JSON of weft."""

    value: float
    r"""the value"""

    low: float
    r"""lower end of the interval"""

    high: float
    r"""upper end of the interval"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ErrorOfHarmonicCentrality(Result):
    r"""The object error of harmonic centrality of the JSON of weft."""

    rms: float
    r"""root mean square of the standard errors, relative to the centralities"""

    worst: float
    r"""the greatest standard error of a page"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageWithAScore(Result):
    r"""The object page with a score of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: pages have no names"""

    score: float
    r"""score of the page"""

    low: float | None = None
    r"""lower end of the 95 % interval of the score; absent or None: the score is no estimate"""

    high: float | None = None
    r"""upper end of the 95 % interval of the score; absent or None: the score is no estimate"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Distances(Result):
    r"""Printed by `weft distances`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    exact: bool
    r"""all values are exact and intervals have no width; otherwise searches estimated the pairs and HyperBall the centralities"""

    sources: int
    r"""number of start pages of searches; if all pages were searched from, pairs are exact"""

    runs: int
    r"""runs of HyperBall; 0 if all values are exact"""

    average_distance: ValueWithInterval
    r"""mean distance over ordered pairs of different pages where the first reaches the second, links. It is estimated from the pairs that searches found, which may be few if the upper end of `reachable_pairs` is far above its value"""

    effective_diameter: ValueWithInterval
    r"""distance within which 90 % of these pairs lie, interpolated between whole numbers, links"""

    reachable_pairs: ValueWithInterval
    r"""share of these pairs among all ordered pairs, 0 to 1"""

    iterations: int
    r"""greatest distance that was examined, links"""

    longest: int
    r"""longest distance, links; a lower bound if pairs are not exact"""

    neighbourhood: list[float] = field(default_factory=list)
    r"""entry t: ordered pairs within distance t, including each page with itself; the last t is the longest distance from the pages that were searched from"""

    path_lengths: list[ValueWithInterval] = field(default_factory=list)
    r"""entry t, from 1 on: share of the connected pairs at distance t; entry 0 is 0"""

    cut: bool = False
    r"""searches or a run ended at `--iterations`; pairs farther apart are left out; absent or None: it is false"""

    harmonic_error: ErrorOfHarmonicCentrality | None = None
    r"""standard errors of the harmonic centralities; absent or None: pairs were counted, or there is one run"""

    top: list[PageWithAScore] = field(default_factory=list)
    r"""pages with the greatest harmonic centrality; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Alternative(Result):
    r"""The object alternative of the JSON of weft."""

    name: str
    r"""name of the law: lognormal, exponential or truncated"""

    ratio: float
    r"""logarithm of the likelihood ratio, power law over this law"""

    normalized_ratio: float
    r"""ratio divided by its standard deviation; 0 if undefined"""

    p: float
    r"""probability of such a ratio if both laws were equally good"""

    log_likelihood: float
    r"""natural logarithm of the likelihood of the tail"""

    parameters: dict[str, float] = field(default_factory=dict)
    r"""parameters of the law, by name"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Fit(Result):
    r"""The object fit of the JSON of weft."""

    xmin: int
    r"""least value of the tail"""

    exponent: float
    r"""exponent, by maximum likelihood"""

    stderr: float
    r"""standard error of the exponent, for the given xmin"""

    p: float | None = None
    r"""goodness of fit: share of synthetic data sets that are at least as far from their own best fit as the data; below 0.1 the law is rejected (Clauset, Shalizi and Newman); absent or None: no synthetic data"""

    tail: int
    r"""number of values from xmin on"""

    population: int
    r"""number of positive values"""

    zeros: int
    r"""values that a power law cannot contain"""

    ks: float
    r"""Kolmogorov-Smirnov distance of tail and law"""

    log_likelihood: float
    r"""natural logarithm of the likelihood of the tail"""

    samples: int
    r"""synthetic data sets"""

    interval: list[float] = field(default_factory=list)
    r"""2.5th and 97.5th percentile of the exponent; absent or None: not requested"""

    alternatives: list[Alternative] = field(default_factory=list)
    r"""other laws fitted to the same tail"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Law(Result):
    r"""The object law of the JSON of weft."""

    name: str
    r"""name of the quantity: in, out, total, host in, scc size and so on"""

    population: str
    r"""units that the values belong to: all pages, fetched pages and so on"""

    count: int
    r"""number of values"""

    mean: float
    r"""mean of the values"""

    max: int
    r"""greatest value"""

    fit: Fit | None = None
    r"""best-fitting power law; its tail has at least 50 values that span a factor of 10; absent or None: `fit_error` says why"""

    fit_error: str | None = None
    r"""reason why there is no fit; absent or None: there is a fit"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Iteration(Result):
    r"""The object iteration of the JSON of weft."""

    iterations: int
    r"""number of iterations"""

    residual: float
    r"""L2 norm of the change in this iteration"""

    top_changed_by_next: int
    r"""of the 100 best authorities, number that the next iteration replaces"""

    top_not_in_limit: int
    r"""of the 100 best authorities, number missing among the 100 best in the limit"""


@dataclass(frozen=True, kw_only=True, repr=False)
class EndOfACompleteCore(Result):
    r"""The object end of a complete core of the JSON of weft."""

    pages: int
    r"""pages of the core at that size; all pages if it stays complete"""

    density: float
    r"""density at that size, %"""

    whole: bool
    r"""the core stays complete until it cannot grow"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RoundOfSeeds(Result):
    r"""The object round of seeds of the JSON of weft."""

    hubs: int
    r"""hubs of the core"""

    authorities: int
    r"""authorities of the core"""

    arcs: int
    r"""arcs of the core"""

    density: float
    r"""arcs between hubs and authorities, % of all possible"""

    iterations: int
    r"""number of iterations"""

    residual: float
    r"""change made by the last iteration, in `norm`"""

    seed: bool
    r"""the round found a seed"""

    unfetched: bool = False
    r"""no page of a core that is large enough was fetched; absent or None: it is false"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DistancesOfCores(Result):
    r"""The object distances of cores of the JSON of weft."""

    distances: list[list[int]] = field(default_factory=list)
    r"""matrix, one row for each core: least number of links to each other core; −1 if there is no path"""

    least: int
    r"""least distance"""

    greatest: int
    r"""greatest distance"""

    mean: float
    r"""mean distance of the connected pairs"""

    apart: int
    r"""pairs without a path"""

    pairs: int
    r"""number of ordered pairs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Gaps(Result):
    r"""The object gaps of the JSON of weft."""

    spearman: float
    r"""Spearman correlation of the gap between rounds and the distance"""

    undefined: str | None = None
    r"""reason why there is no value; absent or None: there is a value"""

    close: int
    r"""pairs at most five rounds apart"""

    close_and_far: int
    r"""close pairs that are at least as far apart as pages are on average"""

    close_mean: float
    r"""mean distance of the close pairs"""

    near_gap: float
    r"""mean gap of the pairs at the least distance"""

    mean_gap: float
    r"""mean gap of all pairs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DepthOfAWalk(Result):
    r"""The object depth of a walk of the JSON of weft."""

    pages: float
    r"""pages first reached at this depth"""

    visited: float
    r"""pages reached at this depth or before"""

    page_rank: float
    r"""mean PageRank of the new pages; 0 if there are none"""

    groups: float
    r"""hosts, domains or sites of all pages reached so far"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Walk(Result):
    r"""The object walk of the JSON of weft."""

    name: str
    r"""name of the set of seeds"""

    seeds: int
    r"""seeds"""

    depths: list[DepthOfAWalk] = field(default_factory=list)
    r"""one entry for each number of links"""

    low: list[DepthOfAWalk] = field(default_factory=list)
    r"""lower ends of the 95 % intervals of the means over draws; absent or None: there is none"""

    high: list[DepthOfAWalk] = field(default_factory=list)
    r"""upper ends of the 95 % intervals of the means over draws; absent or None: there is none"""

    draws_left: list[int] = field(default_factory=list)
    r"""number of draws with new pages, at each depth; other draws are left out of the mean PageRank there; absent or None: there is one draw"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SeedsEval(Result):
    r"""Printed by `weft seeds eval`."""

    walks: list[Walk] = field(default_factory=list)
    r"""one walk for each set of seeds"""

    groups: str
    r"""unit of the groups: hosts, domains or sites; empty if unknown"""

    depth: int
    r"""greatest number of links from the seeds"""


@dataclass(frozen=True, kw_only=True, repr=False)
class NewerResult(Result):
    r"""The object newer result of the JSON of weft."""

    pages: int
    r"""pages of the newer crawl"""

    seeds: int
    r"""seeds that were sought"""

    named: int
    r"""seeds that are pages of the newer crawl"""

    fetched: int
    r"""seeds that were fetched in the newer crawl"""

    carried: SeedsEval | None = None
    r"""walks from the seeds fetched there; absent or None: there is none"""

    own: SeedsEval | None = None
    r"""walks from seeds found in the newer crawl; absent or None: unknown"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TimeOfASeed(Result):
    r"""The object time of a seed of the JSON of weft."""

    pages: int
    r"""pages"""

    arcs_after_pruning: int
    r"""arcs that count"""

    seeds: int
    r"""seeds"""

    seconds_per_seed: float
    r"""time for one seed, s"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ReproduceSeeds(Result):
    r"""Printed by `weft reproduce seeds`."""

    rows: list[RowOfAPaper] = field(default_factory=list)
    r"""values of the paper beside the values found"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs of the graph"""

    arcs_after_pruning: int
    r"""arcs that count"""

    prune: str
    r"""arcs that were pruned: inside a host, inside a domain, or none"""

    distances: Distances | None = None
    r"""distances of pages; absent or None: unknown"""

    in_degree: Law
    r"""power law of in-degrees"""

    out_degree: Law
    r"""power law of out-degrees"""

    hits_iterations: list[Iteration] = field(default_factory=list)
    r"""convergence of HITS"""

    first_incomplete_core: EndOfACompleteCore
    r"""size at which the core stops being complete"""

    rounds: list[RoundOfSeeds] = field(default_factory=list)
    r"""rounds with at most 999 hubs"""

    rounds_uncapped: list[RoundOfSeeds] = field(default_factory=list)
    r"""first 11 rounds without that limit"""

    core_distances: DistancesOfCores | None = None
    r"""distances between the cores; absent or None: unknown"""

    gaps: Gaps
    r"""relation of rounds and distances"""

    walks: SeedsEval | None = None
    r"""walks from the seeds; absent or None: unknown"""

    newer: NewerResult | None = None
    r"""results of the seeds in a newer crawl; absent or None: there is none"""

    times: list[TimeOfASeed] = field(default_factory=list)
    r"""time for one seed, by size of the graph; absent or None: there is none"""

    time_slope: float = 0.0
    r"""exponent of the growth of time with arcs; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SettingsOfAPaper(Result):
    r"""The object settings of a paper of the JSON of weft."""

    ranked_again: int
    r"""crawls that were ranked again on their own"""

    greatest_difference: float
    r"""greatest difference in tau-b of the best 30 %"""

    crawls: int
    r"""number of all crawls"""

    with_other_seeds: int
    r"""crawls whose seeds are not 1 % of the pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Drawing(Result):
    r"""The object drawing of the JSON of weft."""

    name: str
    r"""letter of the drawing, a to d"""

    what: str
    r"""description of the graph"""

    pages: int
    r"""pages"""

    crawls: int
    r"""crawls over which tau is averaged"""

    tau_b: float
    r"""tau-b of all crawled pages"""

    least: float
    r"""least tau of the crawls"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DrawnArcs(Result):
    r"""The object drawn arcs of the JSON of weft."""

    ours: int
    r"""arcs of the draw that is crawled"""

    draws: int
    r"""number of draws"""

    mean: float
    r"""mean arcs"""

    sd: float
    r"""standard deviation"""

    paper: int
    r"""arcs in the paper"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CellShare(Result):
    r"""The object cell share of the JSON of weft."""

    share: float
    r"""share of the best pages that is compared, 0 to 1"""

    sets: int
    r"""sets that were counted; other values are 0 if there are none"""

    tau_b: ValueWithInterval
    r"""tau-b over the sets"""

    tau_a: ValueWithInterval
    r"""tau-a over the sets"""

    displacement: ValueWithInterval
    r"""displacement of pages over the sets"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CellOfCrawls(Result):
    r"""The object cell of crawls of the JSON of weft."""

    order: str
    r"""order in which pages were fetched"""

    block: float
    r"""share of the pages that was left unfetched, 0 to 1"""

    sets: int
    r"""sets of seeds that were drawn"""

    target: ValueWithInterval
    r"""pages that the seeds reach, with the interval"""

    crawled: ValueWithInterval
    r"""pages that were crawled, with the interval"""

    gamma_sets: int
    r"""sets with a crawled page; `gamma`, `im` and `x` are means over them, 0 if there are none"""

    gamma: ValueWithInterval
    r"""γ, with its interval"""

    im: ValueWithInterval
    r"""mean impact on a crawled page, with its interval"""

    x: ValueWithInterval
    r"""share of crawled pages impacted, with its interval"""

    hak_sets: int
    r"""sets with at least two crawled pages; `hak` is the mean over them, 0 if there are none"""

    hak: ValueWithInterval
    r"""HAK, with its interval"""

    shares: list[CellShare] = field(default_factory=list)
    r"""values for the best 30, 50, 70 and 100 % by either ranking"""

    error: float
    r"""mean of HAK minus tau-b of the best 30 %, over the sets that have both; 0 if none has"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Subject(Result):
    r"""The object subject of the JSON of weft."""

    name: str
    r"""name of the graph"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs of the graph"""

    sets: int
    r"""sets of seeds that were drawn"""

    seeds: str
    r"""kind of seeds: random or top"""

    drawn: DrawnArcs | None = None
    r"""number of arcs in other draws of the model; absent or None: there is none"""

    cells: list[CellOfCrawls] = field(default_factory=list)
    r"""results for each order and share of pages left unfetched"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Spread(Result):
    r"""The object spread of the JSON of weft."""

    mean: float
    r"""mean"""

    sd: float
    r"""standard deviation"""

    low: float
    r"""least value"""

    high: float
    r"""greatest value"""


@dataclass(frozen=True, kw_only=True, repr=False)
class OtherGraphs(Result):
    r"""The object other graphs of the JSON of weft."""

    graphs: int
    r"""graphs"""

    sets: int
    r"""sets on each graph"""

    tau_b_top30: Spread
    r"""tau-b of the best 30 % over the graphs"""

    hak: Spread
    r"""HAK over the graphs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Reduced(Result):
    r"""The object reduced of the JSON of weft."""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs of the graph"""

    target_pages: int
    r"""pages of the target"""

    target_arcs: int
    r"""arcs of the target"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TopFetched(Result):
    r"""The object top fetched of the JSON of weft."""

    of: str
    r"""subject: the crawl with its own ghosts, or half of the crawl"""

    top: int
    r"""number of top pages"""

    fetched: float
    r"""share of the pages that was fetched"""

    by_in_links: float
    r"""share of the top pages by in-links that was fetched"""

    by_pagerank: float
    r"""share of the top pages by PageRank that was fetched"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Agreement(Result):
    r"""The object agreement of the JSON of weft."""

    share: float
    r"""share of the pages: the best ⌈share·n⌉ of each ranking are compared"""

    pages: int
    r"""pages in the union of the two sets"""

    tau_b: float
    r"""Kendall's tau-b, with the correction for ties; 0 if undefined"""

    tau_a: float
    r"""Kendall's tau-a, without correction for ties; 0 if undefined"""

    undefined: bool | None = None
    r"""tau is undefined: too few pages, or all are tied; absent or None: there is a value"""

    discordant: int
    r"""pairs in opposite order"""

    pairs: int
    r"""number of pairs compared"""

    displacement: float
    r"""mean absolute difference of a page's ranks in the two rankings"""


@dataclass(frozen=True, kw_only=True, repr=False)
class JudgedSet(Result):
    r"""The object judged set of the JSON of weft."""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs between its pages"""

    gamma: float
    r"""mean share of the links of a page that lead into the set; pages without links count as 1"""

    below_tau: int
    r"""pages whose share of links into the set is below tau"""

    kendall: Agreement
    r"""agreement of the best pages with the target's PageRank, personalised to the set"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PartOfACrawl(Result):
    r"""The object part of a crawl of the JSON of weft."""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs between its pages"""

    gamma: float
    r"""mean share of the links of a page that lead into the set; pages without links count as 1"""

    below_tau: int
    r"""pages whose share of links into the set is below tau"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PartTau(Result):
    r"""The object part tau of the JSON of weft."""

    tau: float
    r"""least share of links that stay inside, 0 to 1"""

    selected: int
    r"""pages"""

    largest: int
    r"""pages of the largest component"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PartsTable(Result):
    r"""The object parts table of the JSON of weft."""

    tau: float
    r"""least share of links that stay inside, 0 to 1"""

    whole: JudgedSet
    r"""the whole crawl"""

    components: int
    r"""components"""

    selected: PartOfACrawl
    r"""pages that were selected"""

    largest: list[JudgedSet] = field(default_factory=list)
    r"""largest components"""

    naive: PartOfACrawl
    r"""pages left after repeated removal of pages below tau"""

    naive_largest: PartOfACrawl
    r"""largest component of the pages left"""

    gamma_tau: float
    r"""Kendall's tau-b between γ and tau over the listed components of at least 100 pages that have a tau; 0 if undefined"""

    gamma_tau_undefined: bool = False
    r"""`gamma_tau` is undefined; absent or None: it is false"""

    by_tau: list[PartTau] = field(default_factory=list)
    r"""sizes of the selection by tau"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RankingFate(Result):
    r"""The object ranking fate of the JSON of weft."""

    graph: str
    r"""name of the graph"""

    ranking: str
    r"""name of the ranking"""

    order: str
    r"""order in which pages were fetched"""

    block: float
    r"""share of the pages that was left unfetched, 0 to 1"""

    sets: int
    r"""number of sets; 0 if it was not computed"""

    tau_b_top30: ValueWithInterval
    r"""tau-b of the best 30 % by either ranking"""

    tau_b_all: ValueWithInterval
    r"""Kendall's tau-b of all crawled pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Deviation(Result):
    r"""The object deviation of the JSON of weft."""

    rms: float
    r"""root mean square of the errors"""

    mean: float
    r"""mean error"""

    worst: float
    r"""error farthest from 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class EstimatorError(Result):
    r"""The object estimator error of the JSON of weft."""

    graph: str
    r"""name of the graph"""

    order: str | None = None
    r"""order of the crawls; absent or None: there is none"""

    crawls: int
    r"""number of crawls"""

    hak: Deviation
    r"""errors of HAK"""

    recrawl: Deviation
    r"""errors of the estimate by simulated crawls"""

    gamma: Deviation
    r"""errors of γ used as an estimate of tau"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ReproduceFidelity(Result):
    r"""Printed by `weft reproduce fidelity`."""

    rows: list[RowOfAPaper] = field(default_factory=list)
    r"""values of the paper beside the values found"""

    settings: SettingsOfAPaper
    r"""comparison with crawls ranked under the settings of the paper"""

    drawings: list[Drawing] = field(default_factory=list)
    r"""graphs that the paper draws"""

    models: list[Subject] = field(default_factory=list)
    r"""results on random graphs"""

    other_gnp: OtherGraphs | None = None
    r"""further draws of the random graph; absent or None: there is none"""

    crawl: Subject | None = None
    r"""results on the crawl; absent or None: there is none"""

    reduced: Reduced | None = None
    r"""the crawl without its ghosts; absent or None: there is none"""

    top: TopFetched | None = None
    r"""share of the top pages that was fetched; absent or None: there is none"""

    components: PartsTable | None = None
    r"""components of high fidelity; absent or None: there is none"""

    rankings: list[RankingFate] = field(default_factory=list)
    r"""results of other rankings"""

    estimators: list[EstimatorError] = field(default_factory=list)
    r"""errors of the estimates"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SampleNetwork(Result):
    r"""The object sample network of the JSON of weft."""

    nodes: int
    r"""nodes, including source and sink"""

    arcs: int
    r"""arcs"""

    flow: int
    r"""value of the maximum flow"""

    cut: int
    r"""capacity of the minimum cut"""

    side: list[int] = field(default_factory=list)
    r"""nodes on the side of the source"""

    saturated: bool
    r"""all arcs across the cut are saturated"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Measured(Result):
    r"""The object measured σ of the JSON of weft."""

    value: float
    r"""σ, the standard deviation about the mean"""

    mean: float
    r"""mean edit distance, characters"""

    root_mean_square: float
    r"""root mean square"""

    pairs: int
    r"""pairs that were drawn"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteThatIsSought(Result):
    r"""The object site that is sought of the JSON of weft."""

    name: str
    r"""name of the site in the truth"""

    pages: int
    r"""pages"""

    hosts: int
    r"""hosts"""

    front: str
    r"""URL of its front page"""

    keyword: str
    r"""keyword that picks its cluster"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ScoreOfASite(Result):
    r"""The object score of a site of the JSON of weft."""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""


@dataclass(frozen=True, kw_only=True, repr=False)
class WordOfLinks(Result):
    r"""The object word of links of the JSON of weft."""

    word: str
    r"""word in lower case"""

    links: int
    r"""links whose text contains the word"""


@dataclass(frozen=True, kw_only=True, repr=False)
class WordsOfLinks(Result):
    r"""The object words of links of the JSON of weft."""

    all: list[WordOfLinks] = field(default_factory=list)
    r"""words of all links to the site"""

    external: list[WordOfLinks] = field(default_factory=list)
    r"""words of links from outside the site"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FateOfAMethod(Result):
    r"""The object fate of a method of the JSON of weft."""

    method: str
    r"""name of the method"""

    sigma: float | None = None
    r"""σ of the flow; absent or None: there is no flow"""

    epsilon: str | None = None
    r"""ε of the flow: paper or sweep; absent or None: there is no flow"""

    sites: int
    r"""number of sites; other values are means over them"""

    pages: float
    r"""pages found"""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""

    spanning: ScoreOfASite | None = None
    r"""mean scores of the sites on several hosts; absent or None: there is none"""

    refused: int = 0
    r"""draws for which no site was found; absent or None: it is 0"""

    keywords: WordsOfLinks | None = None
    r"""words of links to the pages found; absent or None: several sites, or no texts"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RunOfMCL(Result):
    r"""The object run of MCL of the JSON of weft."""

    inflation: float
    r"""inflation r"""

    keep: int
    r"""maximum number of entries kept in a column"""

    clusters: int
    r"""clusters"""

    largest: int
    r"""pages of the largest cluster"""

    overlapping: int
    r"""pages in several clusters"""

    iterations: int
    r"""number of iterations"""

    converged: bool
    r"""the last iteration changed less than the bound"""

    most_lost: float
    r"""mean share of a column that an iteration dropped, in the worst iteration"""

    seconds: float | None = None
    r"""time, s; absent or None: nothing was timed"""


@dataclass(frozen=True, kw_only=True, repr=False)
class OtherEntries(Result):
    r"""The object other entries of the JSON of weft."""

    inflation: float
    r"""inflation r"""

    keep: int
    r"""maximum number of entries kept in a column"""

    clusters: int
    r"""clusters"""

    largest: int
    r"""pages of the largest cluster"""

    overlapping: int
    r"""pages in several clusters"""

    iterations: int
    r"""number of iterations"""

    converged: bool
    r"""the last iteration changed less than the bound"""

    most_lost: float
    r"""mean share of a column that an iteration dropped, in the worst iteration"""

    seconds: float | None = None
    r"""time, s; absent or None: nothing was timed"""

    moved: float
    r"""split/join distance to the clusters with the usual number of entries, divided by twice the pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MainCluster(Result):
    r"""The object main cluster of the JSON of weft."""

    pages: int
    r"""pages"""

    clusters: int
    r"""number of clusters after the division"""

    largest: int
    r"""pages of the largest of these clusters"""

    smallest: int
    r"""pages of the smallest of these clusters"""

    of: str
    r"""clusters whose sizes `sizes` describes and from which some are drawn"""

    sizes: Law
    r"""power law of the sizes of these clusters"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PrefixOfURLs(Result):
    r"""The object prefix of URLs of the JSON of weft."""

    prefix: str
    r"""prefix: a folder"""

    pages: int
    r"""pages in the folder, without the pages of earlier prefixes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RandomSite(Result):
    r"""The object random site of the JSON of weft."""

    cluster: int
    r"""pages of the cluster"""

    pages: int
    r"""pages of the site that the flow found"""

    prefixes: list[PrefixOfURLs] = field(default_factory=list)
    r"""most frequent prefixes"""

    keywords: WordsOfLinks | None = None
    r"""words of links to the pages found; absent or None: no texts"""

    site: str
    r"""true site with most of the pages; empty if there is none"""

    site_pages: int
    r"""pages of that site in the truth"""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""

    second: str | None = None
    r"""true site with the next most pages; absent or None: there is none"""

    second_pages: int = 0
    r"""pages of that second site among those found; absent or None: it is 0"""

    pages_by_paper_epsilon: int
    r"""pages of the site with the ε of the paper"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ReproduceSite(Result):
    r"""Printed by `weft reproduce site`."""

    rows: list[RowOfAPaper] = field(default_factory=list)
    r"""values of the paper beside the values found"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs that count"""

    network: SampleNetwork
    r"""a small network with its flow and cut"""

    measured_sigma: Measured | None = None
    r"""σ measured from URLs; absent or None: fewer than two pages"""

    sites: list[SiteThatIsSought] = field(default_factory=list)
    r"""sites of the truth"""

    methods: list[FateOfAMethod] = field(default_factory=list)
    r"""scores of each method for each σ and ε"""

    mcl: list[RunOfMCL] = field(default_factory=list)
    r"""runs of MCL with inflation 1.2 and 2.0"""

    kept: list[OtherEntries] = field(default_factory=list)
    r"""runs of MCL that keep other numbers of entries"""

    main_cluster: MainCluster
    r"""division of the largest cluster"""

    random: list[RandomSite] = field(default_factory=list)
    r"""sites found from random clusters"""

    absorbed: int
    r"""flows with the ε of the paper that absorbed every reachable page"""

    flows: int
    r"""flows with the ε of the paper"""

    flow_seconds: float | None = None
    r"""time of a sweep over ε and the cut after it, s; absent or None: nothing was timed"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Correlation(Result):
    r"""The object correlation of the JSON of weft."""

    a: str
    r"""first quantity"""

    b: str
    r"""second quantity"""

    population: str
    r"""units that the values belong to"""

    pearson: float
    r"""Pearson's correlation"""

    kendall_tau_b: float
    r"""Kendall's tau-b"""

    undefined: str | None = None
    r"""reason why there is no value, such as a constant quantity; absent or None: there is a value"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BowTie(Result):
    r"""The object bow tie of the JSON of weft."""

    scc: int
    r"""pages of the largest strongly connected component. If it is 1, no two pages reach each other and there is no bow tie. The other values then describe the surroundings of one page"""

    in_: int = field(metadata={"key": "in"})
    r"""pages outside it from which it is reached (IN)"""

    out: int
    r"""pages outside it that it reaches (OUT)"""

    tendrils_in: int
    r"""pages reached from IN that reach neither the largest component nor OUT"""

    tendrils_out: int
    r"""pages that reach OUT and are reached from neither the largest component nor IN"""

    tubes: int
    r"""pages on paths from IN to OUT that avoid the largest component"""

    other: int
    r"""pages connected in another way"""

    disconnected: int
    r"""pages of other weak components"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CostOfPeeling(Result):
    r"""The object cost of peeling of the JSON of weft."""

    passes: int
    r"""passes over the graph or its transpose"""

    lists: int
    r"""lists that were read individually"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Core(Result):
    r"""The object core of the JSON of weft."""

    fans: int
    r"""fans"""

    centers: int
    r"""centers"""

    pages: int
    r"""pages that are fans, centers or both"""

    arcs: int
    r"""arcs from fans to centers"""

    mean_degree: float
    r"""`arcs` / `pages`; 0 without pages"""

    removed: int
    r"""pages outside the core"""

    removed_border: int
    r"""removed pages with one arc in and none out"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoresOfAShape(Result):
    r"""The object cores of a shape of the JSON of weft."""

    i: int
    r"""fans of a clique"""

    j: int
    r"""centers of a clique"""

    left: Core | None = None
    r"""core that is left after peeling; absent or None: of all shapes but the first, of other kinds than disjoint"""

    cliques: int | None = None
    r"""disjoint cliques, or maximal cliques of at least this shape; absent or None: of kinds count and a-priori"""

    all_cliques: str | None = None
    r"""number of all cliques, in decimal digits; absent or None: of other kinds than count"""

    sets: str | None = None
    r"""number of sets of j centers that at least i fans link to, in decimal digits; absent or None: of other kinds than a-priori"""

    exactly: int | None = None
    r"""maximal cliques of exactly i fans and j centers; absent or None: of kinds disjoint and count"""

    cut: int
    r"""pages around which the search was given up; each may be a fan of one further disjoint clique, and other counts are lower bounds if it is not 0"""

    lists: int | None = None
    r"""lists of links read by the search for disjoint cliques; a table's check for fans that share too few centers is not counted; absent or None: it is 0, or of other kinds than disjoint"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Community(Result):
    r"""The object community of the JSON of weft."""

    words: list[str] = field(default_factory=list)
    r"""most frequent words in anchor texts of links from fans to centers"""

    hosts: list[str] = field(default_factory=list)
    r"""hosts with the most centers"""

    fans: list[str] = field(default_factory=list)
    r"""fans: names, or numbers if pages have no names"""

    centers: list[str] = field(default_factory=list)
    r"""centers: names, or numbers if pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Cores(Result):
    r"""Printed by `weft cores`.
    Fans link to all centers of their clique; i is the number of fans, j the number of centers.
    """

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    kind: str
    r"""kind of the count: disjoint, maximal, count or a-priori"""

    max_degree: int
    r"""pages with this many links or more were left out, as fans (links out) and as centers (links in)"""

    steps: int
    r"""maximum number of steps of the search around one page"""

    pages: int
    r"""all pages"""

    peeling: CostOfPeeling
    r"""cost of peeling to the core of the first shape"""

    cells: list[CoresOfAShape] = field(default_factory=list)
    r"""one entry for each shape, by i and then by j"""

    limited: bool = False
    r"""the limit was reached: further maximal cliques exist and were not counted; absent or None: it is false"""

    top: list[Community] = field(default_factory=list)
    r"""first cliques of the largest shape that has any (kind disjoint), or the first that were written"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PortraitOfACrawl(Result):
    r"""The object portrait of a crawl of the JSON of weft."""

    path: str
    r"""path of the crawl"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    pages: int
    r"""all pages"""

    arcs: int
    r"""arcs that count"""

    mean_degree: float
    r"""`arcs` / `pages`"""

    in_: Law = field(metadata={"key": "in"})
    r"""power law of in-degrees"""

    out: Law
    r"""power law of out-degrees"""

    pagerank: Law
    r"""power law of PageRank, in hundredths of its mean"""

    correlations: list[Correlation] = field(default_factory=list)
    r"""correlations of in-degree, out-degree and PageRank"""

    strong_components: int
    r"""number of strong components"""

    largest_scc: int
    r"""pages of the largest strong component"""

    weak_components: int
    r"""number of weak components"""

    largest_wcc: int
    r"""pages of the largest weak component"""

    bowtie: BowTie
    r"""number of pages in each part of the bow tie"""

    cores: Cores | None = None
    r"""disjoint bipartite cliques of the crawl; absent or None: `--cores 0`"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TimeOnAModel(Result):
    r"""The object time on a model of the JSON of weft."""

    model: str
    r"""name of the model: Evolving Network or Copying"""

    extra_percent: int
    r"""random links, % of the number of pages"""

    pages: int
    r"""pages"""

    arcs: int
    r"""links"""

    generate_seconds: float
    r"""processor time of generating, compressing and transposing, s"""

    cliques_seconds: float
    r"""processor time of finding (4,4) cliques within 256 MiB, s"""

    cliques: int
    r"""number of cliques found"""

    pagerank_seconds: float
    r"""processor time of PageRank within 256 MiB, s"""

    iterations: int
    r"""iterations of PageRank"""

    scc_seconds: float
    r"""processor time of strong components within 1 GiB, s"""

    scc_bytes_a_page: float
    r"""planned memory of strong components, bytes per page"""

    strong_components: int
    r"""number of strong components found"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PointOfAGrowth(Result):
    r"""The object point of a growth of the JSON of weft."""

    percent: float
    r"""random arcs, % of the number of pages"""

    arcs: int
    r"""random arcs, including loops and arcs that existed already"""

    count: int
    r"""number of strong components"""

    largest: int
    r"""pages of the largest strong component"""


@dataclass(frozen=True, kw_only=True, repr=False)
class GrowthOfAModel(Result):
    r"""The object growth of a model of the JSON of weft."""

    model: str
    r"""name of the model: Evolving Network, Copying or Erdős–Rényi"""

    seed: int
    r"""seed of the random arcs"""

    pages: int
    r"""pages of the crawl"""

    points: list[PointOfAGrowth] = field(default_factory=list)
    r"""points by share of random arcs; the first point has none"""

    greatest_jump: float
    r"""greatest rise of the largest component's share of pages when links grow by half"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SlopeOfATime(Result):
    r"""The object slope of a time of the JSON of weft."""

    model: str
    r"""name of the model: Evolving Network or Copying"""

    extra_percent: int
    r"""random links, % of the number of pages"""

    of: str
    r"""task: generating, cliques, PageRank (one pass) or SCC"""

    slope: float
    r"""exponent of the growth of time with arcs, by least squares"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ReproduceExternalMemory(Result):
    r"""Printed by `weft reproduce external-memory`."""

    rows: list[RowOfAPaper] = field(default_factory=list)
    r"""values of the paper beside the values found"""

    portrait: PortraitOfACrawl | None = None
    r"""portrait of the named crawl; absent or None: no crawl was named"""

    times: list[TimeOnAModel] = field(default_factory=list)
    r"""times by model, random links and pages; absent or None: nothing was timed"""

    growths: list[GrowthOfAModel] = field(default_factory=list)
    r"""growth of the largest component under random links; the last entry has random links only; absent or None: nothing grew"""

    slopes: list[SlopeOfATime] = field(default_factory=list)
    r"""growth of the times with size; absent or None: fewer than two sizes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class BinOfDistances(Result):
    r"""The object bin of distances of the JSON of weft."""

    from_: int = field(metadata={"key": "from"})
    r"""least distance of the bin"""

    to: int
    r"""greatest distance of the bin"""

    share: ValueWithInterval
    r"""share of the connected pairs at these distances"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PointOfACrawl(Result):
    r"""The graph consists of the crawled pages, with each link between two of them once."""

    strategy: str
    r"""crawl to which the point belongs"""

    progress: float | None = None
    r"""share of the Web's pages that was crawled; absent or None: the number of pages is unknown"""

    crawled: int
    r"""crawled pages"""

    known: int
    r"""pages named by seeds or links, including crawled pages"""

    other_states: int
    r"""pages that were requested and failed or redirected"""

    barred: int
    r"""pages reached only by links that must not be followed"""

    frontier: int
    r"""known pages still to be crawled"""

    links: int
    r"""links of the crawled pages, repetitions included"""

    uncounted_links: int
    r"""links of the crawled pages of kinds that do not count"""

    sinks: int
    r"""crawled pages without a link to another crawled page"""

    discovery_crawled: float | None = None
    r"""share of the links whose target had been crawled before; absent or None: no links"""

    discovery_known: float | None = None
    r"""share of the links whose target had been known before; absent or None: no links"""

    recent_discovery_crawled: float | None = None
    r"""`discovery_crawled` of the links since the previous step; absent or None: no links"""

    recent_discovery_known: float | None = None
    r"""`discovery_known` of the links since the previous step; absent or None: no links"""

    pagerank_captured: float
    r"""share of the PageRank of the crawl's last graph that these pages hold"""

    indegree_captured: float | None = None
    r"""share of the arcs of the crawl's last graph that lead to these pages; absent or None: there are no arcs"""

    arcs: int
    r"""arcs of the graph"""

    loops: int
    r"""links of crawled pages to themselves, which are left out of the graph"""

    repeated_links: int
    r"""repeated links between crawled pages, each counted after the first"""

    outside_links: int
    r"""links to pages that are not crawled"""

    scc: int | None = None
    r"""pages of the largest strong component; absent or None: not requested"""

    in_: int | None = field(default=None, metadata={"key": "in"})
    r"""pages from which the largest strong component is reached (IN); absent or None: not requested"""

    out: int | None = None
    r"""pages reached from the largest strong component (OUT); absent or None: not requested"""

    other: int | None = None
    r"""all other pages: tendrils, tubes and disconnected pages; absent or None: not requested"""

    scc_sizes: Law | None = None
    r"""power law of the sizes of strong components; absent or None: not requested"""

    sources: int | None = None
    r"""start pages of searches; absent or None: not requested"""

    mean_distance: ValueWithInterval | None = None
    r"""mean distance from a page to a page that it reaches, links; absent or None: not requested; null: there is no such pair"""

    effective_diameter: ValueWithInterval | None = None
    r"""distance within which 90 % of these pairs lie, links; absent or None: not requested; null: there is no such pair"""

    reachable: ValueWithInterval | None = None
    r"""share of such pairs among all ordered pairs; absent or None: not requested"""

    diameter: int | None = None
    r"""greatest distance found, links; absent or None: not requested"""

    diameter_exact: bool | None = None
    r"""no distance is greater; absent or None: not requested"""

    diameter_at_most: int | None = None
    r"""upper bound of the diameter; absent or None: not requested; null: the diameter is exact or has no bound"""

    distances: list[BinOfDistances] = field(default_factory=list)
    r"""shares of pairs by distance; absent or None: not requested"""

    transitivity: ValueWithInterval | None = None
    r"""share of pairs of neighbours of a page that are linked; absent or None: not requested; null: there are none"""

    clustering: ValueWithInterval | None = None
    r"""mean of that share over pages with at least two neighbours; absent or None: not requested; null: there are none"""

    clustering_draws: int | None = None
    r"""pairs that were drawn; 0 if all were counted; absent or None: not requested"""

    in_law: Law | None = None
    r"""power law of arcs to a crawled page; absent or None: not requested"""

    out_law: Law | None = None
    r"""power law of arcs from a crawled page; absent or None: not requested"""

    links_in_law: Law | None = None
    r"""power law of links found, by the known page that they lead to; absent or None: not requested"""

    links_out_law: Law | None = None
    r"""power law of all links of a crawled page; absent or None: not requested"""

    maximal_cores_4_4: int | None = None
    r"""maximal bipartite cores of at least four fans and four centers; absent or None: not requested; null: the graph is too large"""

    disjoint_cores_4_4: int | None = None
    r"""disjoint cores of four fans and four centers: no two share a fan or a center, and no further core can be added; absent or None: not requested; null: the graph is too large"""

    cores_cut: int | None = None
    r"""pages around which the search was given up; counts of cores are lower bounds if it is not 0; absent or None: not requested"""

    cores_wide: int | None = None
    r"""pages with too many links to be part of maximal cores; absent or None: not requested"""

    pagerank_law: Law | None = None
    r"""power law of PageRank, in hundredths of its mean; absent or None: not requested"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StepOfACrawl(Result):
    r"""The object step of a crawl of the JSON of weft."""

    progress: float | None = None
    r"""share of the Web's pages that was crawled; absent or None: the number of pages is unknown"""

    crawled: int
    r"""crawled pages"""

    known: int
    r"""pages named by seeds or links, including crawled pages"""

    other_states: int
    r"""pages that were requested and failed or redirected"""

    barred: int
    r"""pages reached only by links that must not be followed"""

    frontier: int
    r"""known pages still to be crawled"""

    links: int
    r"""links of the crawled pages, repetitions included"""

    uncounted_links: int
    r"""links of the crawled pages of kinds that do not count"""

    sinks: int
    r"""crawled pages without a link to another crawled page"""

    discovery_crawled: float | None = None
    r"""share of the links whose target had been crawled before; absent or None: no links"""

    discovery_known: float | None = None
    r"""share of the links whose target had been known before; absent or None: no links"""

    recent_discovery_crawled: float | None = None
    r"""`discovery_crawled` of the links since the previous step; absent or None: no links"""

    recent_discovery_known: float | None = None
    r"""`discovery_known` of the links since the previous step; absent or None: no links"""

    pagerank_captured: float
    r"""share of the PageRank of the crawl's last graph that these pages hold"""

    indegree_captured: float | None = None
    r"""share of the arcs of the crawl's last graph that lead to these pages; absent or None: there are no arcs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CountOfAShape(Result):
    r"""The object count of a shape of the JSON of weft."""

    fans: int
    r"""fans"""

    centers: int
    r"""centers; each fan links to each of them"""

    exactly: int
    r"""maximal cores of exactly this shape"""

    at_least: int
    r"""maximal cores of at least this shape"""

    frequent: str
    r"""sets of this many centers that have at least this many fans, as a-priori counts them, in decimal digits"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoresOfFirstPages(Result):
    r"""The object cores of first pages of the JSON of weft."""

    pages: int
    r"""number of first crawled pages"""

    arcs: int
    r"""arcs between these pages"""

    cores_cut: int
    r"""pages around which the search was given up; counts of cores are lower bounds if it is not 0"""

    cores_wide: int
    r"""pages with too many links to be part of cores"""

    cells: list[CountOfAShape] = field(default_factory=list)
    r"""counts by shape"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CrawlOfARandomWeb(Result):
    r"""The object crawl of a random Web of the JSON of weft."""

    strategy: str
    r"""strategy that chose the next page"""

    in_: float = field(metadata={"key": "in"})
    r"""exponent of in-degrees"""

    out: float
    r"""exponent of out-degrees"""

    law: str
    r"""the law of out-degrees"""

    seeds: int
    r"""start pages"""

    draw: int
    r"""number of the draw"""

    died: int
    r"""earlier draws whose crawls ended within 1 % of the way"""

    web_pages: int
    r"""pages that can be crawled"""

    points: list[PointOfACrawl] = field(default_factory=list)
    r"""the points of progress"""

    missed: list[int] = field(default_factory=list)
    r"""points that the crawl did not reach, as numbers of crawled pages"""

    trail: list[StepOfACrawl] = field(default_factory=list)
    r"""about evenly spaced steps between the points"""

    core_tables: list[CoresOfFirstPages] = field(default_factory=list)
    r"""cores of the first 1,000 pages and of all pages; empty unless requested"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RandomWeb(Result):
    r"""The object random Web of the JSON of weft."""

    in_: str = field(metadata={"key": "in"})
    r"""the law of in-degrees"""

    out: str
    r"""the law of out-degrees"""

    pages: int
    r"""pages of the Web"""

    links: int
    r"""links to pages of the Web"""

    seed: int
    r"""random seed"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FigureOfACrawl(Result):
    r"""The object figure of a crawl of the JSON of weft."""

    name: str
    r"""name of the figure"""

    real: float | None = None
    r"""value of the crawl; absent or None: unknown"""

    model: float | None = None
    r"""mean over the crawls of the model; absent or None: unknown for some crawls"""

    low: float | None = None
    r"""lower end of the 95 % interval for a crawl of the fitted model; absent or None: unknown, or fewer than two models were refitted"""

    high: float | None = None
    r"""upper end of that interval; absent or None: unknown, or fewer than two models were refitted"""

    inside: bool | None = None
    r"""the value of the crawl lies in the interval; absent or None: one of the values is unknown"""

    literature: str | None = None
    r"""value that the paper quotes for crawls of the Web; absent or None: the paper quotes none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MarkOfAModel(Result):
    r"""The object mark of a model of the JSON of weft."""

    name: str
    r"""name of the criterion"""

    criterion: str
    r"""condition under which the criterion holds"""

    real: bool | None = None
    r"""the criterion holds for the crawl; absent or None: not requested"""

    real_is: str
    r"""figures of the crawl"""

    model: bool | None = None
    r"""the criterion holds for the first crawl of the model; absent or None: not requested"""

    model_is: str
    r"""figures of the first crawl of the model"""

    models: int
    r"""number of crawls of the model for which the criterion holds"""

    literature: str
    r"""value that the paper quotes for crawls of the Web"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulateFit(Result):
    r"""Printed by `weft simulate fit`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    crawled: int
    r"""crawled pages of the crawl and of each crawl of the model"""

    strategy: str
    r"""strategy of the crawls of the model"""

    starts: int
    r"""start pages of each crawl"""

    model: RandomWeb
    r"""fitted model"""

    progress: float
    r"""share of the model's pages that each crawl reaches"""

    models: int
    r"""crawls of the model that reached at least 90 % of that number of pages"""

    died: int
    r"""crawls of the model that ran out of pages before"""

    refitted: int
    r"""models whose crawls were fitted and crawled again; intervals come from the differences"""

    rows: list[FigureOfACrawl] = field(default_factory=list)
    r"""figures of the crawl and of the model"""

    ticks: list[MarkOfAModel] = field(default_factory=list)
    r"""six criteria of a good model of crawls"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ReproduceRandomCrawls(Result):
    r"""Printed by `weft reproduce random-crawls`."""

    rows: list[RowOfAPaper] = field(default_factory=list)
    r"""values of the paper beside the values found, figure by figure"""

    claims: list[RowOfAPaper] = field(default_factory=list)
    r"""claims of section 5 of the paper beside the values found"""

    webs: list[CrawlOfARandomWeb] = field(default_factory=list)
    r"""crawls from one page, by strategy and draw"""

    printed_law: list[CrawlOfARandomWeb] = field(default_factory=list)
    r"""crawls under the law of out-degrees that the paper prints"""

    seeded: list[CrawlOfARandomWeb] = field(default_factory=list)
    r"""crawls from many pages"""

    smaller: list[CrawlOfARandomWeb] = field(default_factory=list)
    r"""crawls of a tenth of the size"""

    cored: list[CrawlOfARandomWeb] = field(default_factory=list)
    r"""crawls whose cores were counted"""

    swept: list[CrawlOfARandomWeb] = field(default_factory=list)
    r"""crawls whose cores were counted, under other exponents"""

    fit: SimulateFit | None = None
    r"""the named crawl beside the model fitted to it; absent or None: no crawl was named"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ProgressOfAStep(Result):
    r"""The object progress of a step of the JSON of weft."""

    step: str
    r"""name of the step"""

    done: int
    r"""work that is done"""

    total: int = 0
    r"""all work of the step; absent or None: it is 0"""

    unit: str
    r"""unit of the work: steps, bytes or pages"""

    seconds: float
    r"""duration of the step so far, s"""

    left: float | None = None
    r"""estimated time left for the step, s; absent or None: it is unknown"""

    paused: bool = False
    r"""of a crawl, which can be paused; absent or None: it is false"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CrawlInProgress(Result):
    r"""The object crawl in progress of the JSON of weft."""

    known: int
    r"""known pages in scope"""

    waiting: int
    r"""known pages that were not requested yet"""

    redirected: int
    r"""pages that redirect"""

    failed: int
    r"""pages whose fetching failed"""

    bytes: int
    r"""bytes received"""

    hosts: int
    r"""hosts that were met"""

    pages_per_second: float
    r"""pages per second, over the last seconds"""

    why: str | None = None
    r"""reason why the run ends; absent or None: the run does not end"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LineOfProgress(Result):
    r"""Printed on standard error by every command with `--progress json`, one object a line."""

    progress: ProgressOfAStep | None = None
    r"""how far the step is; absent or None: the line is a message"""

    crawl: CrawlInProgress | None = None
    r"""of a crawl, how it stands; absent or None: the command does not crawl, or the line is a message"""

    message: str | None = None
    r"""a message, as on standard error without JSON; absent or None: the line is progress"""

    level: str | None = None
    r"""of a message: info, warning, error or hint; absent or None: the line is progress"""


@dataclass(frozen=True, kw_only=True, repr=False)
class WhatWentWrong(Result):
    r"""The object what went wrong of the JSON of weft."""

    kind: str
    r"""kind of the error: usage, no_names, damage, other_graph, exists, bad_input, no_file, permission, memory, stopped or failed"""

    message: str
    r"""text of the error, as on standard error"""

    file: str | None = None
    r"""file that the error is about; absent or None: there is none"""

    hint: str | None = None
    r"""suggestion what to do; absent or None: no suggestion is known"""

    exit_status: int
    r"""exit status, 1 or 2"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Error(Result):
    r"""Printed by every command that fails, with `--json`."""

    error: WhatWentWrong
    r"""what went wrong"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SitesUsed(Result):
    r"""Printed under the key `sites_used` by every command that goes by sites."""

    from_: str = field(metadata={"key": "from"})
    r"""source of the sites: found (by `weft site all`) or listed (in a file)"""

    sites: int
    r"""sites with a name"""

    id: str
    r"""checksum of the partition into sites; it ignores the names of sites"""

    file: str | None = None
    r"""file that lists the sites; absent or None: the sites were found"""

    method: str | None = None
    r"""method that found them: evidence or closed; absent or None: the sites are listed"""

    leak: float | None = None
    r"""value of `--leak` with which they were found; absent or None: the sites are listed or found by evidence"""

    least: int | None = None
    r"""value of `--least` with which they were found; absent or None: the sites are listed or found by evidence"""

    kinds: str | None = None
    r"""kinds of arcs by which they were found, joined by +; absent or None: the sites are listed"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TopHost(Result):
    r"""The object top host of the JSON of weft."""

    host: str
    r"""name of the host"""

    score: float
    r"""sum of the scores of the host's pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Rank(Result):
    r"""Printed by `weft rank`."""

    name: str
    r"""name of the ranking: pagerank, hits, salsa, indegree, katz, closeness or betweenness"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    direction: str
    r"""direction of the passes: pull or push"""

    iterations: int
    r"""number of iterations"""

    residual: float
    r"""change made by the last iteration, in `norm`"""

    norm: str
    r"""norm of the residual"""

    converged: bool
    r"""the residual fell below the tolerance"""

    params: dict[str, Any] = field(default_factory=dict)
    r"""options that change the values, and how the computation ended; absent or None: there is none"""

    top: list[PageWithAScore] = field(default_factory=list)
    r"""pages with the highest scores; absent or None: there is none"""

    authorities: list[PageWithAScore] = field(default_factory=list)
    r"""pages with the highest authority scores (HITS, SALSA); absent or None: there is none"""

    hubs: list[PageWithAScore] = field(default_factory=list)
    r"""pages with the highest hub scores (HITS, SALSA); absent or None: there is none"""

    top_hosts: list[TopHost] = field(default_factory=list)
    r"""hosts with the largest sums of scores (authority scores for HITS and SALSA); absent or None: pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostDegrees(Result):
    r"""The object host degrees of the JSON of weft."""

    in_: Law = field(metadata={"key": "in"})
    r"""power law of the number of hosts that link to a host"""

    out: Law
    r"""power law of the number of hosts that a host links to"""

    pages: Law
    r"""power law of the number of pages of a host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Degrees(Result):
    r"""Printed by `weft degrees`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    in_: Law = field(metadata={"key": "in"})
    r"""power law of in-degrees"""

    out: Law
    r"""power law of out-degrees"""

    total: Law
    r"""power law of total degrees"""

    hosts: HostDegrees | None = None
    r"""power laws of arcs between hosts, one arc for each linked pair; pages whose names are no URLs have no host; absent or None: without hosts"""

    correlations: list[Correlation] = field(default_factory=list)
    r"""correlations between degrees and PageRank"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Partition(Result):
    r"""The object partition of the JSON of weft."""

    count: int
    r"""number of components"""

    largest: int
    r"""pages of the largest component"""

    sizes: Law
    r"""power law of the sizes"""


@dataclass(frozen=True, kw_only=True, repr=False)
class GrowthOfComponents(Result):
    r"""The object growth of components of the JSON of weft."""

    seed: int
    r"""seed of the random arcs"""

    pages: int
    r"""pages of the crawl"""

    points: list[PointOfAGrowth] = field(default_factory=list)
    r"""points by share of random arcs; the first point has none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Components(Result):
    r"""Printed by `weft components`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    wcc: Partition
    r"""weakly connected components"""

    scc: Partition
    r"""strongly connected components"""

    bowtie: BowTie
    r"""the parts of the bow tie"""

    growth: GrowthOfComponents | None = None
    r"""strong components after random arcs were added; absent or None: not requested"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PathEnd(Result):
    r"""The object path end of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DistancesDiameter(Result):
    r"""Printed by `weft distances --diameter`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    diameter: int
    r"""length of the longest shortest path, links"""

    from_page: PathEnd | None = None
    r"""first page of a longest path; absent or None: no page leads to another"""

    to_page: PathEnd | None = None
    r"""last page of a longest path; absent or None: no page leads to another"""

    searches: int
    r"""searches, each one pass over the graph or its transpose"""


@dataclass(frozen=True, kw_only=True, repr=False)
class DistancesFrom(Result):
    r"""Printed by `weft distances --from`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    from_: list[int] = field(default_factory=list, metadata={"key": "from"})
    r"""numbers of the start pages"""

    reached: int
    r"""pages that were reached"""

    levels: list[int] = field(default_factory=list)
    r"""number of pages at each distance, from 0 on"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Doubt(Result):
    r"""The object doubt of the JSON of weft."""

    name: str
    r"""one word for the doubt"""

    text: str
    r"""the text"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Settings(Result):
    r"""The object settings of the JSON of weft."""

    by: str
    r"""unit by which pages are grouped: host, domain or site"""

    alpha: float
    r"""damping of PageRank"""

    iterations: int
    r"""iterations of PageRank"""

    zero: str
    r"""γ given to pages without links"""

    with_excluded: bool
    r"""excluded pages count as missing"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Converged(Result):
    r"""The object converged of the JSON of weft."""

    iterations: int
    r"""iterations after those of the settings"""

    im: float
    r"""mean impact on a crawled page, by the closed form"""

    x: float
    r"""share of crawled pages assumed to move"""

    hak: float
    r"""HAK, the estimate of Kendall's tau between this ranking and the ranking of the whole crawl"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TopOfACrawl(Result):
    r"""The object top of a crawl of the JSON of weft."""

    pages: int
    r"""number of top pages"""

    crawled_by_in_links: float
    r"""share of the top pages by in-links, ghosts included, that was crawled"""

    crawled_by_pagerank: float
    r"""share of the top pages by PageRank, ghosts included, that was crawled"""

    discordant_expected: float
    r"""pairs among the top crawled pages that HAK expects to be out of order, against a walk through the whole Web that restarts at the crawled pages"""

    pairs: float
    r"""number of pairs compared"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Risk(Result):
    r"""The object risk of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: pages have no names"""

    rank: int
    r"""rank among crawled pages"""

    score: float
    r"""PageRank of the page"""

    share: float
    r"""share of the PageRank that arrives by that one link"""

    from_: int = field(metadata={"key": "from"})
    r"""number of the page that the link comes from, from 0"""

    from_url: str | None = None
    r"""URL of the page that the link comes from; absent or None: pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Wanted(Result):
    r"""The object wanted of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: pages have no names"""

    arcs: int
    r"""arcs to the page"""

    gamma_gain: float
    r"""growth of γ of the pages that link to it, if it is fetched"""

    flow: float
    r"""PageRank that flows to the page"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostOfACrawl(Result):
    r"""The object host of a crawl of the JSON of weft."""

    host: str
    r"""name of the host, domain or site"""

    crawled: int
    r"""crawled pages of the group"""

    ghosts: int
    r"""ghosts of the group"""

    gamma: float
    r"""γ of the crawled pages of the group; 0 if there are none"""

    gamma_gain: float
    r"""growth of γ over the pages crawled so far, if all ghosts of the group were fetched"""

    flow: float
    r"""PageRank that flows to the ghosts of the group"""

    seed: str
    r"""most wanted ghost of the group"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Fidelity(Result):
    r"""Printed by `weft fidelity`."""

    crawled: int
    r"""n: pages whose links are known"""

    ghosts: int
    r"""pages whose links are not known"""

    gamma: float
    r"""γ: mean share of the links of a crawled page that lead to crawled pages, 0 to 1"""

    estimated_pages: float
    r"""estimated number of pages of a complete crawl, n/γ; 0 if γ is 0. It can be below the number of known pages where few links lead to missing pages"""

    im: float
    r"""mean impact on a crawled page"""

    x: float
    r"""(1 − γ)·Im, the share of crawled pages whose rank the missing pages change"""

    ghost_impact: float
    r"""impact of the ghosts on all pages, n(1/γ − 1)·Im; 0 if γ is 0"""

    impacted: float
    r"""the part of `ghost_impact` that falls on crawled pages: the number of pages assumed to move"""

    d: float
    r"""estimated number of pairs of pages that are out of order"""

    hak: float
    r"""HAK, the estimate of Kendall's tau, 1 − 4D/(n(n−1)); 1 for fewer than two pages"""

    not_to_be_fetched: int = 0
    r"""pages left out of `wanted`, because a trap rule holds them back or because robots.txt, nofollow or the scope forbids them; absent or None: it is 0"""

    failed: int
    r"""ghosts that were requested and failed"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl: in-scope if excluded pages do not count; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    doubts: list[Doubt] = field(default_factory=list)
    r"""reasons to doubt HAK"""

    settings: Settings
    r"""options"""

    converged: Converged
    r"""the same estimate by a PageRank that has converged"""

    gamma_interval: ValueWithInterval | None = None
    r"""γ with its 95 % interval by bootstrap over hosts, domains, sites or ranges of pages; absent or None: there is none"""

    hak_interval: ValueWithInterval | None = None
    r"""HAK with its 95 % interval by the same bootstrap; absent or None: there is none"""

    drawn: str | None = None
    r"""units of the bootstrap: hosts, domains, sites or stretches of pages; absent or None: there is none"""

    draws: int = 0
    r"""number of draws of the bootstrap; absent or None: it is 0"""

    gamma_bins: list[int] = field(default_factory=list)
    r"""histogram of crawled pages by their share of links to crawled pages: bins of 1/20 from 0, the last for a share of 1"""

    links_to_ghosts: int
    r"""links from crawled pages to ghosts"""

    links_to_crawled: int
    r"""links between crawled pages"""

    top: TopOfACrawl
    r"""how much of the best-ranked pages was crawled"""

    at_risk: list[Risk] = field(default_factory=list)
    r"""top pages whose rank depends most on a single link"""

    wanted: list[Wanted] = field(default_factory=list)
    r"""ghosts whose fetching would raise γ most"""

    hosts: list[HostOfACrawl] = field(default_factory=list)
    r"""hosts, domains or sites whose complete fetching would raise γ most; absent or None: pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TauOfShares(Result):
    r"""The object tau of shares of the JSON of weft."""

    top30: float
    r"""tau-b of the best 30 %"""

    top50: float
    r"""tau-b of the best 50 %"""

    top70: float
    r"""tau-b of the best 70 %"""

    all: float
    r"""tau-b of all"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LinksInTheTarget(Result):
    r"""The object links in the target of the JSON of weft."""

    looked: int
    r"""sampled links of the crawl that were looked up in the target"""

    found: int
    r"""sampled links that the target has"""

    by_chance: int
    r"""links found after shuffling the ends of the sampled links"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Compared(Result):
    r"""The object compared of the JSON of weft."""

    ranking: str
    r"""name of the ranking"""

    shares: list[Agreement] = field(default_factory=list)
    r"""agreement on the best 30, 50, 70 and 100 %"""

    top: Agreement
    r"""agreement on a fixed number of best pages"""

    weighted_tau: float
    r"""Vigna's weighted tau; 0 if undefined"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FidelityTarget(Result):
    r"""Printed by `weft fidelity --target`."""

    crawled: int
    r"""n: pages whose links are known"""

    ghosts: int
    r"""pages whose links are not known"""

    gamma: float
    r"""γ: mean share of the links of a crawled page that lead to crawled pages, 0 to 1"""

    estimated_pages: float
    r"""estimated number of pages of a complete crawl, n/γ; 0 if γ is 0. It can be below the number of known pages where few links lead to missing pages"""

    im: float
    r"""mean impact on a crawled page"""

    x: float
    r"""(1 − γ)·Im, the share of crawled pages whose rank the missing pages change"""

    ghost_impact: float
    r"""impact of the ghosts on all pages, n(1/γ − 1)·Im; 0 if γ is 0"""

    impacted: float
    r"""the part of `ghost_impact` that falls on crawled pages: the number of pages assumed to move"""

    d: float
    r"""estimated number of pairs of pages that are out of order"""

    hak: float
    r"""HAK, the estimate of Kendall's tau, 1 − 4D/(n(n−1)); 1 for fewer than two pages"""

    not_to_be_fetched: int = 0
    r"""pages left out of `wanted`, because a trap rule holds them back or because robots.txt, nofollow or the scope forbids them; absent or None: it is 0"""

    failed: int
    r"""ghosts that were requested and failed"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl: in-scope if excluded pages do not count; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    doubts: list[Doubt] = field(default_factory=list)
    r"""reasons to doubt HAK"""

    settings: Settings
    r"""options"""

    converged: Converged
    r"""the same estimate by a PageRank that has converged"""

    gamma_interval: ValueWithInterval | None = None
    r"""γ with its 95 % interval by bootstrap over hosts, domains, sites or ranges of pages; absent or None: there is none"""

    hak_interval: ValueWithInterval | None = None
    r"""HAK with its 95 % interval by the same bootstrap; absent or None: there is none"""

    drawn: str | None = None
    r"""units of the bootstrap: hosts, domains, sites or stretches of pages; absent or None: there is none"""

    draws: int = 0
    r"""number of draws of the bootstrap; absent or None: it is 0"""

    gamma_bins: list[int] = field(default_factory=list)
    r"""histogram of crawled pages by their share of links to crawled pages: bins of 1/20 from 0, the last for a share of 1"""

    links_to_ghosts: int
    r"""links from crawled pages to ghosts"""

    links_to_crawled: int
    r"""links between crawled pages"""

    top: TopOfACrawl
    r"""how much of the best-ranked pages was crawled"""

    at_risk: list[Risk] = field(default_factory=list)
    r"""top pages whose rank depends most on a single link"""

    wanted: list[Wanted] = field(default_factory=list)
    r"""ghosts whose fetching would raise γ most"""

    hosts: list[HostOfACrawl] = field(default_factory=list)
    r"""hosts, domains or sites whose complete fetching would raise γ most; absent or None: pages have no names"""

    tau: TauOfShares
    r"""Kendall's tau-b of the personalised PageRank"""

    matched: int
    r"""crawled pages that the target has; only these are compared"""

    absent: int
    r"""crawled pages that the target lacks, without gone ones"""

    target_pages: int
    r"""pages of the target that count"""

    target_view: str | None = None
    r"""filter applied to the target; absent or None: there is none"""

    links: LinksInTheTarget
    r"""check whether the target has the links of the crawl"""

    hak_error: float
    r"""HAK minus tau-b of the top 30 %"""

    compared: list[Compared] = field(default_factory=list)
    r"""comparison of each ranking"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SettingsOfComponents(Result):
    r"""The object settings of components of the JSON of weft."""

    alpha: float
    r"""damping of PageRank"""

    iterations: int
    r"""iterations of PageRank"""

    top: int
    r"""pages that are compared"""

    with_excluded: bool
    r"""excluded pages count as missing"""


@dataclass(frozen=True, kw_only=True, repr=False)
class JudgedPart(Result):
    r"""The object judged part of the JSON of weft."""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs between its pages"""

    gamma: float
    r"""mean share of the links of a page that lead into the set; pages without links count as 1"""

    below_tau: int
    r"""pages whose share of links into the set is below tau"""

    kendall: Agreement | None = None
    r"""agreement of the best pages by the set's PageRank, its ghosts being sinks, with the target's PageRank, personalised to the set; absent or None: without a target"""

    missing: int = 0
    r"""pages that the target lacks; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostPages(Result):
    r"""The object host pages of the JSON of weft."""

    host: str
    r"""name of the host"""

    pages: int
    r"""pages of the component on the host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ComponentOfHighFidelity(Result):
    r"""The object component of high fidelity of the JSON of weft."""

    component: int
    r"""number of the component, from 0"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs between its pages"""

    gamma: float
    r"""mean share of the links of a page that lead into the set; pages without links count as 1"""

    below_tau: int
    r"""pages whose share of links into the set is below tau"""

    kendall: Agreement | None = None
    r"""agreement of the best pages by the set's PageRank, its ghosts being sinks, with the target's PageRank, personalised to the set; absent or None: without a target"""

    missing: int = 0
    r"""pages that the target lacks; absent or None: it is 0"""

    kendall_in_whole: Agreement | None = None
    r"""the same agreement with the ranking of the whole crawl; absent or None: there is none"""

    hosts: list[HostPages] = field(default_factory=list)
    r"""hosts with the most of its pages; absent or None: pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Selection(Result):
    r"""The object selection of the JSON of weft."""

    method: str
    r"""method of selection: grow or maximum"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs between its pages"""

    gamma: float
    r"""mean share of the links of a page that lead into the set; pages without links count as 1"""

    below_tau: int
    r"""pages whose share of links into the set is below tau"""

    components: int
    r"""components"""

    largest: PartOfACrawl
    r"""largest component"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FidelityComponents(Result):
    r"""Printed by `weft fidelity components`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    tau: float
    r"""least share of links that stay inside, 0 to 1"""

    method: str
    r"""method of selection: grow or maximum"""

    init: str
    r"""initial set of growing: minimum or quantile"""

    quantile: float
    r"""quantile of out-degrees"""

    settings: SettingsOfComponents
    r"""the options"""

    crawled: int
    r"""pages whose links are known"""

    ghosts: int
    r"""pages that were never fetched and are known by links only"""

    whole: JudgedPart
    r"""the whole crawl"""

    members: PartOfACrawl
    r"""pages that were selected"""

    count: int
    r"""components"""

    components: list[ComponentOfHighFidelity] = field(default_factory=list)
    r"""components, largest first"""

    methods: list[Selection] = field(default_factory=list)
    r"""pages selected by each method"""

    links: LinksInTheTarget | None = None
    r"""check whether the target has the links of the crawl; absent or None: without a target"""

    doubts: list[Doubt] = field(default_factory=list)
    r"""reasons to doubt the comparison; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RecrawlTau(Result):
    r"""The object recrawl tau of the JSON of weft."""

    share: float
    r"""share of the best pages that is compared, 0 to 1"""

    draws: int
    r"""draws in which not all pages are tied; 0: there is no estimate"""

    value: float
    r"""the value"""

    low: float
    r"""lower end of the interval"""

    high: float
    r"""upper end of the interval"""

    calibrated_on: int
    r"""number of simulated crawls behind the 95 % interval. The same estimate was made for each and compared with its known tau. 0 if too few of them have an order; the interval is then −1 to 1"""

    mean_error: float
    r"""mean of the estimate minus tau, over these crawls"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Recrawl(Result):
    r"""The object recrawl of the JSON of weft."""

    kept: float
    r"""γ of the crawl"""

    draws: int
    r"""number of draws"""

    tau: list[RecrawlTau] = field(default_factory=list)
    r"""estimates for the best 30, 50, 70 and 100 %"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FidelityCalibrate(Result):
    r"""Printed by `weft fidelity calibrate`."""

    crawled: int
    r"""n: pages whose links are known"""

    ghosts: int
    r"""pages whose links are not known"""

    gamma: float
    r"""γ: mean share of the links of a crawled page that lead to crawled pages, 0 to 1"""

    estimated_pages: float
    r"""estimated number of pages of a complete crawl, n/γ; 0 if γ is 0. It can be below the number of known pages where few links lead to missing pages"""

    im: float
    r"""mean impact on a crawled page"""

    x: float
    r"""(1 − γ)·Im, the share of crawled pages whose rank the missing pages change"""

    ghost_impact: float
    r"""impact of the ghosts on all pages, n(1/γ − 1)·Im; 0 if γ is 0"""

    impacted: float
    r"""the part of `ghost_impact` that falls on crawled pages: the number of pages assumed to move"""

    d: float
    r"""estimated number of pairs of pages that are out of order"""

    hak: float
    r"""HAK, the estimate of Kendall's tau, 1 − 4D/(n(n−1)); 1 for fewer than two pages"""

    not_to_be_fetched: int = 0
    r"""pages left out of `wanted`, because a trap rule holds them back or because robots.txt, nofollow or the scope forbids them; absent or None: it is 0"""

    failed: int
    r"""ghosts that were requested and failed"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl: in-scope if excluded pages do not count; absent or None: all arcs are seen"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    doubts: list[Doubt] = field(default_factory=list)
    r"""reasons to doubt HAK"""

    settings: Settings
    r"""options"""

    converged: Converged
    r"""the same estimate by a PageRank that has converged"""

    gamma_interval: ValueWithInterval | None = None
    r"""γ with its 95 % interval by bootstrap over hosts, domains, sites or ranges of pages; absent or None: there is none"""

    hak_interval: ValueWithInterval | None = None
    r"""HAK with its 95 % interval by the same bootstrap; absent or None: there is none"""

    drawn: str | None = None
    r"""units of the bootstrap: hosts, domains, sites or stretches of pages; absent or None: there is none"""

    draws: int = 0
    r"""number of draws of the bootstrap; absent or None: it is 0"""

    gamma_bins: list[int] = field(default_factory=list)
    r"""histogram of crawled pages by their share of links to crawled pages: bins of 1/20 from 0, the last for a share of 1"""

    links_to_ghosts: int
    r"""links from crawled pages to ghosts"""

    links_to_crawled: int
    r"""links between crawled pages"""

    top: TopOfACrawl
    r"""how much of the best-ranked pages was crawled"""

    at_risk: list[Risk] = field(default_factory=list)
    r"""top pages whose rank depends most on a single link"""

    wanted: list[Wanted] = field(default_factory=list)
    r"""ghosts whose fetching would raise γ most"""

    hosts: list[HostOfACrawl] = field(default_factory=list)
    r"""hosts, domains or sites whose complete fetching would raise γ most; absent or None: pages have no names"""

    pages: int
    r"""crawled pages of the crawl"""

    arcs: int
    r"""arcs between crawled pages"""

    sets: int
    r"""crawls for each share"""

    blocks: list[CellOfCrawls] = field(default_factory=list)
    r"""tau and HAK for each share of pages left unfetched"""

    hak_error: float
    r"""mean absolute difference of HAK and tau-b of the best 30 %, over the blocks that have one"""

    recrawl: Recrawl | None = None
    r"""estimate of tau by simulated crawls of the crawl; absent or None: unknown"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Simulate(Result):
    r"""Printed by `weft simulate` without `--strategy`."""

    pages: int
    r"""pages of the graph, without ghosts"""

    arcs: int
    r"""arcs of the graph"""

    seeds: str
    r"""kind of seeds: random or top"""

    sets: int
    r"""sets of seeds that were drawn"""

    trials: int
    r"""number of crawls"""

    cells: list[CellOfCrawls] = field(default_factory=list)
    r"""results for each order and share of pages left unfetched"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FidelityOfACurve(Result):
    r"""The object fidelity of a curve of the JSON of weft."""

    gamma: ValueWithInterval
    r"""γ, the mean share of the links of a fetched page that lead to fetched pages"""

    hak: ValueWithInterval
    r"""HAK, the estimate of tau"""

    tau_sets: int
    r"""crawls in which not all pages are tied; `tau_b` is the mean over them, 0 if there are none"""

    tau_b: ValueWithInterval
    r"""tau-b between the rankings of the fetched pages and of all reachable pages, on the best 30 % of either"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PointOfACurve(Result):
    r"""The object point of a curve of the JSON of weft."""

    pages: ValueWithInterval
    r"""pages that were fetched"""

    sets: int
    r"""crawls that reached this point; all values are means over them"""

    pagerank: ValueWithInterval
    r"""share of the PageRank of the whole graph, 0 to 1"""

    known: ValueWithInterval
    r"""share of the pages that were known, 0 to 1"""

    frontier: ValueWithInterval
    r"""known pages that were waiting"""

    ahead: ValueWithInterval | None = None
    r"""share of PageRank minus the share of the first strategy after the same number of pages from the same seeds; absent or None: no set reached this point with both strategies"""

    indegree: ValueWithInterval | None = None
    r"""share of the arcs of the whole graph that lead to fetched pages, 0 to 1; absent or None: the graph has no arcs"""

    groups: ValueWithInterval | None = None
    r"""share of the groups with at least one fetched page, 0 to 1; absent or None: groups are unknown"""

    whole: ValueWithInterval | None = None
    r"""share of the pages that are in completely fetched groups, 0 to 1; absent or None: groups are unknown"""

    fidelity: FidelityOfACurve | None = None
    r"""fidelity of the ranking of the fetched pages; absent or None: it was not computed"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Curve(Result):
    r"""The object curve of the JSON of weft."""

    strategy: str
    r"""strategy, as on the command line"""

    reference: bool = False
    r"""reference only: no real crawler can follow this order; absent or None: it is false"""

    points: list[PointOfACurve] = field(default_factory=list)
    r"""values after given numbers of pages"""

    end: PointOfACurve
    r"""values at the end of the crawls"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Margin(Result):
    r"""The object margin of the JSON of weft."""

    strategy: str
    r"""the other strategy"""

    ahead: ValueWithInterval
    r"""mean difference of the shares of PageRank from the same seeds, with an interval of confidence `level`"""

    apart: bool
    r"""the interval excludes 0: the lead is more than chance"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Verdict(Result):
    r"""The object verdict of the JSON of weft."""

    pages: int
    r"""pages that were fetched"""

    sets: int
    r"""sets whose crawls reached that number"""

    leader: str
    r"""strategy with the greatest mean share of PageRank, reference strategies excluded"""

    pagerank: ValueWithInterval
    r"""share of PageRank that the leader reached"""

    margins: list[Margin] = field(default_factory=list)
    r"""lead over each other strategy"""

    left: list[str] = field(default_factory=list)
    r"""strategies not compared because a crawl of theirs had ended before; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulateStrategy(Result):
    r"""Printed by `weft simulate --strategy`."""

    kinds: str
    r"""kinds of arcs that the crawls follow, joined by +"""

    pages: int
    r"""crawled pages, which make the graph of the simulation"""

    arcs: int
    r"""arcs between the crawled pages"""

    left_out: int
    r"""pages left out because they were not crawled and their links are unknown"""

    left_links: int
    r"""arcs to the pages left out"""

    start: str
    r"""seeds: random, top, or the file of seeds"""

    sets: int
    r"""sets of seeds"""

    seeds: int
    r"""seeds of a set"""

    same_seeds: bool = False
    r"""each set consists of all pages with links; intervals then cover only the random draws of the strategies; absent or None: it is false"""

    seeds_left: int = 0
    r"""seeds of the file left out because they were not crawled; absent or None: it is 0"""

    limit: int
    r"""maximum number of pages of a crawl; 0 for no limit"""

    by: str | None = None
    r"""unit of the groups: host, domain or site; absent or None: nobody knows"""

    groups: int
    r"""number of groups; 0 if unknown"""

    alpha: float
    r"""damping of PageRank"""

    iterations: int
    r"""iterations of PageRank on the crawled pages"""

    curves: list[Curve] = field(default_factory=list)
    r"""results of each strategy"""

    reach: int
    r"""number of pages of a crawl, median over the sets"""

    level: float
    r"""confidence level of each interval of a margin: 1 − 0.05/k, where k is the number of pairs of strategies after each number of pages. All intervals hold together with 95 % (Bonferroni)"""

    verdicts: list[Verdict] = field(default_factory=list)
    r"""leading strategy after 1, 10 and 50 % of `reach`"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoreOfASeed(Result):
    r"""The object core of a seed of the JSON of weft."""

    hubs: list[str] = field(default_factory=list)
    r"""names of the hubs"""

    authorities: list[str] = field(default_factory=list)
    r"""names of the authorities"""

    arcs: int
    r"""arcs between hubs and authorities"""

    density: float
    r"""arcs between hubs and authorities, % of all possible"""

    hosts: int
    r"""number of hosts of its pages; 0 if pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Seed(Result):
    r"""The object seed of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str
    r"""URL of the page"""

    title: str | None = None
    r"""most frequent anchor text of links to the page; absent or None: there is none"""

    round: int
    r"""round in which it was found, from 1"""

    core: CoreOfASeed
    r"""core to which the seed belongs"""

    why: str
    r"""reason why it was chosen"""

    closed_hosts: list[str] = field(default_factory=list)
    r"""hosts of a closed group around the core, at most 50; no other host links to them; absent or None: other hosts link to them"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SeedsFoundOtherwise(Result):
    r"""The object seeds found otherwise of the JSON of weft."""

    how: str
    r"""the other method: cold or warm"""

    same: int
    r"""seeds that both methods found"""

    only: list[str] = field(default_factory=list)
    r"""seeds that only the other method found"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoresApart(Result):
    r"""The object cores apart of the JSON of weft."""

    distances: list[list[int]] = field(default_factory=list)
    r"""matrix, one row for each core: least number of links to each other core; −1 if there is no path"""

    least: int
    r"""least distance"""

    greatest: int
    r"""greatest distance"""

    mean: float
    r"""mean distance of the connected pairs"""

    apart: int
    r"""pairs without a path"""

    pairs: int
    r"""number of ordered pairs"""

    average_distance: ValueWithInterval
    r"""mean distance of pairs of pages with a path, links; estimated by searches from 64 random pages where a path is longer than 250 links"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Seeds(Result):
    r"""Printed by `weft seeds`."""

    rounds: list[RoundOfSeeds] = field(default_factory=list)
    r"""rounds of the search, with the core of each"""

    why: str | None = None
    r"""reason why fewer seeds were found than requested; absent or None: there are as many as requested, or the run continues"""

    pages: int
    r"""pages"""

    arcs: int
    r"""arcs that count"""

    view: str
    r"""filter applied to the crawl, such as between-hosts; empty if none was applied"""

    form: str
    r"""how the graph was read: memory, scratch, stream or disk"""

    requested: int
    r"""number of seeds that the question asked for"""

    chosen: str | None = None
    r"""smaller cores or further links that min-core auto chose; absent or None: the given options gave seeds"""

    seeds: list[Seed] = field(default_factory=list)
    r"""seeds, in the order found"""

    other: SeedsFoundOtherwise | None = None
    r"""difference from the seeds that the other method finds; absent or None: there is none"""

    apart: CoresApart | None = None
    r"""distances between the cores; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageOfASite(Result):
    r"""The object page of a site of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PickedCluster(Result):
    r"""The object picked cluster of the JSON of weft."""

    word: str
    r"""keyword"""

    urls: int
    r"""URLs of the cluster that contain it"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Group(Result):
    r"""The object group of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: there is none"""

    pages: int
    r"""pages"""

    leak: float
    r"""share of the returned links of its pages that lead out"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoreOfASite(Result):
    r"""The object core of a site of the JSON of weft."""

    how: str
    r"""method of the clusters: closed, leiden, mcl, mcl-online, found or given"""

    pages: int
    r"""pages"""

    groups: int
    r"""clusters"""

    dropped: int = 0
    r"""pages dropped because their ties to the others are too weak; absent or None: it is 0"""

    fetched: int | None = None
    r"""pages whose links online MCL requested; absent or None: another method"""

    leak: float | None = None
    r"""greatest leak of a group: share of the returned links of its pages that lead out; absent or None: groups are not closed ones"""

    open: bool = False
    r"""a group is a whole component, so that no boundary was found; absent or None: it is false"""

    within: Group | None = None
    r"""most nearly closed smaller group around the first given page, with at most half the pages; absent or None: there is none"""

    parts: list[Group] = field(default_factory=list)
    r"""largest nearly closed groups within; absent or None: there is none"""

    other_parts: int = 0
    r"""parts left out of `parts`; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ChangeOfASiteByHand(Result):
    r"""The object change of a site by hand of the JSON of weft."""

    of: str
    r"""what is added or removed: a page, by its URL or number, or the beginning of URLs, followed by *"""

    in_: bool = field(metadata={"key": "in"})
    r"""the pages are added"""

    pages: int
    r"""pages of the crawl that `of` names"""

    moved: int
    r"""of these, pages that were on the other side"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StepOfASweep(Result):
    r"""The object step of a sweep of the JSON of weft."""

    epsilon: float
    r"""ε"""

    pages: int
    r"""pages inside"""

    cut_arcs: int
    r"""links that leave the site"""

    cut_capacity: float
    r"""capacity of these links and of the pages to the sink"""

    absorbs_all: bool
    r"""every reachable page is inside: ε is too small to find a boundary"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FlowOnLine(Result):
    r"""The object flow on line of the JSON of weft."""

    asked: int
    r"""pages whose links were requested"""

    per_page: float
    r"""requested pages per page of the site"""

    known: int
    r"""known pages"""

    links: int
    r"""links that were read"""

    bytes: int
    r"""memory of the flow at the end, bytes"""

    certified: bool
    r"""the site is the smallest of all minimum cuts of the whole graph"""

    over: bool
    r"""the capacities of the core's links sum to more than 2⁶²; the excess was left out"""

    left: int
    r"""pages still to be requested"""

    overflow: float
    r"""flow that has not reached the sink yet"""


@dataclass(frozen=True, kw_only=True, repr=False)
class TemplateLink(Result):
    r"""The object template link of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: there is none"""

    links: int
    r"""pages of the site that link to it"""

    share: float
    r"""share of the site's pages with links that link to it"""

    inside: bool
    r"""the page is part of the site"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Confidence(Result):
    r"""The object confidence of the JSON of weft."""

    nothing_foreign: bool
    r"""at least 90 % of its pages belong to one site; false if unknown"""

    whole: str
    r"""the site is whole, may be part of more, or unknown"""

    by_links: bool
    r"""found by links only, because its URLs give no evidence"""

    several_owners: bool = False
    r"""folders in it may belong to several owners; absent or None: it is false"""

    told_apart: int = 0
    r"""sites of 10 pages or more on the host of the first given page, if there are several; absent or None: it is 0"""

    doubts: list[str] = field(default_factory=list)
    r"""reasons to check the boundary"""

    agree: int
    r"""given pages that alone lead to the same core as the first page"""


@dataclass(frozen=True, kw_only=True, repr=False)
class RulesOfASite(Result):
    r"""The object rules of a site of the JSON of weft."""

    accept: list[str] = field(default_factory=list)
    r"""SURT prefixes that accept pages; on foreign domains none accepts a whole host"""

    reject: list[str] = field(default_factory=list)
    r"""longer SURT prefixes that reject pages again"""

    missed: int
    r"""pages of the site that the rules reject"""

    extra: int
    r"""fetched pages of other sites that the rules accept"""

    unfetched: int
    r"""unfetched pages that the rules accept"""

    unfetched_elsewhere: float
    r"""estimated number of `unfetched` pages that belong to other sites, by the share among accepted fetched pages"""

    excluded: int
    r"""pages excluded by robots.txt or the crawl's rules that the rules accept"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Site(Result):
    r"""Printed by `weft site`."""

    given: list[PageOfASite] = field(default_factory=list)
    r"""pages named on the command line"""

    keyword: PickedCluster | None = None
    r"""keyword that picked a cluster; absent or None: there is none"""

    core: CoreOfASite
    r"""clusters of the given pages, from which the flow starts"""

    pages: int
    r"""pages of the site"""

    by_hand: list[ChangeOfASiteByHand] = field(default_factory=list)
    r"""changes by hand, in the order in which they were applied; absent or None: there is none"""

    moved: int = 0
    r"""pages of the site that redirect; links to such a page count as links to its target; absent or None: it is 0"""

    hosts: list[HostOfASite] = field(default_factory=list)
    r"""hosts with pages of the site, most pages first; absent or None: pages have no names"""

    cut_capacity: float
    r"""capacity of the links that leave the site; with changes by hand, the capacity before the changes"""

    cut_arcs: int
    r"""links that leave the site"""

    maximal_pages: int | None = None
    r"""pages of the largest minimum cut for the same ε; its additional pages are tied to both sides alike; absent or None: no exact flow"""

    links_in: int
    r"""links from pages outside the site"""

    returned: int
    r"""pairs of a page inside and a page outside that link to each other"""

    capacity: str | None = None
    r"""capacity of a link: returned, constant, similarity, similarity/outdegree, text or kept; absent or None: no flow"""

    sigma: float | None = None
    r"""σ used in the similarity of URLs; absent or None: null without similarity"""

    measured_sigma: Measured | None = None
    r"""σ measured from edit distances of random pairs of URLs; absent or None: pages have no names"""

    epsilon: float | None = None
    r"""ε, the capacity from each page to the sink; absent or None: null without a flow"""

    sweep: list[StepOfASweep] = field(default_factory=list)
    r"""site for each ε, greatest ε first; absent or None: no flow"""

    chosen: int | None = None
    r"""index of the chosen step in `sweep`, from 0; absent or None: no flow"""

    from_: float | None = field(default=None, metadata={"key": "from"})
    r"""greatest ε of the range over which the site changes by at most 2 %; absent or None: no flow"""

    to: float | None = None
    r"""least ε of that range; absent or None: no flow"""

    decades: float | None = None
    r"""width of that range, powers of ten; absent or None: no flow"""

    online: FlowOnLine | None = None
    r"""work of the online flow, which requests pages one by one; absent or None: no flow; the flow was none or exact"""

    templates: list[TemplateLink] = field(default_factory=list)
    r"""pages that at least half of the site's pages link to"""

    keywords: WordsOfLinks | None = None
    r"""words of anchor texts that distinguish links to the site best; absent or None: links have no texts"""

    confidence: Confidence
    r"""confidence in the boundary, and doubts"""

    scope: RulesOfASite | None = None
    r"""the site as scope rules for crawlers; absent or None: pages have no names"""

    saved_as: str | None = None
    r"""name of the saved boundary; absent or None: the boundary is not saved"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SitesAndPages(Result):
    r"""The object sites and pages of the JSON of weft."""

    sites: int
    r"""sites"""

    pages: int
    r"""pages of these sites"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StatementsAboutSites(Result):
    r"""The object statements about sites of the JSON of weft."""

    nothing_foreign: SitesAndPages
    r"""sites without foreign pages"""

    whole: SitesAndPages
    r"""sites without foreign pages that are whole"""

    unknown: SitesAndPages
    r"""sites about which nothing is known"""

    divided_hosts: int = 0
    r"""hosts that hold several sites of 10 pages or more; absent or None: it is 0"""

    told_apart: int = 0
    r"""sites of 10 pages or more on these hosts; absent or None: it is 0"""

    doubted_sites: int = 0
    r"""sites whose folders may belong to several owners; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FoundSite(Result):
    r"""The object found site of the JSON of weft."""

    name: str
    r"""name of the page that stands for the site"""

    front: int
    r"""number of that page"""

    pages: int
    r"""pages"""

    hosts: int | None = None
    r"""number of hosts with pages of the site; absent or None: pages have no names"""

    host: str | None = None
    r"""host with most of its pages; absent or None: pages have no names"""

    leak: float | None = None
    r"""share of the returned links of its pages that lead out; absent or None: found by evidence"""

    closed: bool | None = None
    r"""hardly any such link leads out; otherwise the site is the remainder of its component or of a group after other sites were taken out; absent or None: found by evidence"""

    nothing_foreign: bool
    r"""at least 90 % of its pages belong to one site; false if unknown"""

    whole: str
    r"""the site is whole, may be part of more, or unknown"""

    by_links: bool
    r"""found by links only, because its URLs give no evidence"""

    several_owners: bool = False
    r"""folders in it may belong to several owners; absent or None: it is false"""

    told_apart: int = 0
    r"""sites of 10 pages or more on the host of the first given page, if there are several; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteAll(Result):
    r"""Printed by `weft site all`."""

    method: str
    r"""method that found the sites: evidence or closed"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    pages: int
    r"""pages"""

    sites: int
    r"""sites"""

    single: int
    r"""sites of one page"""

    not_fetched: int = 0
    r"""pages without a site because they were not fetched; absent or None: it is 0"""

    closed: int | None = None
    r"""sites whose outgoing links are hardly ever returned; absent or None: found by evidence"""

    said: StatementsAboutSites | None = None
    r"""number of sites and pages by statement; absent or None: found as closed groups"""

    largest: int
    r"""pages of the largest site"""

    top: list[FoundSite] = field(default_factory=list)
    r"""largest sites"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteInACrawl(Result):
    r"""The object site in a crawl of the JSON of weft."""

    pages: int
    r"""pages"""

    epsilon: float | None = None
    r"""ε; absent or None: null without a flow"""

    confidence: Confidence
    r"""confidence in the boundary"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ChangedPages(Result):
    r"""The object changed pages of the JSON of weft."""

    pages: int
    r"""number of pages"""

    top: list[str] = field(default_factory=list)
    r"""first pages, at most as many as requested"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteDiff(Result):
    r"""Printed by `weft site diff`."""

    a: SiteInACrawl
    r"""the site in the first crawl"""

    b: SiteInACrawl
    r"""the site in the second crawl"""

    kept: int
    r"""pages of the site in both crawls"""

    new: ChangedPages
    r"""pages of the site in the second crawl that the first crawl lacks"""

    gone: ChangedPages
    r"""pages of the site in the first crawl that the second crawl lacks"""

    entered: ChangedPages
    r"""pages of both crawls that are in the site in the second crawl only"""

    left: ChangedPages
    r"""pages of both crawls that are in the site in the first crawl only"""

    same: float | None = None
    r"""`kept` / (`kept` + `entered` + `left`), in pages; absent or None: null without such pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MeanOfScores(Result):
    r"""Each value is a mean over the sites."""

    sites: int
    r"""number of sites"""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""

    f1_low: float | None = None
    r"""lower end of the 95 % interval of the mean F1, by Student's t; absent or None: one site"""

    f1_high: float | None = None
    r"""upper end of that interval; absent or None: one site"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MethodOfBoundaries(Result):
    r"""The object method of boundaries of the JSON of weft."""

    name: str
    r"""method: host, domain or prefix"""

    all: MeanOfScores
    r"""mean scores of all sites"""

    spanning: MeanOfScores | None = None
    r"""mean scores of the sites on several hosts; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ScoresOfASite(Result):
    r"""The object scores of a site of the JSON of weft."""

    site: str
    r"""name of the site in the truth"""

    pages: int
    r"""pages"""

    hosts: int | None = None
    r"""hosts; absent or None: pages have no names"""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HeldStatement(Result):
    r"""The object held statement of the JSON of weft."""

    statement: str
    r"""the statement: nothing foreign, whole, may be part of more, or unknown"""

    draws: int
    r"""draws to which the statement applied"""

    held: int
    r"""draws for which it was true, by precision at least 0.9 (nothing foreign), F1 at least 0.9 (whole) or F1 below (part of more)"""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteEval(Result):
    r"""Printed by `weft site eval`."""

    sites: int
    r"""number of sites"""

    precision: float
    r"""precision: share of the pages found that belong to the site"""

    recall: float
    r"""recall: share of the site's pages that were found"""

    f1: float
    r"""F1, the harmonic mean of both"""

    f1_low: float | None = None
    r"""lower end of the 95 % interval of the mean F1, by Student's t; absent or None: one site"""

    f1_high: float | None = None
    r"""upper end of that interval; absent or None: one site"""

    spanning: MeanOfScores | None = None
    r"""mean scores of the sites on several hosts; absent or None: there is none"""

    draws: int
    r"""draws for each site"""

    given: int
    r"""pages given in each draw"""

    home: bool = False
    r"""each draw contains the front page of the site; absent or None: it is false"""

    unlisted: int
    r"""pages of the crawl that the truth does not name"""

    refused: int
    r"""draws for which no site was found; they count as empty results"""

    others: list[MethodOfBoundaries] = field(default_factory=list)
    r"""scores of hosts, domains and prefixes from the same pages"""

    each: list[ScoresOfASite] = field(default_factory=list)
    r"""scores of each site; absent or None: not requested"""

    statements: list[HeldStatement] = field(default_factory=list)
    r"""how often each statement about a site was true"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LinksWithASite(Result):
    r"""The object links with a site of the JSON of weft."""

    site: str
    r"""name of the page that stands for the site"""

    own: bool
    r"""it is the site of the page"""

    out: int
    r"""links to the site"""

    in_: int = field(metadata={"key": "in"})
    r"""links from the site"""

    returned: int
    r"""links to the site that are returned"""

    tie: float
    r"""share of the evidence of all links of the page"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StepToASite(Result):
    r"""The object step to a site of the JSON of weft."""

    why: str
    r"""reason why the pages are a unit, or why the unit joined another"""

    unit: str
    r"""name of the first page of the unit"""

    pages: int
    r"""pages of the unit, including units that joined it before"""

    into: str | None = None
    r"""name of the first page of the unit that it joined; absent or None: the unit joined no other"""

    score: float | None = None
    r"""score of the pair; absent or None: the unit joined for another reason"""

    out: int | None = None
    r"""decisions of the unit in favour of the other; absent or None: the unit joined for another reason"""

    in_: int | None = field(default=None, metadata={"key": "in"})
    r"""decisions of the other unit in favour of this one; absent or None: the unit joined for another reason"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SiteExplain(Result):
    r"""Printed by `weft site explain`."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: there is none"""

    site: str
    r"""name of the page that stands for the site"""

    pages: int
    r"""pages of its site"""

    tie: float
    r"""share of the evidence of the page's links that ties it to its own site"""

    next: float
    r"""largest share of that evidence that ties the page to another site"""

    links: int
    r"""links to and from other pages"""

    reasons: list[LinksWithASite] = field(default_factory=list)
    r"""links by site, the page's own site first"""

    left: int = 0
    r"""sites left out of `reasons`; absent or None: it is 0"""

    steps: list[StepToASite] = field(default_factory=list)
    r"""how the site was formed: the unit of the page, the units that it joined, then the other units of the site; absent or None: closed groups"""

    other_steps: int = 0
    r"""steps left out of `steps`; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LargeCluster(Result):
    r"""The object large cluster of the JSON of weft."""

    pages: int
    r"""pages"""

    name: str
    r"""name of the page that stands for the cluster, chosen as for sites"""

    first: str
    r"""name of its first page"""

    hosts: int | None = None
    r"""number of hosts of its pages; absent or None: pages have no names"""

    links_in: int
    r"""links from pages of other clusters"""

    closed: bool
    r"""at least two of its hosts link to other hosts of the cluster, and no other host links to it. Link farms are such clusters, and so are sites that the crawl began on"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Clusters(Result):
    r"""Printed by `weft clusters`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: all arcs are seen"""

    method: str
    r"""method: leiden, mcl or closed"""

    weights: str
    r"""weights of edges: one, directions, returned or kept. Closed groups use weights of their own, and these for the modularity"""

    pages: int
    r"""pages"""

    clusters: int
    r"""clusters"""

    single: int
    r"""clusters of one page"""

    largest: int
    r"""pages of the largest cluster"""

    modularity: float
    r"""modularity of the clusters with these weights"""

    quality: float | None = None
    r"""value of the function that Leiden maximises; absent or None: another method"""

    iterations: int | None = None
    r"""number of iterations; absent or None: closed groups"""

    converged: bool | None = None
    r"""MCL converged, or Leiden had no page left to move; absent or None: closed groups"""

    overlapping: int
    r"""pages of several clusters"""

    most_lost: float | None = None
    r"""mean over columns of the flow lost by pruning, in the iteration with the greatest loss; absent or None: another method"""

    divided: int = 0
    r"""clusters that were divided again; absent or None: it is 0"""

    top: list[LargeCluster] = field(default_factory=list)
    r"""largest clusters"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Shape(Result):
    r"""The object shape of the JSON of weft."""

    i: int
    r"""fans of a clique"""

    j: int
    r"""centers of a clique"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoresCheck(Result):
    r"""Printed by `weft cores --check`.
    A false clique is an error that names file and line.
    """

    file: str
    r"""file that was checked"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    max_degree: int
    r"""pages with this many links or more were left out, as fans (links out) and as centers (links in)"""

    steps: int
    r"""maximum number of steps of the search around one page"""

    cliques: int
    r"""number of cliques in the file"""

    shapes: list[Shape] = field(default_factory=list)
    r"""shapes of the cliques"""

    unsure: int
    r"""fans around which the search for a further clique was given up"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CarriedPage(Result):
    r"""The object carried page of the JSON of weft."""

    old: str
    r"""name in the older crawl"""

    new: str
    r"""name in the newer crawl"""

    confidence: float
    r"""probability that the match is right; at most 0.5 if fewer than two kinds of evidence support it, at most 0.25 without texts if hardly any page kept its name"""

    name: float | None = None
    r"""evidence of the name, 0 to 1; absent or None: unknown"""

    neighbours: float | None = None
    r"""evidence of the neighbours, 0 to 1; absent or None: unknown"""

    texts: float | None = None
    r"""evidence of the texts, 0 to 1; absent or None: unknown"""

    kinds: int
    r"""number of kinds of evidence (name, neighbours, texts) that support the match"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CommonPages(Result):
    r"""The object common pages of the JSON of weft."""

    old_pages: int
    r"""pages of the older crawl that were fetched"""

    pages: int
    r"""pages of these that the newer crawl has too"""

    old_hosts: int
    r"""hosts of the older crawl"""

    hosts: int
    r"""hosts of these that the newer crawl has too"""


@dataclass(frozen=True, kw_only=True, repr=False)
class LeftUnlooked(Result):
    r"""The object left unlooked of the JSON of weft."""

    names: int
    r"""missing or new pages with names of more than 32 parts; the rest of such a name counts as one part"""

    texts: int
    r"""missing or new pages with only the first words compared"""

    features: int
    r"""gone pages whose candidates were found by their rarest features only, in the last round"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SeedsCarry(Result):
    r"""Printed by `weft seeds carry`."""

    old: str
    r"""path of the older crawl"""

    new: str
    r"""path of the newer crawl"""

    kept: list[str] = field(default_factory=list)
    r"""requested pages that have the same name in the newer crawl"""

    carried: list[CarriedPage] = field(default_factory=list)
    r"""requested pages that have another name in the newer crawl"""

    gone: list[str] = field(default_factory=list)
    r"""requested pages that were not found in the newer crawl"""

    kept_pages: int
    r"""number of pages in `kept`"""

    redirecting: int
    r"""pages of `kept` that redirect in the newer crawl"""

    never_had: int
    r"""pages of `kept` that were fetched in neither crawl"""

    least: float
    r"""least confidence of a carried page (`--least`)"""

    starting: list[str] = field(default_factory=list)
    r"""requested pages by their names in the newer crawl"""

    common: CommonPages
    r"""pages and hosts that both crawls share"""

    left: LeftUnlooked
    r"""data left unexamined to bound the time"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PagesThatChanged(Result):
    r"""The object pages that changed of the JSON of weft."""

    a: int
    r"""pages of the first crawl"""

    b: int
    r"""pages of the second crawl"""

    kept: int
    r"""in both crawls"""

    gone: int
    r"""in the first crawl only"""

    new: int
    r"""in the second crawl only"""

    jaccard: float
    r"""share in both crawls of all pages in either, 0 to 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ArcsThatChanged(Result):
    r"""The object arcs that changed of the JSON of weft."""

    a: int
    r"""arcs of the first crawl"""

    b: int
    r"""arcs of the second crawl"""

    kept: int
    r"""in both crawls"""

    gone: int
    r"""in the first crawl only"""

    new: int
    r"""in the second crawl only"""

    gone_among_kept_pages: int
    r"""arcs of `gone` between pages that both crawls have"""

    new_among_kept_pages: int
    r"""arcs of `new` between pages that both crawls have"""

    jaccard: float
    r"""share in both crawls of all arcs in either, 0 to 1"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StateChange(Result):
    r"""The object state change of the JSON of weft."""

    a: str
    r"""state in the first crawl"""

    b: str
    r"""state in the second crawl"""

    pages: int
    r"""number of pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class KeptGoneAndNew(Result):
    r"""The object kept, gone and new of the JSON of weft."""

    kept: int
    r"""in both crawls"""

    gone: int
    r"""in the first crawl only"""

    new: int
    r"""in the second crawl only"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostThatChanged(Result):
    r"""The object host that changed of the JSON of weft."""

    host: str
    r"""name of the host"""

    pages: KeptGoneAndNew
    r"""pages of the host"""

    arcs: KeptGoneAndNew
    r"""arcs of the host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Overlap(Result):
    r"""The object overlap of the JSON of weft."""

    k: int
    r"""number of best pages"""

    shared: int
    r"""pages among the best in both crawls"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageThatMoved(Result):
    r"""The object page that moved of the JSON of weft."""

    url: str | None = None
    r"""URL of the page; absent or None: pages have no names"""

    page_a: int
    r"""number of the page in the first crawl, from 0"""

    page_b: int
    r"""number of the page in the second crawl, from 0"""

    rank_a: int
    r"""rank in the first crawl, from 1"""

    rank_b: int
    r"""rank in the second crawl, from 1"""

    score_a: float
    r"""score in the first crawl"""

    score_b: float
    r"""score in the second crawl"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Ranks(Result):
    r"""The object ranks of the JSON of weft."""

    name: str
    r"""name of the ranking"""

    from_a: str
    r"""source of the first crawl's scores: saved or computed"""

    from_b: str
    r"""source of the second crawl's scores: saved or computed"""

    kendall_tau_b: float | None = None
    r"""Kendall's tau-b of the scores of the kept pages; absent or None: unknown"""

    undefined: str | None = None
    r"""reason why there is no value; absent or None: there is a value"""

    overlap: list[Overlap] = field(default_factory=list)
    r"""number of pages shared among the best"""

    up: list[PageThatMoved] = field(default_factory=list)
    r"""pages that rose most"""

    down: list[PageThatMoved] = field(default_factory=list)
    r"""pages that fell most"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Compare(Result):
    r"""Printed by `weft compare`."""

    a: str
    r"""path of the first crawl"""

    b: str
    r"""path of the second crawl"""

    by: str
    r"""how pages are matched: by names or numbers"""

    fetched_only: bool
    r"""only fetched pages count"""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    pages: PagesThatChanged
    r"""changes of pages"""

    arcs: ArcsThatChanged
    r"""changes of arcs"""

    states: list[StateChange] = field(default_factory=list)
    r"""number of pages by state in each crawl"""

    host_counts: KeptGoneAndNew | None = None
    r"""hosts by the crawls that have pages of them; absent or None: pages have no names"""

    hosts: list[HostThatChanged] = field(default_factory=list)
    r"""hosts with the most changed pages, then the most changed arcs; absent or None: pages have no names"""

    ranks: Ranks | None = None
    r"""change of a ranking; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Reciprocity(Result):
    r"""Printed by `weft reciprocity`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    pages: int
    r"""all pages"""

    arcs: int
    r"""arcs between different pages"""

    returned: int
    r"""arcs whose reverse arc exists"""

    share: float | None = None
    r"""`returned` / `arcs`; absent or None: there are no arcs"""

    density: float | None = None
    r"""`arcs` / (n(n − 1)), the share expected in a random graph; absent or None: there are no arcs"""

    rho: float | None = None
    r"""(`share` − `density`) / (1 − `density`); 0 in a random graph; absent or None: there are no arcs, or all that can be"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Assortativity(Result):
    r"""Printed by `weft assortativity`.
    The first degree is that of the page that links, the second that of the page linked to.
    """

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    arcs: int
    r"""arcs between different pages"""

    out_in: float | None = None
    r"""correlation of out-degree and in-degree, −1 to 1; absent or None: one does not vary"""

    out_out: float | None = None
    r"""correlation of out-degree and out-degree; absent or None: one does not vary"""

    in_in: float | None = None
    r"""correlation of in-degree and in-degree; absent or None: one does not vary"""

    in_out: float | None = None
    r"""correlation of in-degree and out-degree; absent or None: one does not vary"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Triangles(Result):
    r"""Printed by `weft triangles`.
    Loops do not count. Where all was counted, both ends of an interval are the value.
    """

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    form: str
    r"""how lists were read: memory, stream or disk"""

    pages: int
    r"""all pages"""

    edges: int
    r"""pairs of different pages that are linked in one direction or both"""

    wedges: int
    r"""pairs of neighbours of a page, summed over all pages"""

    pages_with_wedges: int
    r"""pages with at least two neighbours"""

    paths: int
    r"""paths x → y → z of three different pages"""

    samples: int | None = None
    r"""random draws for each share; absent or None: all was counted"""

    triangles: int | None = None
    r"""sets of three pages in which each two are linked; absent or None: with `samples`"""

    cycles: int | None = None
    r"""cycles x → y → z → x; absent or None: with `samples`"""

    transitive_triples: int | None = None
    r"""triples x → y → z with an arc x → z; absent or None: with `samples`"""

    transitivity: ValueWithInterval | None = None
    r"""share of `wedges` whose ends are linked; absent or None: there are none"""

    local: ValueWithInterval | None = None
    r"""mean local clustering: over pages with at least two neighbours, the share of pairs of neighbours that are linked; absent or None: there are none"""

    local_of_all: ValueWithInterval | None = None
    r"""mean local clustering over all pages; pages with fewer than two neighbours count as 0; absent or None: there are no pages"""

    transitive: ValueWithInterval | None = None
    r"""share of `paths` that have an arc x → z; absent or None: there are none"""

    cyclic: ValueWithInterval | None = None
    r"""share of `paths` that have an arc z → x; absent or None: there are none"""

    blocks: int | None = None
    r"""blocks of lists in which the work was done; absent or None: with `samples`"""


@dataclass(frozen=True, kw_only=True, repr=False)
class CoreByK(Result):
    r"""The object core by k of the JSON of weft."""

    k: int
    r"""least degree within the core"""

    shell: int
    r"""pages with this core number"""

    pages: int
    r"""pages of the core"""

    edges: int
    r"""edges within the core"""

    edges_per_page: float
    r"""edges within the core for each of its pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostInAKCore(Result):
    r"""The object host in a k-core of the JSON of weft."""

    host: str
    r"""name of the host; empty for pages whose names are no URLs"""

    pages: int
    r"""pages of the host in the innermost core"""

    all_pages: int
    r"""all pages of the host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageInAKCore(Result):
    r"""The object page in a k-core of the JSON of weft."""

    page: int
    r"""number of the page, from 0"""

    url: str | None = None
    r"""URL of the page; absent or None: pages have no names"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Kcore(Result):
    r"""Printed by `weft kcore`.
    An edge is a pair of linked pages, or with a degree other than neighbours an arc; loops do not count.
    """

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    form: str
    r"""how lists were read: memory, stream or disk"""

    degree: str
    r"""degree that k counts: neighbours, arcs, in or out"""

    pages: int
    r"""all pages"""

    degeneracy: int
    r"""largest core number, the degeneracy of the graph"""

    mean: float
    r"""mean of the core numbers of all pages"""

    cores: list[CoreByK] = field(default_factory=list)
    r"""cores by k; a k for which no page has this core number has no row, and the core of the next row"""

    hosts: list[HostInAKCore] = field(default_factory=list)
    r"""hosts of the innermost core, the most pages first; absent or None: pages have no names, or there are no links"""

    top: list[PageInAKCore] = field(default_factory=list)
    r"""pages of the innermost core, by their numbers; absent or None: there are no links"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ChanceFigure(Result):
    r"""The object chance_figure of the JSON of weft."""

    figure: str
    r"""figure: reciprocity, rho, transitivity, clustering, out_in, out_out, in_in, in_out or within_hosts"""

    title: str
    r"""the figure as text"""

    value: float | None = None
    r"""value of the crawl; absent or None: it is not defined"""

    mean: float | None = None
    r"""mean of the random graphs; absent or None: no random graph has a value"""

    sd: float | None = None
    r"""standard deviation of the random graphs; absent or None: fewer than two random graphs have a value"""

    min: float | None = None
    r"""least value of a random graph; absent or None: no random graph has a value"""

    max: float | None = None
    r"""greatest value of a random graph; absent or None: no random graph has a value"""

    z: float | None = None
    r"""(`value` − `mean`) / `sd`; absent or None: there is no spread"""

    ratio: float | None = None
    r"""`value` / `mean`, of figures that are shares; absent or None: the figure is a correlation, or the mean is 0"""

    below: int
    r"""random graphs with a smaller value"""

    above: int
    r"""random graphs with a greater value"""

    p: float | None = None
    r"""probability that one more random graph is as far from the others, times the number of figures; at most 1; absent or None: there is nothing to compare"""

    differs: bool
    r"""`p` is at most 0.05, and the value lies beyond the values of all random graphs"""

    decide: int | None = None
    r"""number of random graphs that would decide, where too few were drawn; absent or None: the verdict is certain, or no number of random graphs decides"""

    verdict: str
    r"""the comparison as text"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Chance(Result):
    r"""Printed by `weft chance`.
    Links of a page to itself are left out, in the crawl and in the random graphs.
    """

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    pages: int
    r"""all pages"""

    arcs: int
    r"""arcs between different pages"""

    draws: int
    r"""number of random graphs"""

    swaps: int
    r"""steps per arc that each random graph took"""

    steps: int
    r"""steps of each random graph: `swaps` · `arcs`"""

    swapped: float
    r"""mean share of the steps in which two arcs exchanged their targets"""

    turned: float
    r"""mean number of steps that turned a cycle of three arcs around"""

    kept_halfway: float
    r"""mean share of the crawl's arcs that a random graph had after half of its steps"""

    kept: float
    r"""mean share of the crawl's arcs that a random graph has"""

    mixed: bool
    r"""`kept` and `kept_halfway` differ by at most 0.005 or 4 standard errors"""

    compared: list[ChanceFigure] = field(default_factory=list)
    r"""the figures of the crawl, each beside its values in the random graphs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PointOfALorenzCurve(Result):
    r"""The object point of a lorenz curve of the JSON of weft."""

    units: float
    r"""share of the units, from the smallest value on"""

    part: float
    r"""share of the total that these units have"""


@dataclass(frozen=True, kw_only=True, repr=False)
class InequalityOfAQuantity(Result):
    r"""The object inequality of a quantity of the JSON of weft."""

    quantity: str
    r"""quantity: indegree, outdegree, pagerank or host_pages"""

    title: str
    r"""quantity and units as text"""

    count: int
    r"""number of pages or hosts"""

    mean: float
    r"""mean of the quantity"""

    gini: float
    r"""coefficient of Gini, from 0 to 1"""

    gini_random: float | None = None
    r"""coefficient of Gini of a random graph with as many pages and arcs; absent or None: the quantity is no degree"""

    top_share: float
    r"""share of the total that the 1 % of the units with the largest values have"""

    half: float
    r"""smallest share of the units that have half of the total"""

    lorenz: list[PointOfALorenzCurve] = field(default_factory=list)
    r"""points of the Lorenz curve: each percent, and finer steps in the last"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Inequality(Result):
    r"""Printed by `weft inequality`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    spreads: list[InequalityOfAQuantity] = field(default_factory=list)
    r"""quantities whose total is above 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Sizes(Result):
    r"""The object sizes of the JSON of weft."""

    graph: float
    r"""compressed graph, bits per arc"""

    transpose: float
    r"""compressed transpose, bits per arc"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Layer(Result):
    r"""The object layer of the JSON of weft."""

    gamma: float
    r"""resolution γ"""

    passes: int
    r"""passes over the pages"""

    clusters: int
    r"""labels left at the end"""

    gaps: int
    r"""bits of all gaps when pages are ordered by these clusters"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Order(Result):
    r"""Printed by `weft order`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    view: str | None = None
    r"""filter applied to the crawl, such as between-hosts; absent or None: there is none"""

    pages: int
    r"""all pages"""

    arcs: int
    r"""arcs that count"""

    before: Sizes | None = None
    r"""compressed sizes with pages in the order of their numbers; absent or None: there are no arcs"""

    after: Sizes | None = None
    r"""compressed sizes with pages in the order found; absent or None: there are no arcs"""

    start: str
    r"""initial order: numbers or breadth-first"""

    begun: int
    r"""bits of all gaps of links in both directions in the initial order"""

    rounds: list[int] = field(default_factory=list)
    r"""the same bits after each round; the round with the least is kept"""

    layers: list[Layer] = field(default_factory=list)
    r"""results of each resolution in the last round"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Portrait(Result):
    r"""Printed by `weft portrait`."""

    portraits: list[PortraitOfACrawl] = field(default_factory=list)
    r"""one portrait for each crawl, in the order of the command line"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MeasuredCrawl(Result):
    r"""The object measured crawl of the JSON of weft."""

    strategy: str
    r"""strategy, or the source of the crawl"""

    starts: int
    r"""start pages"""

    exhausted: bool
    r"""no page was left to crawl"""

    missed: list[int] = field(default_factory=list)
    r"""points that the crawl did not reach, as numbers of crawled pages"""

    trail: list[StepOfACrawl] = field(default_factory=list)
    r"""about evenly spaced steps: 200 to 400, or one for each page if there are fewer"""

    core_tables: list[CoresOfFirstPages] = field(default_factory=list)
    r"""cores among the first crawled pages"""


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulateModel(Result):
    r"""Printed by `weft simulate model` and `weft simulate course`."""

    model: RandomWeb | None = None
    r"""model from which the Web was made; absent or None: it was not made"""

    kinds: str | None = None
    r"""kinds of arcs that count, joined by +; absent or None: of a model"""

    web_pages: int
    r"""pages that can be crawled; 0 if unknown"""

    points: list[PointOfACrawl] = field(default_factory=list)
    r"""points of progress of all crawls, one crawl after the other"""

    crawls: list[MeasuredCrawl] = field(default_factory=list)
    r"""further data of each crawl"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Reason(Result):
    r"""The object reason of the JSON of weft."""

    reason: str
    r"""reason, such as 404 Not Found"""

    urls: int
    r"""URLs with this reason"""


@dataclass(frozen=True, kw_only=True, repr=False)
class HostOfMissingPages(Result):
    r"""The object host of missing pages of the JSON of weft."""

    host: str
    r"""name and port"""

    urls: int
    r"""missing URLs of the host"""

    links: int
    r"""links to these URLs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MissingPage(Result):
    r"""The object missing page of the JSON of weft."""

    url: str
    r"""URL of the page, or its number if pages have no names"""

    reason: str | None = None
    r"""reason why it is missing; absent or None: unknown"""

    links: int
    r"""pages that link to it"""

    from_: str | None = field(default=None, metadata={"key": "from"})
    r"""one of these pages, or the sitemap that names the URL; absent or None: there is none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Command(Result):
    r"""The object command of the JSON of weft."""

    command: str
    r"""command line; replace the words in capitals"""

    for_: str | None = field(default=None, metadata={"key": "for"})
    r"""which of the URLs it fetches, or what to consider; absent or None: all"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ClassOfMissingPages(Result):
    r"""The object class of missing pages of the JSON of weft."""

    name: str
    r"""name of the class: failed, waiting, held, cut-short, shells, cookies, loops, unread, never, limit, robots, nofollow, scope, types, excluded, absent, unknown, requisites or sitemaps"""

    what: str
    r"""the class as a sentence"""

    urls: int
    r"""URLs of the class"""

    final: int | None = None
    r"""URLs with a final error, such as 404: no run of the crawl requests them again; absent or None: 0, or unknown, as for a stored crawl"""

    links: int
    r"""links to these URLs from pages of the crawl"""

    no_pages: bool = False
    r"""the URLs are requisites or sitemaps, not pages; absent or None: it is false"""

    reasons: list[Reason] = field(default_factory=list)
    r"""reasons, most frequent first"""

    hosts: list[HostOfMissingPages] = field(default_factory=list)
    r"""hosts with the most URLs of the class"""

    num_hosts: int
    r"""number of hosts of the class"""

    examples: list[MissingPage] = field(default_factory=list)
    r"""examples, most linked first, robots.txt last"""

    fetch: list[Command] = field(default_factory=list)
    r"""commands that fetch these URLs"""


@dataclass(frozen=True, kw_only=True, repr=False)
class StatesOfAHost(Result):
    r"""`pages` = `fetched` + `partly` + `redirected` + `failed` + `held` + `skipped` + `never` + `unknown`, and `missing` = `pages` − `fetched` − `redirected` − `unknown`."""

    host: str
    r"""name and port"""

    pages: int
    r"""known pages"""

    missing: int
    r"""pages that were neither fetched whole nor redirected, of known state"""

    fetched: int
    r"""pages fetched whole"""

    partly: int
    r"""pages of the classes cut-short, shells, cookies and unread"""

    redirected: int
    r"""pages that redirect"""

    failed: int
    r"""pages of the classes failed and loops"""

    held: int
    r"""pages of the class held"""

    skipped: int
    r"""pages of the classes limit, robots, nofollow, scope, types, excluded and absent"""

    never: int
    r"""pages of the classes never and waiting"""

    unknown: int | None = None
    r"""pages whose state is unknown; absent or None: none"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PatternOfHeldPages(Result):
    r"""The object pattern of held pages of the JSON of weft."""

    pattern: str
    r"""a URL in which * stands for any text"""

    pages: int
    r"""held pages of the pattern"""

    reason: str
    r"""rule that holds most of them back"""

    examples: list[str] = field(default_factory=list)
    r"""first three URLs"""

    release: str
    r"""command that fetches them, and holds back no page like them"""

    drop: str | None = None
    r"""command that excludes them; absent or None: the pattern is all of a host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Missing(Result):
    r"""Printed by `weft missing`.
    `pages` = `here` + `redirected` + `missing`, and `missing` is the sum of `urls` of all classes without `no_pages`.
    """

    crawl: str
    r"""the folder of the crawl, or the graph"""

    of: str
    r"""source that was read: log (of a live crawl) or graph"""

    pages: int
    r"""known pages"""

    here: int
    r"""pages that were fetched whole"""

    redirected: int
    r"""pages that redirect"""

    missing: int
    r"""all other pages"""

    classes: list[ClassOfMissingPages] = field(default_factory=list)
    r"""classes that have URLs, in the order of the help"""

    by_host: list[StatesOfAHost] = field(default_factory=list)
    r"""hosts with the most missing pages"""

    num_hosts: int
    r"""number of hosts with known pages; 0 without names"""

    held_patterns: list[PatternOfHeldPages] = field(default_factory=list)
    r"""held pages by the patterns of their URLs, those with the most pages first; absent or None: no page is held back"""

    pages_of_uncounted_hosts: int = 0
    r"""pages of hosts beyond the first 131,072; `by_host` and `num_hosts` leave them out; absent or None: it is 0"""

    urls_of_uncounted_hosts: int = 0
    r"""URLs of hosts beyond the first 131,072; `hosts` leaves them out; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class FaultOfLinks(Result):
    r"""The object fault of links of the JSON of weft."""

    fault: str
    r"""what is wrong, such as 404 Not Found"""

    links: int
    r"""links"""

    pages: int
    r"""pages that they lead to"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Hop(Result):
    r"""The object hop of the JSON of weft."""

    url: str
    r"""the page"""

    state: str
    r"""its state, such as redirected or failed"""

    status: int = 0
    r"""its HTTP status, if the crawl knows it; absent or None: it is 0"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageWithALink(Result):
    r"""The object page with a link of the JSON of weft."""

    url: str
    r"""the page"""

    kinds: str
    r"""kinds of the link, such as link or link+nofollow"""

    texts: list[str] = field(default_factory=list)
    r"""its texts; absent or None: no texts"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PageThatLinksLeadTo(Result):
    r"""The object page that links lead to of the JSON of weft."""

    url: str
    r"""the page"""

    state: str
    r"""its state, such as redirected or failed"""

    status: int = 0
    r"""its HTTP status, if the crawl knows it; absent or None: it is 0"""

    fault: str | None = None
    r"""what is wrong; absent or None: not broken"""

    hops: list[Hop] = field(default_factory=list)
    r"""the page and the targets of redirects, in order; absent or None: without a redirect"""

    links: int
    r"""links to the page that were chosen"""

    sources: list[PageWithALink] = field(default_factory=list)
    r"""the first of them"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Links(Result):
    r"""Printed by `weft links`.
    `broken`, `redirected` and `not_checked` count links among `links`.
    """

    page: str | None = None
    r"""page whose links are listed; absent or None: of all pages"""

    in_: bool = field(default=False, metadata={"key": "in"})
    r"""the links to the page are listed; absent or None: it is false"""

    states_known: bool
    r"""the crawl says of some page whether it was requested"""

    links: int
    r"""links that were chosen: pairs of pages"""

    pages: int
    r"""pages that they lead to"""

    broken: int
    r"""links that lead to an error"""

    broken_pages: int
    r"""pages that they lead to"""

    redirected: int
    r"""links to pages that redirect"""

    redirected_pages: int
    r"""pages that redirect, among those linked to"""

    not_checked: int
    r"""links to pages that were not requested, or of unknown state"""

    faults: list[FaultOfLinks] = field(default_factory=list)
    r"""what is wrong, most links first"""

    targets: list[PageThatLinksLeadTo] = field(default_factory=list)
    r"""pages with the most links to them, as many as --top says"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ContentsHost(Result):
    r"""The object contents_host of the JSON of weft."""

    pages: int
    r"""its pages, ghosts too"""

    fetched: int
    r"""pages that were fetched"""

    domain: str
    r"""its registered domain; empty for an address"""

    host: str
    r"""name of the host"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ContentsCount(Result):
    r"""The object contents_count of the JSON of weft."""

    name: str
    r"""kind of the responses"""

    responses: int
    r"""number of responses"""

    bytes: int
    r"""bytes received with them"""


@dataclass(frozen=True, kw_only=True, repr=False)
class ContentsMoment(Result):
    r"""The object contents_moment of the JSON of weft."""

    from_: str = field(metadata={"key": "from"})
    r"""start of the span, UTC (RFC 3339)"""

    responses: int
    r"""number of responses"""

    bytes: int
    r"""bytes received with them"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Contents(Result):
    r"""Printed by `weft contents`."""

    pages: int
    r"""pages of the crawl"""

    hosts: int
    r"""hosts of the pages; 0 without names"""

    counted: str | None = None
    r"""source of the responses: log (of a crawl by weft), captures (archives), wat (WAT files), index, imported-log, or pages (pages with a known status); absent or None: no responses are known"""

    responses: int
    r"""responses in the crawl log, responses of the imports, or pages with a known status"""

    without_response: int
    r"""lines of the crawl log without a response: failures, and URLs that were not requested, such as by robots.txt"""

    bytes: int
    r"""bytes received, with headers; 0 if no size is known"""

    from_: str | None = field(default=None, metadata={"key": "from"})
    r"""time of the first response; absent or None: no time is known"""

    to: str | None = None
    r"""time of the last response; absent or None: no time is known"""

    repeated: int
    r"""responses stored as a reference to an earlier response with the same content"""

    without_http_header: int
    r"""files of the imported archives without an HTTP header; they count as responses"""

    near_duplicates: int
    r"""pages that say nearly the same as one before, as the last run listed them"""

    bad: int
    r"""lines of the crawl log that could not be read"""

    top: list[ContentsHost] = field(default_factory=list)
    r"""hosts with the most pages"""

    statuses: list[ContentsCount] = field(default_factory=list)
    r"""responses by HTTP status; of a log also lines without a response, by cause"""

    types: list[ContentsCount] = field(default_factory=list)
    r"""responses by media type, most first; the last may be the others"""

    sizes: list[ContentsCount] = field(default_factory=list)
    r"""responses by size"""

    depths: list[ContentsCount] = field(default_factory=list)
    r"""responses by number of links from a seed"""

    times: list[ContentsMoment] = field(default_factory=list)
    r"""responses in equal spans of time"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MapNode(Result):
    r"""The object map_node of the JSON of weft."""

    name: str
    r"""name of the page, host, domain or site"""

    pages: int
    r"""its pages in the crawl, ghosts too"""

    fetched: int
    r"""pages that were fetched"""

    failed: int
    r"""pages that were requested without success"""

    unknown: int
    r"""pages whose state is unknown"""

    links_in: int
    r"""arcs from pages of other nodes, and of the crawl beyond the map, to its pages"""

    score: float
    r"""PageRank of its pages, as a share of the PageRank of all pages"""

    community: int
    r"""number of its cluster by Leiden, the largest is 0"""

    x: float
    r"""place from the left, 0 to 1000"""

    y: float
    r"""place from the top, 0 to 640"""

    radius: float
    r"""radius of the disc"""


@dataclass(frozen=True, kw_only=True, repr=False)
class MapLink(Result):
    r"""The object map_link of the JSON of weft."""

    from_: int = field(metadata={"key": "from"})
    r"""place of the source in the list of nodes, from 0"""

    to: int
    r"""place of the target in the list of nodes, from 0"""

    arcs: int
    r"""arcs from pages of the source to pages of the target"""


@dataclass(frozen=True, kw_only=True, repr=False)
class Map(Result):
    r"""Printed by `weft map`."""

    kinds: str
    r"""kinds of arcs that count, joined by +"""

    by: str
    r"""what the nodes are: host, page, domain or site"""

    size: str
    r"""what the area of a disc is: pagerank, links, pages or fetched"""

    colour: str
    r"""what the colour of a disc is in a drawing: fetched, failed, cluster, domain, tld, pagerank or links"""

    layout: str
    r"""forces, clusters, domains or distance"""

    pages: int
    r"""pages of the crawl"""

    all: int
    r"""number of hosts, pages, domains or sites in the crawl"""

    share: float
    r"""share of the PageRank of all pages that the nodes have"""

    nodes: list[MapNode] = field(default_factory=list)
    r"""the best, by PageRank"""

    links: list[MapLink] = field(default_factory=list)
    r"""links between different nodes, most arcs first"""

    links_cut: int = 0
    r"""number of links left out: a map of more than 5000 nodes has the 32 links with most arcs from each node; absent or None: it is 0"""
