package serve

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"weft/answers"
	"weft/faces/serve/forms"
)

// FuzzQueries reads screens and the JSON interface with any query: none panics, and no response is an error of the server.
func FuzzQueries(f *testing.F) {
	dir := sitedCrawl(f)
	s := serving(f, Options{Crawls: []string{dir}})
	paths := []string{"/pages", "/pages.csv", "/page", "/hosts", "/hosts.jsonl", "/sites", "/site", "/site/rules", "/map", "/map.json", "/map-links.json", "/missing", "/missing/urls", "/missing/list"}
	for i := range paths {
		for _, query := range []string{"", "n=0&in=1&out=x", "words=a&sort=indegree&from=100", "url=http://a.example/&from=-1", "address=%ff&since=2026-99-99", "by=page&top=200&n=0&to=x", "class=failed&reason=404&from=3"} {
			f.Add(uint8(i), query)
		}
	}
	f.Fuzz(func(t *testing.T, at uint8, query string) {
		if _, err := url.ParseQuery(query); err != nil {
			return
		}
		path := paths[int(at)%len(paths)]
		for _, root := range []string{"/c/sited", apiRoot + "/crawls/sited"} {
			r := httptest.NewRequest(http.MethodGet, root+path, http.NoBody)
			r.URL.RawQuery = query
			r.Host = "127.0.0.1:80"
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code == http.StatusInternalServerError {
				t.Errorf("%s%s?%s: status %d: %s", root, path, query, w.Code, w.Body)
			}
		}
	})
}

// FuzzOrder decodes orders of programs: an order that is accepted names a question, and its values are fields of the form.
func FuzzOrder(f *testing.F) {
	f.Add(`{"question":"rank pagerank","options":{"top":["7"]},"memory":"1GiB","pages":["a\nb"]}`)
	f.Add(`{"options":{"output":["/etc/passwd"]}}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := readOrder(strings.NewReader(text))
		if err != nil {
			return
		}
		q := questionOf(o.Question)
		if q == nil {
			q = &answers.Questions[0]
		}
		options := forms.Of(q)
		values, err := o.values(options)
		if err != nil {
			return
		}
		filled, err := forms.Fill(options, &forms.Reader{Values: values})
		if err != nil {
			return
		}
		for _, arg := range filled.Args {
			if !strings.HasPrefix(arg, "--") || !strings.Contains(arg, "=") {
				t.Errorf("an argument %q of %s", arg, text)
			}
		}
	})
}
