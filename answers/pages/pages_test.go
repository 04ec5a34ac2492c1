package pages

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/drawn"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/store"
	"weft/store/lookup"
)

var someWords = []string{"a", "ab", "abc", "b", "news", "%C3%A9t%C3%A9", "日本語", "x1", "x12"}

// archived imports drawn records, and keeps drawn sites and scores.
func archived(t testing.TB, random *rand.Rand) *store.Crawl {
	t.Helper()
	word := func() string { return someWords[random.IntN(len(someWords))] }
	var b strings.Builder
	for i := range 300 {
		href := fmt.Sprintf("http://%s/%s/%s?%d", []string{"a.example", "b.a.example", "c.example"}[random.IntN(3)], word(), word(), i%90)
		status := []string{"200 OK", "404 Not Found", "301 Moved", "503 Oops"}[random.IntN(4)]
		media := []string{"text/html; charset=utf-8", "text/plain", "image/png"}[random.IntN(3)]
		body := fmt.Sprintf(`<title>%s %s</title><a href="/%s/%s?%d">x</a><a href="/ghost%d">y</a>`, word(), word(), word(), word(), random.IntN(20), random.IntN(30))
		reply := fmt.Sprintf("HTTP/1.1 %s\r\nContent-Type: %s\r\nLocation: /%d\r\n\r\n%s", status, media, random.IntN(20), body)
		at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(random.IntN(60*24)) * time.Hour)
		fmt.Fprintf(&b, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nWARC-Record-ID: <urn:uuid:%08d-0000-0000-0000-000000000000>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			href, at.Format(time.RFC3339), i, len(reply), reply)
	}
	file := filepath.Join(t.TempDir(), "in.warc")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{file}})
	keep(t, c, random)
	return c
}

// keep keeps drawn sites and rankings in a crawl.
func keep(t testing.TB, c *store.Crawl, random *rand.Rand) {
	t.Helper()
	kept, err := c.Results("")
	if err != nil {
		t.Fatal(err)
	}
	front, scores := make([]uint32, c.NumPages()), make([]float64, c.NumPages())
	for u := range front {
		front[u], scores[u] = uint32(random.IntN(3)), float64(random.IntN(9))/8
	}
	if err := cmp.Or(store.SaveVector(kept, store.Result{Name: store.SitesResult}, front), store.SaveVector(kept, store.Result{Name: "pagerank"}, scores)); err != nil {
		t.Fatal(err)
	}
}

func source(t testing.TB, c *store.Crawl) *Source {
	t.Helper()
	s := New(c)
	t.Cleanup(func() { s.Close() })
	return s
}

func index(t testing.TB, c *store.Crawl) {
	t.Helper()
	if _, err := lookup.Build(context.Background(), c, lookup.Options{Memory: 1 << 30, Command: "weft pages"}); err != nil {
		t.Fatal(err)
	}
}

// A known page has all that queries ask for. It is the oracle.
type truth struct {
	at, page int
	name     string
	words    []string
	state    string
	facts    store.Facts
	links    int
	site     uint32
	score    float64
}

func knownPages(t testing.TB, c *store.Crawl) (all []truth) {
	t.Helper()
	s := source(t, c)
	front, err := s.Sites()
	if err != nil {
		t.Fatal(err)
	}
	ranking := s.Rankings()[0]
	r, err := c.OpenFacts()
	if err != nil && !errors.Is(err, store.ErrNoFacts) {
		t.Fatal(err)
	}
	for i := range c.NumPages() {
		u := c.AtKey(i)
		k := truth{at: i, page: int(u), name: c.Label(u), state: StateNames[c.State(u)], site: front[u], score: ranking.At(u)}
		if r != nil {
			f, err := r.At(u)
			if err != nil {
				t.Fatal(err)
			}
			k.facts = *f
			k.facts.Type, k.facts.Title, k.facts.Digest = bytes.Clone(f.Type), bytes.Clone(f.Title), bytes.Clone(f.Digest)
		}
		add := func(w []byte, _ bool) { k.words = append(k.words, string(w)) }
		lookup.SplitName([]byte(k.name), add)
		lookup.Split(k.facts.Title, add)
		cur := c.ScanBack(graph.Range{Lo: int(u), Hi: int(u) + 1})
		cur.Next()
		for _, kind := range cur.Kinds() {
			if kind&kinds.Measured != 0 {
				k.links++
			}
		}
		all = append(all, k)
	}
	if r != nil {
		r.Close()
	}
	return all
}

// has reports whether a page is of a query, whose parts are simple.
func (k *truth) has(q *Query, sites []truth) bool {
	u, _ := url.Parse(k.name)
	day := ""
	if !k.facts.Time.IsZero() {
		day = k.facts.Time.Format(lookup.Day)
	}
	for w := range strings.FieldsSeq(q.Words) {
		w, _ = url.PathUnescape(w)
		open := strings.HasSuffix(q.Words, w) || strings.HasSuffix(q.Words, url.PathEscape(w))
		if !slices.ContainsFunc(k.words, func(have string) bool { return have == w || open && strings.HasPrefix(have, w) }) {
			return false
		}
	}
	low, high, both := strings.Cut(q.Links, "-")
	if !both {
		high = low
	}
	least, _ := strconv.Atoi(low)
	most, err := strconv.Atoi(high)
	switch {
	case q.Address != "" && u.Hostname() != q.Address && !strings.HasSuffix(u.Hostname(), "."+q.Address),
		q.State != "" && k.state != q.State,
		strings.HasSuffix(q.Status, "xx") && fmt.Sprint(k.facts.Status)[:1] != q.Status[:1],
		q.Status != "" && !strings.HasSuffix(q.Status, "xx") && fmt.Sprint(k.facts.Status) != q.Status,
		strings.HasSuffix(q.Type, "*") && !strings.HasPrefix(string(k.facts.Type), strings.TrimSuffix(q.Type, "*")),
		q.Type != "" && !strings.HasSuffix(q.Type, "*") && string(k.facts.Type) != q.Type,
		q.Since != "" && day < q.Since,
		q.Until != "" && (day == "" || day > q.Until),
		q.Links != "" && (k.links < least || err == nil && k.links > most),
		q.Site != "" && k.site != sites[slices.IndexFunc(sites, func(s truth) bool { return s.name == q.Site })].site:
		return false
	}
	return true
}

// queries draws queries.
func queries(random *rand.Rand, all []truth, facts bool) (qs []Query) {
	one := func(choices ...string) string {
		if random.IntN(5) < 3 {
			return ""
		}
		return choices[random.IntN(len(choices))]
	}
	for range 200 {
		q := Query{
			Words: one("a", "ab ", "news b", "x1", "x1 ", "example ab ", "%C3%A9t", "nothing "), Address: one("a.example", "b.a.example", "nowhere.example"),
			State: one("fetched", "ghost", "failed", "excluded"), Links: one("0", "1-", "-2", "2-3"), Site: one(all[random.IntN(len(all))].name),
		}
		if facts {
			q.Status, q.Type = one("200", "404", "4xx", "599"), one("text/html", "text/*", "image/*", "text/none")
			if q.Since, q.Until = one("2024-01-20", "2025-01-01"), one("2024-02-01", "2024-01-05"); q.Since != "" && q.Until != "" && q.Until < q.Since {
				q.Since, q.Until = q.Until, q.Since
			}
		}
		qs = append(qs, q)
	}
	return append(qs, Query{}, Query{State: "fetched"}, Query{Words: "a", Address: "a.example", State: "fetched", Links: "1-"})
}

// TestOracle compares selections and orders, with an index and without, with a test of each page.
func TestOracle(t *testing.T) {
	random := drawn.Rand(t)
	for name, c := range map[string]*store.Crawl{"key order": archived(t, random), "input order": unordered(t, random)} {
		all := knownPages(t, c)
		qs := queries(random, all, c.HasFacts())
		slow := source(t, c)
		if _, err := slow.Index(); !errors.Is(err, lookup.ErrNone) {
			t.Fatal(err)
		}
		checkQueries(t, name+" by reading", slow, all, qs)
		if _, err := slow.Find(t.Context(), &Query{Words: "a"}, false); !errors.Is(err, ErrSlow) {
			t.Errorf("%s: words without an index: %v", name, err)
		}
		index(t, c)
		fast := source(t, c)
		if _, err := fast.Index(); err != nil {
			t.Fatal(err)
		}
		checkQueries(t, name+" by the index", fast, all, qs)
	}
}

// unordered is a crawl whose pages are not in the order of their names.
func unordered(t *testing.T, random *rand.Rand) *store.Crawl {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "http://%s/%s/%d\thttp://a.example/%d\n", []string{"c.example", "a.example", "b.a.example"}[random.IntN(3)], someWords[random.IntN(len(someWords))], i, random.IntN(40))
	}
	c := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Stdin: strings.NewReader(b.String()), KeepNumbers: true})
	keep(t, c, random)
	return c
}

func checkQueries(t *testing.T, name string, s *Source, all []truth, qs []Query) {
	t.Helper()
	some := 0
	for _, q := range qs {
		var want []truth
		for _, k := range all {
			if k.has(&q, all) {
				want = append(want, k)
			}
		}
		found, err := s.Find(t.Context(), &q, true)
		if err != nil {
			t.Fatalf("%s: %+v: %v", name, q, err)
		}
		got, then := found.Next(0, len(all)+1)
		if found.Count != len(want) || then != -1 || !slices.EqualFunc(got, want, func(p int, k truth) bool { return p == k.at }) {
			t.Errorf("%s: %+v: pages %v (%d), want %d", name, q, got, found.Count, len(want))
			continue
		}
		if len(want) > 1 && len(want) < len(all) {
			some++
		}
		for _, order := range s.Orders() {
			checkOrder(t, s, found, want, order)
		}
	}
	if some < 20 {
		t.Errorf("%s: %d queries find some of the pages: the test is nearly empty", name, some)
	}
}

// checkOrder compares the first pages in an order with a sort.
func checkOrder(t *testing.T, s *Source, found *Found, want []truth, order string) {
	t.Helper()
	ms := func(k *truth, unknown int64) int64 {
		if k.facts.Time.IsZero() {
			return unknown
		}
		return k.facts.Time.UnixMilli()
	}
	const far = 1 << 60
	sorted := slices.Clone(want)
	byPage := func(less func(a, b *truth) int) {
		slices.SortFunc(sorted, func(a, b truth) int { return cmp.Or(less(&a, &b), a.page-b.page) })
	}
	switch order {
	case "pagerank":
		byPage(func(a, b *truth) int { return cmp.Compare(b.score, a.score) })
	case InDegree:
		byPage(func(a, b *truth) int { return b.links - a.links })
	case Newest:
		byPage(func(a, b *truth) int { return cmp.Compare(ms(b, -far), ms(a, -far)) })
	case Oldest:
		byPage(func(a, b *truth) int { return cmp.Compare(ms(a, far), ms(b, far)) })
	case ByStatus:
		status := func(k *truth) int {
			if k.facts.Status == 0 {
				return 1000
			}
			return k.facts.Status
		}
		slices.SortStableFunc(sorted, func(a, b truth) int { return status(&a) - status(&b) })
	}
	for _, k := range []int{0, 1, 10, len(want) + 5} {
		got, err := s.First(t.Context(), found, order, k)
		if err != nil || !slices.EqualFunc(got, sorted[:min(k, len(sorted))], func(u graph.Node, k truth) bool { return int(u) == k.page }) {
			t.Errorf("%s: the first %d: %v, %v", order, k, got, err)
		}
	}
}

// TestPaging walks forwards and backwards through results: each page comes once, in order.
func TestPaging(t *testing.T) {
	c := archived(t, drawn.Rand(t))
	index(t, c)
	s := source(t, c)
	for _, q := range []Query{{}, {State: "ghost"}, {Address: "b.a.example"}, {Words: "news"}} {
		found, err := s.Find(t.Context(), &q, false)
		if err != nil || found.Count < 10 {
			t.Fatalf("%+v: %d pages, %v", q, found.Count, err)
		}
		want, _ := found.Next(0, found.Count)
		var each []int
		if err := found.Each(t.Context(), func(i int) error { each = append(each, i); return nil }); err != nil || !slices.Equal(each, want) {
			t.Errorf("%+v: each: %v, want %v, %v", q, each, want, err)
		}
		var got []int
		const k = 7
		for from := 0; from >= 0; {
			part, then := found.Next(from, k)
			if at, before := found.Before(part[0], k), max(0, len(got)-k); len(got) > 0 && at != got[before] || len(got) == 0 && at != -1 {
				t.Errorf("%+v: before %d: %d", q, part[0], at)
			}
			got = append(got, part...)
			from = then
		}
		if !slices.Equal(got, want) || len(got) != found.Count {
			t.Errorf("%+v: pages %v, want %v", q, got, want)
		}
	}
}

// TestBadQueries refuses what is no query, with the name of the option.
func TestBadQueries(t *testing.T) {
	c := archived(t, drawn.Rand(t))
	s := source(t, c)
	for option, q := range map[string]Query{
		"state": {State: "lost"}, "status": {Status: "40"}, "status ": {Status: "0xx"}, "type": {Type: "*"}, "since": {Since: "2024-13-01"}, "until": {Until: "today"}, "until ": {Since: "2024-02-02", Until: "2024-02-01"}, "status  ": {Status: "9xx"},
		"links": {Links: "x"}, "links ": {Links: "5-2"}, "links  ": {Links: "-"}, "links   ": {Links: "99999999999"}, "words": {Words: "!?"}, "sort": {Sort: "beauty"},
	} {
		if err := q.Check(s.Orders()); err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), "'", ""), strings.TrimSpace(option)+" ") {
			t.Errorf("%+v: %v", q, err)
		}
	}
	for _, q := range []Query{{}, {Status: "404"}, {Status: "4xx"}, {Type: "IMAGE/*"}, {Since: "2024-02-29", Until: "2024-03-01"}, {Links: "0-"}, {Links: " 1 - 2 "}, {Sort: "pagerank"}} {
		if err := q.Check(s.Orders()); err != nil {
			t.Errorf("%+v: %v", q, err)
		}
	}
	many := Query{}
	for i := range mostWords {
		many.Words += fmt.Sprintf("w%d ", i)
	}
	if err := many.Check(nil); err != nil {
		t.Error(err)
	}
	if many.Words += "more"; many.Check(nil) == nil {
		t.Errorf("%d words are taken", mostWords+1)
	}
	if _, err := s.Find(t.Context(), &Query{Site: "http://nowhere.example/"}, true); err == nil {
		t.Error("an unknown page has a site")
	}
	numbers := source(t, ingesttest.Text(t, "0\t2\n2\t1\n1\t0\n"))
	for _, q := range []Query{{Words: "a"}, {Address: "a.example"}} {
		if _, err := numbers.Find(t.Context(), &q, true); !errors.Is(err, store.ErrNoNames) {
			t.Errorf("%+v without names: %v", q, err)
		}
	}
	if _, err := numbers.Find(t.Context(), &Query{Status: "404"}, true); !errors.Is(err, store.ErrNoFacts) {
		t.Errorf("facts without facts: %v", err)
	}
	if err := CheckColumns([]string{"page", "beauty"}); err == nil {
		t.Error("an unknown column is taken")
	}
}

// TestFormats reads the rows of all formats back, with all columns and with some.
func TestFormats(t *testing.T) {
	c := archived(t, drawn.Rand(t))
	index(t, c)
	s := source(t, c)
	found, err := s.Find(t.Context(), &Query{Address: "a.example"}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, columns := range [][]string{Columns, {"page", "url", "indegree"}, {"page", "time", "title"}} {
		rows, err := s.Rows("pagerank", columns)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var want []Row
		for _, at := range []int{0, 20} {
			want = nil
			first, err := s.First(t.Context(), found, "pagerank", at)
			if err == nil && at == 0 {
				first, err = s.First(t.Context(), found, ByURL, found.Count)
			}
			if err == nil {
				want, err = rows.All(first)
			}
			if err != nil || len(want) == 0 {
				t.Fatalf("%d rows, %v", len(want), err)
			}
			for _, f := range Formats {
				var b bytes.Buffer
				if err := s.Write(t.Context(), found, Part{"pagerank", at}, rows, f.Writer(&b, columns)); err != nil {
					t.Fatal(err)
				}
				if got := readBack(t, f.Name, b.Bytes(), columns); !reflect.DeepEqual(got, textsOf(want, columns)) {
					t.Errorf("%s, %v: %d rows, want %d, or others: %q", f.Name, columns, len(got), len(want), got[0])
				}
			}
		}
	}
}

func textsOf(rows []Row, columns []string) (all [][]string) {
	for _, r := range rows {
		var one []string
		for _, c := range columns {
			one = append(one, r.Text(c))
		}
		all = append(all, one)
	}
	return all
}

// readBack reads rows of a format as texts.
func readBack(t *testing.T, format string, data []byte, columns []string) (all [][]string) {
	t.Helper()
	switch format {
	case "csv":
		all, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err != nil || !slices.Equal(all[0], columns) {
			t.Fatalf("%v, header %v", err, all[0])
		}
		return all[1:]
	case "jsonl":
		var rows []Row
		for line := range strings.Lines(string(data)) {
			var r Row
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, r)
		}
		return textsOf(rows, columns)
	}
	type record struct {
		Page     int64      `parquet:"page"`
		URL      *string    `parquet:"url,optional"`
		State    *string    `parquet:"state,optional"`
		Status   *int64     `parquet:"status,optional"`
		Type     *string    `parquet:"type,optional"`
		Size     *int64     `parquet:"size,optional"`
		Time     *time.Time `parquet:"time,optional,timestamp(millisecond)"`
		Title    *string    `parquet:"title,optional"`
		Digest   *string    `parquet:"digest,optional"`
		InDegree *int64     `parquet:"indegree,optional"`
		Score    *float64   `parquet:"score,optional"`
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(file.Schema().Columns()); got != len(columns) {
		t.Errorf("%d columns in Parquet, want %d", got, len(columns))
	}
	read, err := parquet.Read[record](bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for _, r := range read {
		p := Row{Page: uint32(r.Page), Score: r.Score, Time: r.Time}
		for _, f := range []struct {
			to   *string
			from *string
		}{{&p.URL, r.URL}, {&p.State, r.State}, {&p.Type, r.Type}, {&p.Title, r.Title}, {&p.Digest, r.Digest}} {
			if f.from != nil {
				*f.to = *f.from
			}
		}
		if r.Status != nil {
			p.Status = int(*r.Status)
		}
		if r.Size != nil {
			p.Size = *r.Size
		}
		if r.InDegree != nil {
			n := uint32(*r.InDegree)
			p.InDegree = &n
		}
		rows = append(rows, p)
	}
	return textsOf(rows, columns)
}

// TestBelowNothing selects pages by an address and by words that no page below the address has.
func TestBelowNothing(t *testing.T) {
	c := archived(t, rand.New(rand.NewPCG(1, 2)))
	index(t, c)
	s := source(t, c)
	hosts := map[string]*Found{}
	for _, word := range []string{"ghost0 ", "ghost1 ", "abc ", "nothing "} {
		for _, address := range []string{"a.example", "b.a.example", "c.example", "z.example", "http://a.example/ghost", "http://c.example/zzz"} {
			got, err := s.Find(t.Context(), &Query{Words: word, Address: address}, false)
			if err != nil {
				t.Fatal(err)
			}
			all, err := s.Find(t.Context(), &Query{Words: word}, false)
			if hosts[address] == nil {
				hosts[address], err = s.Find(t.Context(), &Query{Address: address}, false)
			}
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for i := all.at(0); i >= 0; i = all.at(i + 1) {
				if r := hosts[address].keys; r.Lo <= i && i < r.Hi {
					want++
				}
			}
			if got.Count != want {
				t.Errorf("%q below %s: %d pages, want %d", word, address, got.Count, want)
			}
		}
	}
}
