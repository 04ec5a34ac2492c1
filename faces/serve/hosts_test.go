package serve

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

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
			csv := "host,pages,fetched,score\n"
			for _, name := range list {
				h, score := want[name], ""
				if sort == "indegree" {
					score = strconv.FormatFloat(*h.Score, 'g', -1, 64)
				}
				csv += fmt.Sprintf("%s,%d,%d,%s\n", name, h.Pages, h.Fetched, score)
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
