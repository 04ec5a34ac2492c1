package lookup

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/corrupt"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/store/terms"
)

var drawnWords = []string{"a", "ab", "abc", "abd", "b", "news", "news-paper", "%C3%A9t%C3%A9", "日本語", "日", "Straße", "ghost", "fetched", "200", "x1", "x12", "x123"}

// records are archived pages with drawn words in URLs and titles.
func records(random *rand.Rand, n int) string {
	word := func() string { return drawnWords[random.IntN(len(drawnWords))] }
	hosts := []string{"a.example", "b.a.example", "xn--bcher-kva.example", "10.0.0.1"}
	var b strings.Builder
	for i := range n {
		href := fmt.Sprintf("http://%s/%s/%s?%d=%s", hosts[random.IntN(len(hosts))], word(), word(), i%50, word())
		status := []string{"200 OK", "404 Not Found", "301 Moved", "500 Oops"}[random.IntN(4)]
		media := []string{"text/html; charset=utf-8", "text/plain", "application/pdf", "image/png"}[random.IntN(4)]
		body := fmt.Sprintf(`<title>%s %s %d</title><a href="/%s/%d">x</a>`, word(), word(), i%7, word(), random.IntN(30))
		reply := fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: %s\r\nLocation: /%d\r\n\r\n%s", status, media, random.IntN(20), body)
		day := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(random.IntN(100*86400)) * time.Second)
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nWARC-Record-ID: <urn:uuid:%08d-0000-0000-0000-000000000000>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			href, day.Format(time.RFC3339), i, len(reply), reply)
	}
	return b.String()
}

// archived imports drawn records.
func archived(t testing.TB, random *rand.Rand, n int) *store.Crawl {
	t.Helper()
	file := filepath.Join(t.TempDir(), "in.warc")
	if err := os.WriteFile(file, []byte(records(random, n)), 0o600); err != nil {
		t.Fatal(err)
	}
	return ingesttest.Import(t, ingest.Options{Inputs: []string{file}})
}

func build(t testing.TB, c *store.Crawl, memory int64) *Index {
	t.Helper()
	if _, err := Build(context.Background(), c, Options{Memory: memory, Command: "weft pages --index"}); err != nil {
		t.Fatal(err)
	}
	x, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// A plain index has the terms of all pages as sets. It is the oracle.
type plain struct {
	words []map[string]bool
	facts []store.Facts
}

func plainOf(t testing.TB, c *store.Crawl) (p plain) {
	t.Helper()
	r, err := c.OpenFacts()
	if err != nil && !errors.Is(err, store.ErrNoFacts) {
		t.Fatal(err)
	}
	for i := range c.NumPages() {
		u, words := c.AtKey(i), map[string]bool{}
		add := func(w []byte, _ bool) { words[string(w)] = true }
		if c.HasNames() {
			SplitName([]byte(c.Label(u)), add)
		}
		var f store.Facts
		if r != nil {
			got, err := r.At(u)
			if err != nil {
				t.Fatal(err)
			}
			f = *got
			f.Type, f.Title = bytes.Clone(got.Type), bytes.Clone(got.Title)
			Split(f.Title, add)
		}
		p.words, p.facts = append(p.words, words), append(p.facts, f)
	}
	if r != nil {
		r.Close()
	}
	return p
}

// has reports whether a page has all words of a query.
func (p *plain) has(i int, a *Asked) bool {
	for _, w := range a.Words {
		if !p.words[i][w] {
			return false
		}
	}
	for _, s := range a.Starts {
		found := false
		for w := range p.words[i] {
			found = found || strings.HasPrefix(w, s)
		}
		if !found {
			return false
		}
	}
	return true
}

func where(n int, is func(i int) bool) (all []uint32) {
	for i := range n {
		if is(i) {
			all = append(all, uint32(i))
		}
	}
	return all
}

func same(t *testing.T, what string, got *roaring.Bitmap, err error, want []uint32) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	} else if !slices.Equal(got.ToArray(), want) {
		t.Errorf("%s: pages %v, want %v", what, got.ToArray(), want)
	}
}

// TestOracle compares the index with a scan of all names and titles.
func TestOracle(t *testing.T) {
	random := drawn.Rand(t)
	c := archived(t, random, 400)
	list := ingesttest.Text(t, "http://a.example/x\tname one\nname two\thttp://a.example/y\nname one\thttp://a.example/x\nhttp://a.example/y\tname two\n")
	numbers := ingesttest.Text(t, "0\t2\n2\t1\n1\t0\n")
	for name, c := range map[string]*store.Crawl{"archive": c, "list": list, "numbers": numbers} {
		x, p := build(t, c, 1<<30), plainOf(t, c)
		asked := []string{"e", "example", "example ", "a.example/a", "200", "ghost ", "fetched", "bücher", "xn--bcher-kva.example", "日本", "日", "strasse ", "STRASSE", "été news ", "x1", "x1 ", "x12 x1 ", "nowhere ", "name", "name two", "one ", "http://a.example/x"}
		for range 300 {
			var words []string
			for range 1 + random.IntN(3) {
				w := drawnWords[random.IntN(len(drawnWords))]
				words = append(words, w[:random.IntN(len(w))+1])
			}
			asked = append(asked, strings.Join(words, " ")+[]string{"", " "}[random.IntN(2)])
		}
		found := 0
		for _, text := range asked {
			a := Ask(text)
			if a.Empty() {
				continue
			}
			got, err := x.Find(&a)
			want := where(c.NumPages(), func(i int) bool { return p.has(i, &a) })
			same(t, name+": "+text, got, err, want)
			found += len(want)
		}
		if found == 0 && name != "numbers" {
			t.Errorf("%s: nothing is found: the test is empty", name)
		}
		checkFacts(t, name, c, x, &p)
	}
}

// checkFacts compares states, statuses, media types, days, times and degrees.
func checkFacts(t *testing.T, name string, c *store.Crawl, x *Index, p *plain) {
	n := c.NumPages()
	for s := range page.State(page.NumStates) {
		got, err := x.State(s)
		same(t, fmt.Sprint(name, ": state ", s), got, err, where(n, func(i int) bool { return c.State(c.AtKey(i)) == s }))
	}
	for _, status := range []int{200, 301, 404, 500, 20, 999} {
		got, err := x.Status(status)
		same(t, fmt.Sprint(name, ": status ", status), got, err, where(n, func(i int) bool { return p.facts[i].Status == status }))
		got, err = x.StatusClass(status / 100)
		if status >= 100 {
			same(t, fmt.Sprint(name, ": statuses like ", status), got, err, where(n, func(i int) bool { return p.facts[i].Status/100 == status/100 }))
		}
	}
	for _, media := range []string{"text/html", "text/plain", "text/", "image/png", "text"} {
		got, err := x.Type(media)
		same(t, name+": type "+media, got, err, where(n, func(i int) bool { return string(p.facts[i].Type) == media }))
		got, err = x.TypeClass(media)
		same(t, name+": types "+media, got, err, where(n, func(i int) bool { return bytes.HasPrefix(p.facts[i].Type, []byte(media)) }))
	}
	day := func(text string) time.Time {
		at, _ := time.Parse(Day, text)
		return at
	}
	for _, d := range [][2]string{{"", ""}, {"2024-01-10", ""}, {"", "2024-02-29"}, {"2024-01-31", "2024-01-31"}, {"2024-02-01", "2024-03-01"}, {"2025-01-01", ""}, {"2024-03-01", "2024-01-01"}} {
		from, to := day(d[0]), day(d[1])
		got, err := x.Days(from, to)
		same(t, fmt.Sprint(name, ": days ", d), got, err, where(n, func(i int) bool {
			at := p.facts[i].Time
			return !at.IsZero() && !at.Before(from) && (to.IsZero() || at.Before(to.AddDate(0, 0, 1)))
		}))
	}
	degrees, err := x.InDegrees()
	if err != nil {
		t.Fatal(err)
	}
	cur := c.ScanBack(graph.Range{Lo: 0, Hi: n})
	for u := graph.Node(0); cur.Next(); u++ {
		want := uint32(0)
		for _, k := range cur.Kinds() {
			if k&kinds.Measured != 0 {
				want++
			}
		}
		if one, err := x.InDegree(u); degrees(u) != want || one != want || err != nil {
			t.Errorf("%s: page %d has in-degree %d and %d, want %d, %v", name, u, degrees(u), one, want, err)
		}
	}
	if x.HasTimes() != c.HasFacts() || x.HasFacts() != c.HasFacts() {
		t.Errorf("%s: times: %v", name, x.HasTimes())
	}
	if !x.HasTimes() {
		return
	}
	times, err := x.Times()
	for i := range n {
		if want := p.facts[i].Time; err != nil || want.IsZero() != (times(i) == 0) || !want.IsZero() && times(i) != want.UnixMilli() {
			t.Fatalf("%s: page %d: time %d, want %v, %v", name, i, times(i), want, err)
		}
	}
	r := x.Facts()
	for _, i := range append([]int{n - 1, 0, n / 2}, rand.Perm(n)...) {
		want := p.facts[i]
		if got, err := r.At(i); err != nil || got.Status != want.Status || got.Size != want.Size || !got.Time.Equal(want.Time) || string(got.Type) != string(want.Type) || string(got.Title) != string(want.Title) {
			t.Fatalf("%s: page %d: %+v, want %+v, %v", name, i, got, want, err)
		}
	}
	var types []string
	for i := range n {
		if media := string(p.facts[i].Type); media != "" && !slices.Contains(types, media) {
			types = append(types, media)
		}
	}
	slices.Sort(types)
	values, err := x.Types(1000)
	if err != nil || len(values) != len(types) || len(types) == 0 {
		t.Fatalf("%s: types %v, want %v, %v", name, values, types, err)
	}
	for i, v := range values {
		if v.Value != types[i] || v.Pages != len(where(n, func(i int) bool { return string(p.facts[i].Type) == v.Value })) {
			t.Errorf("%s: type %v, want %s", name, v, types[i])
		}
	}
	if some, err := x.Types(1); err != nil || len(some) != 1 {
		t.Errorf("%s: one type: %v, %v", name, some, err)
	}
}

// TestHeavy compares unions of heavy prefixes, which only large crawls have, with plain sets. The least memory makes many
// runs of the same terms.
func TestHeavy(t *testing.T) {
	random := drawn.Rand(t)
	const pages = 300_000
	sets := map[string]map[uint32]bool{}
	g := terms.NewGatherer(terms.LeastGather, t.TempDir(), false)
	defer g.Close()
	for i := range uint32(pages) {
		if err := g.Page(); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			w := strconv.Itoa(random.IntN([]int{20, 5000, 1_000_000}[random.IntN(3)]))
			fresh := !sets[w][i]
			if sets[w] == nil {
				sets[w] = map[uint32]bool{}
			}
			sets[w][i] = true
			if g.Add([]byte(w)) != fresh {
				t.Fatalf("page %d, term %s: new is %v", i, w, !fresh)
			}
		}
	}
	if err := g.Done(); err != nil || g.Runs < 3 {
		t.Fatalf("%d runs, %v", g.Runs, err)
	}
	d := draft{dir: t.TempDir(), pages: pages}
	defer d.end()
	note := func(int64, int64) {}
	if err := d.merge(t.Context(), g, 1<<12, note); err != nil {
		t.Fatal(err)
	}
	if err := d.unite(t.Context(), note); err != nil || len(d.heavy) < 5 {
		t.Fatalf("%d unions, %v", len(d.heavy), err)
	}
	b := builder{draft: d}
	var file bytes.Buffer
	none := func(w io.Writer) error { return writeTo(w, make([]byte, 4*pages)) }
	if err := b.writeSections(&file, none); err != nil {
		t.Fatal(err)
	}
	x, err := parse(file.Bytes(), pages, func(uint64, uint64) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	stored := 0
	for _, start := range []string{"", "1", "2", "9", "12", "123", "1234", "19", "4", "49", "499", "4999", "77777", "nothing"} {
		r, err := x.dict.Starting(start)
		if err != nil {
			t.Fatal(err)
		}
		if set, err := x.union(r); err != nil {
			t.Fatal(err)
		} else if set != nil {
			stored++
		}
		want := map[uint32]bool{}
		sum := uint64(0)
		for w, set := range sets {
			if strings.HasPrefix(w, start) {
				sum += uint64(len(set))
				for p := range set {
					want[p] = true
				}
			}
		}
		if got, err := x.lists.size(r.Lo, r.Hi); err != nil || got != sum {
			t.Errorf("%q: %d pages in all, want %d, %v", start, got, sum, err)
		}
		got, err := x.pagesOf(r)
		if err != nil || int(got.GetCardinality()) != len(want) {
			t.Errorf("%q: %d pages, want %d, %v", start, got.GetCardinality(), len(want), err)
			continue
		}
		for p := range want {
			if !got.Contains(p) {
				t.Errorf("%q: page %d is missing", start, p)
				break
			}
		}
	}
	if stored < 3 {
		t.Errorf("%d unions of %d were used", stored, len(d.heavy))
	}
}

// TestSameForAnyMemory builds the same index in runs of any size.
func TestSameForAnyMemory(t *testing.T) {
	random := drawn.Rand(t)
	c := archived(t, random, 300)
	build(t, c, 1<<30)
	path := filepath.Join(c.Path, store.IndexPath(Name)+".npy")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b := builder{c: c, draft: draft{dir: c.Path, pages: c.NumPages()}}
	b.Note = func(string, int64, int64) {}
	defer b.end()
	b.g = terms.NewGatherer(0, c.Path, false)
	b.g.Limit(100)
	kept, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	if names, err := kept.Names(); err != nil || len(names) > 0 {
		t.Errorf("the index is taken for a vector of pages: %v, %v", names, err)
	}
	if _, err := b.gatherAndSave(t.Context(), kept.Indexes(), 1<<20); err != nil || b.g.Runs < 5 {
		t.Fatalf("%d runs, %v", b.g.Runs, err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the index in %d runs differs: %v", b.g.Runs, err)
	}
	if left, _ := filepath.Glob(filepath.Join(c.Path, ".weft-scratch*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestStale refuses the index of another graph, of other facts, and a damaged one; without an index it says so.
func TestStale(t *testing.T) {
	random := drawn.Rand(t)
	c := archived(t, random, 100)
	if _, err := Open(c); !errors.Is(err, ErrNone) {
		t.Errorf("without an index: %v", err)
	}
	build(t, c, 1<<30).Close()
	other := archived(t, random, 100)
	for _, name := range []string{store.IndexPath(Name) + ".npy", store.IndexPath(Name) + ".json"} {
		text, err := os.ReadFile(filepath.Join(c.Path, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(other.Path, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(other.Path, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(other); !errors.Is(err, ErrOld) {
		t.Errorf("of another graph: %v", err)
	}
	// The same graph with other facts.
	change, err := c.Change()
	if err == nil {
		err = change.Writes(store.FactsFile)
	}
	facts := filepath.Join(c.Path, store.FactsFile)
	if err == nil {
		err = change.Record(store.Step{})
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(facts)
	if err != nil {
		t.Fatal(err)
	}
	change, err = c.Change()
	if err == nil {
		err = change.Writes(store.FactsFile)
	}
	if err == nil {
		err = os.WriteFile(facts, append(text, 0), 0o600)
	}
	if err == nil {
		err = change.Record(store.Step{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(c); !errors.Is(err, ErrOld) {
		t.Errorf("of other facts: %v", err)
	}
	if _, err := Build(t.Context(), c, Options{Memory: 20 << 20}); err == nil {
		t.Error("a budget below the least is taken")
	}
	bare, err := store.Open(filepath.Join(c.Path, "graph"))
	if err != nil {
		t.Fatal(err)
	}
	defer bare.Close()
	if _, err := Build(t.Context(), bare, Options{Memory: 1 << 30}); !errors.Is(err, ErrBare) {
		t.Errorf("a bare graph: %v", err)
	}
	if _, err := Open(bare); !errors.Is(err, ErrNone) {
		t.Errorf("a bare graph: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Build(ended, other, Options{Memory: 1 << 30}); !errors.Is(err, context.Canceled) {
		t.Errorf("a build that was ended: %v", err)
	}
}

// TestDamage changes each byte of an index in turn: a query finds the same pages, or reports damage.
func TestDamage(t *testing.T) {
	random := drawn.Rand(t)
	c := archived(t, random, 60)
	build(t, c, 1<<30).Close()
	path := filepath.Join(c.Path, store.IndexPath(Name)+".npy")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for range 200 {
		at := random.IntN(len(text))
		text[at] ^= 1 << random.IntN(8)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Open(c)
		if err == nil {
			a := Ask("a")
			_, err = x.Find(&a)
			for i, r := 0, x.Facts(); i < c.NumPages() && err == nil; i++ {
				_, err = r.At(i)
			}
			x.Close()
		}
		if err != nil && !errors.Is(err, corrupt.Err) {
			t.Errorf("byte %d: %v", at, err)
		}
		if err != nil {
			found++
		}
		if text, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("no damage was found")
	}
	if err := os.Truncate(path, int64(len(text)/2)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(c); !errors.Is(err, corrupt.Err) {
		t.Errorf("a cut index: %v", err)
	}
}

// FuzzParse reads any bytes as an index, without checksums, as an enemy would make it.
func FuzzParse(f *testing.F) {
	c := archived(f, rand.New(rand.NewPCG(1, 2)), 40)
	build(f, c, 1<<30).Close()
	text, err := os.ReadFile(filepath.Join(c.Path, store.IndexPath(Name)+".npy"))
	if err != nil {
		f.Fatal(err)
	}
	body := text[bytes.Index(text, []byte(layout.Magic)):]
	f.Add(body, uint32(0), byte(0))
	f.Add(body, uint32(144+8), byte(0xff))
	f.Add(binary.LittleEndian.AppendUint64([]byte(layout.Magic), layout.Version), uint32(8), byte(1))
	pages := c.NumPages()
	f.Fuzz(func(t *testing.T, data []byte, at uint32, b byte) {
		if len(data) > 0 {
			data = bytes.Clone(data)
			data[int(at)%len(data)] ^= b
		}
		x, err := parse(data, pages, func(uint64, uint64) error { return nil })
		if err != nil {
			return
		}
		for _, text := range []string{"a", "example ", "x1 n", "日"} {
			a := Ask(text)
			if set, err := x.Find(&a); err == nil && !set.IsEmpty() && int(set.Maximum()) >= pages {
				t.Errorf("%q: page %d of %d", text, set.Maximum(), pages)
			}
		}
		x.Days(time.Time{}, time.Now())
		x.TypeClass("")
		x.Statuses(10)
		for i, r := 0, x.Facts(); i < pages && x.HasFacts(); i += 13 {
			if f, err := r.At(i); err == nil && (f.Status > 999 || f.Size < 0) {
				t.Errorf("page %d: facts %+v", i, f)
			}
		}
		x.InDegree(graph.Node(uint32(pages - 1)))
	})
}
