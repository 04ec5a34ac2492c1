package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/internal/mem"
	"weft/internal/usage"
	"weft/making/assemble"
	"weft/making/ingest"
	"weft/making/ingest/tally"
	"weft/store"
	"weft/web/capture"
	"weft/web/warc"
)

// A madeCrawl is a crawl as a log tells it, and as WARC files do.
type madeCrawl struct {
	urls   []string
	states []uint8
	pages  []madePage
}

// A madePage is what was learnt of a page at once.
type madePage struct {
	from       uint32
	to, labels []uint32
	state      page.State
	facts      store.Facts
}

func (m *madeCrawl) Pages() int      { return len(m.urls) }
func (m *madeCrawl) States() []uint8 { return slices.Clone(m.states) }

func (m *madeCrawl) EachName(f func(p uint32, url []byte) error) error {
	for p, url := range m.urls {
		if err := f(uint32(p), []byte(url)); err != nil {
			return err
		}
	}
	return nil
}

func (m *madeCrawl) EachPage(f func(l *ingest.Learnt) error) error {
	for _, p := range m.pages {
		if err := f(&ingest.Learnt{From: p.from, To: p.to, Labels: p.labels, State: p.state, Facts: p.facts}); err != nil {
			return err
		}
	}
	return nil
}

// learn adds an arc of the page that was learnt last.
func (m *madeCrawl) learn(to int, k kinds.Set) {
	p := &m.pages[len(m.pages)-1]
	p.to, p.labels = append(p.to, uint32(to)), append(p.labels, k.Label())
}

func (m *madeCrawl) state(p int, s page.State, firm bool) {
	v := uint8(s)
	if firm {
		v |= assemble.Firm
	}
	m.states[p] = assemble.JoinStates(m.states[p], v)
}

// makeCrawl makes a random crawl of n pages, and writes its WARC files to dir.
func makeCrawl(t testing.TB, n int, seed uint64, dir string) *madeCrawl {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 77))
	m := &madeCrawl{states: make([]uint8, n)}
	for i := range n {
		m.urls = append(m.urls, fmt.Sprintf("http%s://h%d.example%s/p/%d?q=%%20", []string{"", "s"}[r.IntN(2)], r.IntN(5), []string{"", ":8080"}[r.IntN(2)], i))
	}
	files, err := warc.CreateFiles(dir, warc.FilesOptions{Size: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	w := crawlWriter{t: t, files: files}
	if w.pack, err = warc.NewPacker(warc.WriterOptions{Seed: seed + 1}); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Perm(n) {
		if r.IntN(4) > 0 {
			m.pages = append(m.pages, madePage{from: uint32(p)})
			m.fetch(r, p, &w)
		}
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	return m
}

// A crawlWriter writes records as a crawl does.
type crawlWriter struct {
	t      testing.TB
	files  *warc.Files
	pack   *warc.Packer
	packed warc.Packed
}

// write writes a record, and notes about it, and returns the digest of its payload.
func (w *crawlWriter) write(rec warc.NewRecord, notes capture.Notes) (digest string) {
	w.t.Helper()
	date, uri, id := rec.Date, rec.TargetURI, ""
	if rec.Type != "" {
		placed, err := w.pack.Add(rec)
		if err != nil {
			w.t.Fatal(err)
		}
		id, digest = placed.ID, placed.PayloadDigest
	}
	if !notes.Empty() {
		if _, err := w.pack.Add(warc.Metadata(uri, date, id, notes.Append(nil))); err != nil {
			w.t.Fatal(err)
		}
	}
	w.pack.Take(&w.packed)
	if _, err := w.files.Append(&w.packed); err != nil {
		w.t.Fatal(err)
	}
	return digest
}

// fetch decides what became of a page.
func (m *madeCrawl) fetch(r *rand.Rand, p int, w *crawlWriter) {
	date := time.Date(2025, 1, 1, 0, 0, p, 0, time.UTC)
	rec := warc.HTTPResponse(m.urls[p], date, nil)
	other := r.IntN(len(m.urls))
	var notes capture.Notes
	switch r.IntN(12) {
	case 0: // no answer
		m.state(p, page.Failed, true)
		rec.Type, notes.State, notes.Reason = "", page.Failed, "dns: no such host"
	case 1: // left out
		m.state(p, page.Excluded, true)
		rec.Type, notes.State, notes.Reason = "", page.Excluded, "robots: Disallow: /p"
	case 2:
		m.state(p, page.Redirected, true)
		m.learn(other, kinds.Redirect)
		rec.Block = fmt.Appendf(nil, "HTTP/1.1 301 Moved\r\nLocation: %s\r\n\r\n", m.urls[other])
	case 3: // no page unless somebody links to it
		m.state(p, page.Fetched, false)
		rec.Block = []byte("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<a href=/>")
	case 4: // as it was before: its links stand in the notes
		m.state(p, page.Fetched, true)
		rec = warc.Revisit(m.urls[p], date, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), warc.Earlier{Digest: "sha1:X", URI: m.urls[p], Date: date})
		for range 1 + r.IntN(5) {
			to, k := r.IntN(len(m.urls)), kinds.Link
			m.learn(to, k)
			notes.Outlinks = append(notes.Outlinks, capture.Outlink{URL: []byte(m.urls[to]), Kinds: k})
		}
	default:
		status := []string{"200 OK", "404 Not Found"}[r.IntN(2)]
		m.state(p, page.FromStatus(int(status[0]-'0')*100, false), true)
		rec.Block = []byte("HTTP/1.1 " + status + "\r\nContent-Type: text/html\r\n\r\n" + m.html(r))
		switch r.IntN(5) {
		case 0, 1:
			m.states[other] = assemble.JoinStates(m.states[other], assemble.LeftOut|assemble.Firm)
			notes.Excluded = []capture.Exclusion{{URL: []byte(m.urls[other]), Rule: []byte("scope: host")}}
		case 2:
			m.states[other] = assemble.JoinStates(m.states[other], assemble.LetIn)
			notes.LetIn = []capture.Outlink{{URL: []byte(m.urls[other])}}
		}
	}
	learnt := &m.pages[len(m.pages)-1]
	learnt.facts.SetDigest(w.write(rec, notes))
	learnt.state = notes.State
	if rec.Type == "" {
		return
	}
	head, body, _ := strings.Cut(string(rec.Block), "\r\n\r\n")
	status, _ := strconv.Atoi(head[len("HTTP/1.1 "):][:3])
	learnt.state = page.FromStatus(status, strings.Contains(head, "Location"))
	learnt.facts.Status, learnt.facts.Time, learnt.facts.Size = status, date, int64(len(rec.Block))
	if rec.Type == warc.TypeRevisit {
		learnt.facts.Size = 0
		learnt.facts.SetDigest("sha1:X")
	}
	_, media, _ := strings.Cut(head, "Content-Type: ")
	learnt.facts.SetType(media)
	if title, _, ok := strings.Cut(strings.TrimPrefix(body, "<title>"), "</title>"); ok {
		learnt.facts.SetTitle([]byte(strings.ReplaceAll(title, "&amp;", "&")))
	}
}

// html makes a page and learns its links.
func (m *madeCrawl) html(r *rand.Rand) string {
	var b strings.Builder
	if b.WriteString("<p>"); r.IntN(3) > 0 { // without a body it would be no page
		b.Reset()
		fmt.Fprintf(&b, "<title>Page\n %d &amp;\u00a0 more</title>", r.IntN(1000))
	}
	for range r.IntN(12) {
		to := r.IntN(min(len(m.urls), 1+r.IntN(len(m.urls))))
		switch r.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "<iframe src='%s'></iframe>", m.urls[to])
			m.learn(to, kinds.Embed)
		case 1:
			fmt.Fprintf(&b, "<a rel=nofollow href='%s'></a>", m.urls[to])
			m.learn(to, kinds.Link|kinds.Nofollow)
		default:
			fmt.Fprintf(&b, "<a href='%s#f'></a>", m.urls[to])
			m.learn(to, kinds.Link)
		}
	}
	return b.String()
}

// sameFiles compares all files of two crawls but for their manifests and logs.
func sameFiles(t *testing.T, got, want string) {
	t.Helper()
	for _, pair := range [][2]string{{got, want}, {want, got}} {
		err := filepath.WalkDir(pair[0], func(path string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(pair[0], path)
			if err != nil || d.IsDir() || rel == store.ManifestFile || rel == store.LogFile {
				return err
			}
			a, err1 := os.ReadFile(path)
			b, err2 := os.ReadFile(filepath.Join(pair[1], rel))
			if err1 != nil || err2 != nil || string(a) != string(b) {
				t.Errorf("%s: %d and %d bytes that differ (%v, %v)", rel, len(a), len(b), err1, err2)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A crawl's own log and its WARC files make the same graph, byte for byte.
func TestFromCrawlIsTheImportOfItsArchive(t *testing.T) {
	for seed, n := range []int{3, 10, 50, 300, 2000} {
		dir := t.TempDir()
		m := makeCrawl(t, n, uint64(seed), filepath.Join(dir, "warc"))
		inputs, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range []ingest.Options{{DraftOptions: store.DraftOptions{Workers: 1, Memory: 1 << 30}}, {DraftOptions: store.DraftOptions{Workers: 4}}, {KeepNumbers: true}} {
			o.Output = filepath.Join(dir, fmt.Sprint("log", i))
			s, err := ingest.FromCrawl(context.Background(), m, o)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if err := store.Verify(o.Output, nil); err != nil {
				t.Fatal(err)
			}
			if o.KeepNumbers {
				checkOrder(t, o.Output, m.urls)
				sameFacts(t, o.Output, filepath.Join(dir, "log0"))
				continue
			}
			o.Inputs, o.Output = inputs, filepath.Join(dir, fmt.Sprint("warc", i))
			sum, err := ingest.Import(context.Background(), o)
			if err != nil || sum.Bad > 0 {
				t.Fatalf("seed %d: %v, %d bad records", seed, err, sum.Bad)
			}
			sameFiles(t, filepath.Join(dir, fmt.Sprint("log", i)), o.Output)
			got, want := s.Manifest.Counts, sum.Manifest.Counts
			if fmt.Sprint(got) != fmt.Sprint(want) || s.Manifest.GraphID != sum.Manifest.GraphID || want.Arcs == 0 && n > 10 {
				t.Errorf("seed %d: got counts %+v, want %+v", seed, got, want)
			}
		}
	}
}

// sameFacts compares the facts of the pages of two crawls by name.
func sameFacts(t *testing.T, got, want string) {
	t.Helper()
	facts := func(dir string) map[string]string {
		c, err := store.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		all := map[string]string{}
		if !c.HasFacts() {
			return all
		}
		r, err := c.OpenFacts()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for u := c.NumPages() - 1; u >= 0; u-- { // backwards, as reading forwards needs no search
			f, err := r.At(graph.Node(u))
			if err != nil {
				t.Fatal(err)
			}
			all[c.Label(graph.Node(u))] = fmt.Sprintf("%d %d %v %s %s %s", f.Status, f.Size, f.Time, f.Type, f.Digest, f.Title)
		}
		each := map[string]string{}
		err = r.Each(context.Background(), func(u graph.Node, f *store.Facts) error {
			each[c.Label(u)] = fmt.Sprintf("%d %d %v %s %s %s", f.Status, f.Size, f.Time, f.Type, f.Digest, f.Title)
			return nil
		})
		if err != nil || !maps.Equal(all, each) {
			t.Errorf("%s: pages read one by one and all at once differ (%v)", dir, err)
		}
		return all
	}
	if a, b := facts(got), facts(want); !maps.Equal(a, b) {
		t.Errorf("facts of %s and %s differ", got, want)
	}
}

// checkOrder checks that the pages of a crawl are in the order of a list.
func checkOrder(t *testing.T, dir string, urls []string) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	last := -1
	for u := range c.NumPages() {
		at := slices.Index(urls, c.Label(graph.Node(u)))
		if at <= last {
			t.Errorf("page %d is number %d of the list, and that before number %d", u, at, last)
		}
		last = at
	}
}

func TestFromCrawlRefuses(t *testing.T) {
	good := func() *madeCrawl {
		return &madeCrawl{
			urls: []string{"http://a.example/", "http://b.example/"}, states: []uint8{uint8(page.Fetched) | assemble.Firm, 0},
			pages: []madePage{{from: 0, to: []uint32{1}, labels: []uint32{kinds.Link.Label()}}},
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(m *madeCrawl)
		want  error
	}{
		{"nothing", func(*madeCrawl) {}, nil},
		{"no pages", func(m *madeCrawl) { *m = madeCrawl{} }, tally.ErrBadInput},
		{"only seeds", func(m *madeCrawl) { m.states, m.pages = make([]uint8, 2), nil }, tally.ErrBadInput},
		{"an arc to nowhere", func(m *madeCrawl) { m.pages[0].to[0] = 2 }, store.ErrCorrupt},
		{"an arc from nowhere", func(m *madeCrawl) { m.pages[0].from = 2 }, store.ErrCorrupt},
		{"an arc without a label", func(m *madeCrawl) { m.pages[0].labels = nil }, store.ErrCorrupt},
		{"a name twice", func(m *madeCrawl) { m.urls[1] = m.urls[0] }, store.ErrCorrupt},
		{"a name that is no URL", func(m *madeCrawl) { m.urls[1] = "b" }, nil},
		{"fewer states", func(m *madeCrawl) { m.states = m.states[:1] }, store.ErrCorrupt},
	} {
		m := good()
		c.spoil(m)
		dir := t.TempDir()
		_, err := ingest.FromCrawl(context.Background(), m, ingest.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c")}})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if entries, _ := os.ReadDir(dir); (len(entries) > 0) != (c.want == nil) {
			t.Errorf("%s: the folder holds %v", c.name, entries)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ingest.FromCrawl(ctx, makeCrawl(t, 5000, 1, filepath.Join(t.TempDir(), "w")), ingest.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(t.TempDir(), "c")}}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// Notes of a crawl in an archive, one by one.
func TestNotesOfACrawl(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "warc")
	files, err := warc.CreateFiles(dir, warc.FilesOptions{})
	if err != nil {
		t.Fatal(err)
	}
	w := crawlWriter{t: t, files: files}
	if w.pack, err = warc.NewPacker(warc.WriterOptions{}); err != nil {
		t.Fatal(err)
	}
	date := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	nothing := func(uri string) warc.NewRecord { return warc.NewRecord{TargetURI: uri, Date: date} }
	w.write(nothing("http://gone.example/"), capture.Notes{State: page.Failed, Reason: "timeout"})
	w.write(nothing("http://private.example/"), capture.Notes{State: page.Excluded, Reason: "robots: Disallow: /"})
	w.write(
		warc.HTTPResponse("http://a.example/", date, []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=http://far.example/>")),
		capture.Notes{Excluded: []capture.Exclusion{{URL: []byte("http://far.example/"), Rule: []byte("scope: host")}}},
	)
	w.write(nothing("http://b.example/"), capture.Notes{Excluded: []capture.Exclusion{{URL: []byte("http://loop.example/a/a/a"), Rule: []byte("trap: repeat")}}})
	w.write(
		warc.NotModified("http://a.example/same", date, []byte("HTTP/1.1 304 Not Modified\r\n\r\n"), warc.Earlier{Digest: "", URI: "http://a.example/same", Date: date}),
		capture.Notes{Outlinks: []capture.Outlink{
			{URL: []byte("http://a.example/"), Kinds: kinds.Link | kinds.Nofollow}, {URL: []byte("http://a.example/"), Kinds: kinds.Embed},
		}},
	)
	if _, err := w.pack.Add(warc.Metadata("http://heritrix.example/", date, "", []byte("via: x\r\noutlink: http://y.example/ L a/@href\r\n"))); err != nil {
		t.Fatal(err)
	}
	w.pack.Take(&w.packed)
	_, err = files.Append(&w.packed)
	if err := errors.Join(err, files.Close()); err != nil {
		t.Fatal(err)
	}
	c, s := imported(t, ingest.Options{Inputs: []string{filepath.Join(dir, "weft-00000.warc.gz")}, Strict: true})
	var got []string
	for u := range c.NumPages() {
		got = append(got, fmt.Sprint(c.Label(graph.Node(u)), " ", c.State(graph.Node(u))))
	}
	slices.Sort(got)
	want := []string{
		"http://a.example/ fetched", "http://a.example/same fetched", "http://far.example/ excluded", "http://gone.example/ failed",
		"http://loop.example/a/a/a excluded", "http://private.example/ excluded",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got pages %q, want %q", got, want)
	}
	arcs := []string{"http://a.example/ http://far.example/ link", "http://a.example/same http://a.example/ link+embed+nofollow"}
	if got := arcsOf(t, c); !slices.Equal(got, arcs) {
		t.Errorf("got arcs %q, want %q", got, arcs)
	}
	if n := s.Manifest.Steps[0].Notes["crawl notes"]; n != 5 {
		t.Errorf("got %d crawl notes, want 5", n)
	}
}

// A page that only links led to which are not followed is excluded, unless a link let it in: in any order of records and
// inputs, in one batch or many. What became of it when its turn came holds, and a list that has it says no less than before.
func TestLetIn(t *testing.T) {
	page := func(uri, links, notes string) string {
		var b strings.Builder
		s := sight{kind: "response", contentType: answerType, block: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>" + links}
		if links != "" {
			s.append(&b, uri)
		}
		s = sight{kind: "metadata", contentType: "application/warc-fields", block: notes}
		if notes != "" {
			s.append(&b, uri)
		}
		return b.String()
	}
	excluded, letIn, links := "", "", ""
	for name := range strings.FieldsSeq("left in listed listed-in turn had gone") {
		excluded += "weft-excluded: nofollow\thttp://a.example/" + name + "\r\n"
		links += "<a rel=nofollow href=/" + name + "></a>"
	}
	for name := range strings.FieldsSeq("in listed-in turn had gone deep nowhere") {
		letIn += "weft-let-in: http://a.example/" + name + "\r\n"
	}
	archives := []string{
		page("http://a.example/", links, excluded),
		page("http://a.example/b", "<a href=/in></a><a href=/turn></a><a href=/had></a><a href=/gone></a><a href=/deep></a>", letIn),
		page("http://a.example/turn", "", "weft-state: excluded\r\n"),
		page("http://a.example/had", "had", "") + page("http://a.example/gone", "", "weft-state: failed\r\n"),
	}
	want := strings.Fields("/=fetched /b=fetched /deep=ghost /from=unknown /gone=failed /had=fetched /in=ghost /left=excluded /listed-in=unknown /listed=excluded /turn=excluded")
	list := writtenAs(t, "list.txt", "http://a.example/from\thttp://a.example/listed\nhttp://a.example/from\thttp://a.example/listed-in\n")
	r := drawn.Rand(t)
	filler := writtenAs(t, "filler.txt", manyNames(80_000))
	for round := range 8 {
		var one strings.Builder
		inputs := []string{list}
		for i, at := range r.Perm(len(archives)) {
			if one.WriteString(archives[at]); r.IntN(2) == 0 || i == len(archives)-1 {
				inputs = append(inputs, writtenAs(t, fmt.Sprint(i, ".warc"), one.String()))
				one.Reset()
			}
		}
		r.Shuffle(len(inputs), func(i, k int) { inputs[i], inputs[k] = inputs[k], inputs[i] })
		o := ingest.Options{Inputs: inputs, Strict: true, DraftOptions: store.DraftOptions{Workers: 1 + r.IntN(3)}}
		if round == 0 { // each batch ends in the filler
			o.Memory, o.Inputs = mem.Least, nil
			for _, path := range inputs {
				o.Inputs = append(o.Inputs, path, filler)
			}
		}
		c, _ := imported(t, o)
		var got []string
		for u := range c.NumPages() {
			if path, ok := strings.CutPrefix(c.Label(graph.Node(u)), "http://a.example"); ok {
				got = append(got, fmt.Sprint(path, "=", c.State(graph.Node(u))))
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q: got\n%q, want\n%q", inputs, got, want)
		}
	}
}

// A bulk is a crawl of many pages, with 20 arcs each, mostly near by, that is computed as it is read.
type bulk int

func (n bulk) Pages() int { return int(n) }

func (n bulk) States() []uint8 {
	return slices.Repeat([]uint8{uint8(page.Fetched) | assemble.Firm}, int(n))
}

// place is where a page of the log stands in the graph, more or less.
func (n bulk) place(p int) int { return int(uint64(p) * 7_368_787 % uint64(n)) }

func (n bulk) EachName(f func(p uint32, url []byte) error) error {
	var url []byte
	for p := range int(n) {
		at := n.place(p)
		url = fmt.Appendf(url[:0], "https://www.host%d.example/section/%d/page-%d.html", at/500%2000, at/25, at)
		if err := f(uint32(p), url); err != nil {
			return err
		}
	}
	return nil
}

func (n bulk) EachPage(f func(l *ingest.Learnt) error) error {
	labels := slices.Repeat([]uint32{kinds.Link.Label()}, 20)
	to := make([]uint32, 20)
	random := rand.NewPCG(1, 1)
	for p := range int(n) {
		for i := range to {
			x := random.Uint64()
			if to[i] = uint32((p + int(x%32)*int(n)/64) % int(n)); x>>60 == 0 {
				to[i] = uint32((x >> 8) % uint64(n))
			}
		}
		if err := f(&ingest.Learnt{From: uint32(p), To: to, Labels: labels}); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkFromCrawl makes the graph of 1 M pages and 20 M arcs.
func BenchmarkFromCrawl(b *testing.B) {
	const n = bulk(1_000_000)
	dir := b.TempDir()
	for _, memory := range []int64{256 << 20, 2 << 30} {
		b.Run(fmt.Sprintf("%dMiB", memory>>20), func(b *testing.B) {
			spent, peak := time.Duration(0), int64(0)
			for b.Loop() {
				cost, err := usage.Of(func() error {
					_, err := ingest.FromCrawl(context.Background(), n, ingest.Options{DraftOptions: store.DraftOptions{Output: filepath.Join(dir, "c"), Replace: true, Memory: memory}})
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
				spent, peak = spent+cost.CPU, max(peak, cost.Peak)
			}
			b.ReportMetric(spent.Seconds()/float64(b.N), "CPU-s")
			b.ReportMetric(float64(peak)/(1<<20), "MiB")
		})
	}
}

// A page that an earlier version fetched has no facts. It does not get the facts of a failure that came later.
func TestFactsOfAWorseReply(t *testing.T) {
	for _, keep := range []bool{false, true} {
		m := &madeCrawl{urls: []string{"http://b.example/", "http://a.example/"}}
		m.states = []uint8{uint8(page.Fetched) | assemble.Firm, uint8(page.Failed) | assemble.Firm}
		link := kinds.Link.Label()
		m.pages = []madePage{
			{from: 0, to: []uint32{1}, labels: []uint32{link}, state: page.Fetched},
			{from: 0, state: page.Failed, facts: store.Facts{Status: 503}},
			{from: 1, state: page.Failed, facts: store.Facts{Status: 404}},
		}
		o := ingest.Options{KeepNumbers: keep}
		o.Output = filepath.Join(t.TempDir(), "c")
		if _, err := ingest.FromCrawl(context.Background(), m, o); err != nil {
			t.Fatal(err)
		}
		c, err := store.Open(o.Output)
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.OpenFacts()
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{0, 404} {
			p, _, err := c.Page(m.urls[i])
			if err != nil {
				t.Fatal(err)
			}
			if f, err := r.At(p); err != nil || f.Status != want {
				t.Errorf("keep %v, %s: got %+v, %v, want the status %d", keep, m.urls[i], f, err, want)
			}
		}
		if err := errors.Join(r.Close(), c.Close()); err != nil {
			t.Fatal(err)
		}
	}
}
