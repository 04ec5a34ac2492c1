package serve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/drawn"
	"weft/store"
)

// TestHosts compares hosts, their counts, sums and order with a count over all pages.
func TestHosts(t *testing.T) {
	o := drawnCrawl(t, drawn.Rand(t))
	degrees := make([]uint32, o.NumPages())
	want := map[string]*hostRow{}
	for u := range degrees {
		degrees[u] = uint32(u*5) % 7 //nolint:gosec // few pages
		name := hostOf(o.Label(graph.Node(u)))
		if name == "" {
			continue
		}
		h := want[name]
		if h == nil {
			h = &hostRow{Host: name, Score: new(float64)}
			want[name] = h
		}
		h.Pages++
		*h.Score += float64(degrees[u])
		if o.State(graph.Node(u)) == page.Fetched {
			h.Fetched++
		}
	}
	kept, err := o.Results("")
	if err == nil {
		err = store.SaveVector(kept, store.Result{Name: "indegree"}, degrees)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := serving(t, Options{Crawls: []string{o.Path}})
	for _, sort := range []string{"", byFetched, byName, "indegree"} {
		for _, text := range []string{"", "a.ex", "b.A", "nowhere"} {
			value := func(h *hostRow) float64 {
				switch sort {
				case byFetched:
					return float64(h.Fetched)
				case byName:
					return 0
				case "indegree":
					return *h.Score
				}
				return float64(h.Pages)
			}
			var list []string
			for name := range want {
				if strings.Contains(name, strings.ToLower(text)) {
					list = append(list, name)
				}
			}
			groups, _ := o.Hosts()
			slices.SortFunc(list, func(a, b string) int {
				return cmp.Or(cmp.Compare(value(want[b]), value(want[a])), cmp.Compare(groupOf(groups, a), groupOf(groups, b)))
			})
			csv, all := "host,pages,fetched,place,score\r\n", make([]string, 0, len(want))
			for name := range want {
				all = append(all, name)
			}
			slices.SortFunc(all, func(a, b string) int {
				return cmp.Or(cmp.Compare(value(want[b]), value(want[a])), cmp.Compare(groupOf(groups, a), groupOf(groups, b)))
			})
			for _, name := range list {
				h, place, score := want[name], "", ""
				if sort == "indegree" {
					score = strconv.FormatFloat(*h.Score, 'g', -1, 64)
				}
				if sort != byName {
					place = strconv.Itoa(slices.Index(all, name) + 1)
				}
				csv += fmt.Sprintf("%s,%d,%d,%s,%s\r\n", name, h.Pages, h.Fetched, place, score)
			}
			query := url.Values{"sort": {sort}, "text": {text}}.Encode()
			path := "/c/" + s.crawls[0].slug
			if got := get(s, path+"/hosts.csv?"+query).Body.String(); got != csv {
				t.Errorf("%s: got\n%s, want\n%s", query, got, csv)
			}
			w := get(s, path+"/hosts?"+query)
			for i, name := range list {
				if link := `<a href="pages?address=` + url.QueryEscape(name+"/"); w.Code != http.StatusOK || i < rowsShown && !strings.Contains(w.Body.String(), strings.ReplaceAll(link, "%2F", "/")) && !strings.Contains(w.Body.String(), link) {
					t.Errorf("%s: status %d, the screen does not have %s", query, w.Code, link)
				}
			}
			if got := strings.Count(get(s, path+"/hosts.jsonl?top=2&"+query).Body.String(), "\n"); got != min(2, len(list)) {
				t.Errorf("%s: a download of 2 hosts has %d", query, got)
			}
		}
	}
}

// TestHostsAsRank compares the hosts of a download with the hosts of the command beside them.
func TestHostsAsRank(t *testing.T) {
	o := drawnCrawl(t, drawn.Rand(t))
	want := map[string][]measure.TopHost{}
	for order, name := range map[string]string{"pagerank": measure.PageRank, "indegree": measure.InDegree, "hits-authorities": measure.HITS, "salsa-authorities": measure.SALSA} {
		r, err := measure.GetRanking(t.Context(), o.Crawl, name, measure.RankOptions{Options: answer.Options{Memory: 1 << 30}, Top: bestHosts})
		if err != nil {
			t.Fatal(err)
		}
		keep, err := answer.NewKeeper(o.Crawl, "", store.Step{Command: "weft rank"})
		if err == nil {
			err = cmp.Or(keep.Keep(r.Kept()), keep.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		want[order] = r.TopHosts
	}
	s := serving(t, Options{Crawls: []string{o.Path}, Flag: func(name string) string { return "--" + name }})
	path := "/c/" + s.crawls[0].slug + "/hosts"
	for order, hosts := range want {
		var got []measure.TopHost
		for line := range strings.Lines(get(s, path+".jsonl?top=1000&sort="+order).Body.String()) {
			var h hostRow
			if err := json.Unmarshal([]byte(line), &h); err != nil {
				t.Fatal(err)
			}
			got = append(got, measure.TopHost{Host: h.Host, Score: *h.Score})
		}
		if !slices.Equal(got, hosts) || len(got) < 3 {
			t.Errorf("%s: hosts %v, and weft rank has %v", order, got, hosts)
		}
		if text := get(s, path+"?sort="+order).Body.String(); !strings.Contains(text, command(order)+" "+o.Path+" --top 1000<") {
			t.Errorf("%s: the screen does not show the command", order)
		}
	}
}

// TestHostFormats reads downloads of hosts back.
func TestHostFormats(t *testing.T) {
	o := drawnCrawl(t, drawn.Rand(t))
	s := serving(t, Options{Crawls: []string{o.Path}})
	path := "/c/" + s.crawls[0].slug + "/hosts."
	var lines []hostRow
	for line := range strings.Lines(get(s, path+"jsonl").Body.String()) {
		var h hostRow
		if err := json.Unmarshal([]byte(line), &h); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, h)
	}
	type record struct {
		Host    string   `parquet:"host"`
		Pages   *int64   `parquet:"pages,optional"`
		Fetched *int64   `parquet:"fetched,optional"`
		Place   *int64   `parquet:"place,optional"`
		Score   *float64 `parquet:"score,optional"`
	}
	w := get(s, path+"parquet")
	rows, err := parquet.Read[record](bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
	if err != nil || len(rows) != len(lines) || len(rows) < 3 {
		t.Fatalf("%d rows in Parquet, %d in JSON lines, %v", len(rows), len(lines), err)
	}
	for i, r := range rows {
		if h := lines[i]; r.Host != h.Host || *r.Pages != int64(h.Pages) || *r.Fetched != int64(h.Fetched) || *r.Place != int64(i+1) || h.Place != i+1 || r.Score != nil {
			t.Errorf("row %d: %+v in Parquet, %+v in JSON lines", i, r, h)
		}
	}
	if got := w.Header().Get("Content-Disposition"); !strings.HasSuffix(got, `-hosts.parquet"`) {
		t.Errorf("the file is named %s", got)
	}
}

// groupOf returns the number of a host; numbers are in the order of domains.
func groupOf(groups store.Groups, name string) int {
	for g := range groups.Len() {
		if n, _ := groups.Name(g); n == name {
			return g
		}
	}
	return -1
}

// TestHostsRefuses reports unknown values, and crawls without URLs.
func TestHostsRefuses(t *testing.T) {
	dir := t.TempDir()
	listOf(t, filepath.Join(dir, "a"), "http://a.example/\thttp://b.example/\n", false)
	listOf(t, filepath.Join(dir, "bare"), "0\t1\n", false)
	s := serving(t, Options{Crawls: []string{filepath.Join(dir, "a"), filepath.Join(dir, "bare")}})
	for path, want := range map[string]int{
		"a/hosts?sort=pagerank": http.StatusBadRequest, "a/hosts?from=-1": http.StatusBadRequest, "a/hosts.csv?top=x": http.StatusBadRequest, "a/hosts?from=99": http.StatusOK,
		"bare/hosts": http.StatusNotFound, "bare/hosts.csv": http.StatusNotFound,
	} {
		if w := get(s, "/c/"+path); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
}

// TestHostsInTheirOwnLetters shows internationalized hosts as people write them, and finds them in both forms.
func TestHostsInTheirOwnLetters(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	listOf(t, dir, "http://xn--bcher-kva.example/a\thttp://plain.example/\nhttp://plain.example/\thttp://xn--bcher-kva.example/a\n", false)
	s := serving(t, Options{Crawls: []string{dir}})
	for _, text := range []string{"xn--bcher", "bücher", "BÜCHER", "ücher.ex"} {
		q := "?text=" + url.QueryEscape(text)
		screen := get(s, "/c/a/hosts"+q).Body.String()
		if !strings.Contains(screen, "<bdi>bücher.example</bdi>") || strings.Contains(screen, "<bdi>plain.example") || !strings.Contains(screen, "address=xn--bcher-kva.example") {
			t.Errorf("%s: %s", text, screen)
		}
		if api := get(s, apiRoot+"/crawls/a/hosts"+q).Body.String(); !strings.Contains(api, `"found":1,`) || !strings.Contains(api, `"host":"xn--bcher-kva.example"`) {
			t.Errorf("%s: %s", text, api)
		}
	}
	page := get(s, "/c/a/page?url="+url.QueryEscape("http://xn--bcher-kva.example/a")).Body.String()
	if !strings.Contains(page, `<h1 class="one"><bdi>http://bücher.example/a</bdi></h1>`) || !strings.Contains(get(s, "/c/a/pages").Body.String(), "<bdi>http://bücher.example/a</bdi>") {
		t.Errorf("the page: %s", page)
	}
}
