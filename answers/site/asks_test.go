package site

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/graph"
	"weft/internal/drawn"
	"weft/making/ingest/ingesttest"
	"weft/store"
)

// question returns a question by its name, with the options of a command line.
func question(t *testing.T, name string, args ...string) answer.Asker {
	t.Helper()
	return answertest.AskNamed(t, Questions, name, args...)
}

func TestOptionsAreChecked(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"site", "", "no site given: name one or more of its pages after the crawl, or a word of its URLs with --keyword"},
		{"site", "--keyword docs", ""},
		{"site", "0", ""},
		{"site", "0 7 --clusters closed --leak 0.3 --least 5", ""},
		{"site", "0 --leak 0.3", "--leak and --least require --clusters closed"},
		{"site", "0 --least 5", "--leak and --least require --clusters closed"},
		{"site", "0 --clusters closed --leak 1", "--leak 1: expected less than 1"},
		{"site", "0 --clusters closed --leak -1", ""},
		{"site", "0 --clusters closed --least -1", "--least -1: expected 0 or more"},
		{"site", "0 --clusters louvain", "--clusters louvain: expected one of evidence, closed, leiden, mcl, mcl-online, found, given"},
		{"site", "0 --superset site", "--superset site: expected one of crawl, host, domain"},
		{"site", "0 --superset domain", ""},
		{"site", "0 --flow maximum", "--flow maximum: expected one of exact, online, lowered, none"},
		{"site", "0 --capacity pages", "--capacity pages: expected one of returned"},
		{"site", "0 --capacity text", "--capacity text and --texts require each other"},
		{"site", "0 --texts a.warc.gz", "--capacity text and --texts require each other"},
		{"site", "0 --texts a.warc.gz --capacity text", ""},
		{"site", "0 --merge", "--merge requires --clusters leiden, mcl or found: evidence has nothing to merge"},
		{"site", "0 --merge --clusters given", "--merge requires --clusters leiden, mcl or found: given"},
		{"site", "0 --merge --clusters closed", "--merge requires"},
		{"site", "0 --merge --clusters mcl-online", "--merge requires"},
		{"site", "0 --merge --clusters mcl", ""},
		{"site", "0 --merge --clusters leiden", ""},
		{"site", "0 --merge --clusters found", ""},
		{"site", "0 --threshold 1000000", ""},
		{"site", "0 --threshold 1000001", "--threshold"},
		{"site", "0 --threshold -1", "--threshold -1: expected 0 to 1e6"},
		{"site", "0 --most -1", "--most -1"},
		{"site", "0 --height -1", "--height -1: expected 0 to 1e9"},
		{"site", "0 --height 1000000000", ""},
		{"site", "0 --height 1000000001", "--height"},
		{"site", "0 --resolution -1", "--resolution -1: expected more than 0"},
		{"site", "0 --inflation 1", "--inflation 1: expected more than 1, and at most 30"},
		{"site", "0 --inflation 30", ""},
		{"site", "0 --inflation 31", "--inflation 31"},
		{"site", "0 --drop 1", ""},
		{"site", "0 --drop 1.5", "--drop 1.5: expected 0 to 1"},
		{"site", "0 --drop -0.1", "--drop -0.1"},
		{"site", "0 --sigma -1", "--sigma -1: expected 0 or more"},
		{"site", "0 --epsilon 0", "--epsilon"},
		{"site", "0 --format html", "--format html: expected one of list"},
		{"site", "0 --format surt", "--format surt requires --output"},
		{"site", "0 --format surt -o -", ""},
		{"site", "0 --plots -", "--plots -: expected a folder"},
		{"site", "0 --cut links.tsv --flow none", "--cut cannot be combined with --flow none"},
		{"site", "0 --cut links.tsv --flow exact", ""},
		{"site all", "", ""},
		{"site all", "--top -1", "--top -1: expected 0 or more"},
		{"site all", "--top 0", ""},
		{"site all", "--leak 0.3", "--leak and --least require --clusters closed"},
		{"site all", "--clusters closed --leak 0.3 --least 2", ""},
		{"site all", "--clusters closed --leak 1", "--leak 1: expected less than 1"},
		{"site all", "--clusters closed --least -1", "--least -1"},
		{"site all", "--clusters leiden", "--clusters leiden: expected one of evidence, closed"},
		{"site diff", "", "no site given: name one or more of its pages after the two crawls"},
		{"site diff", "0", ""},
		{"site diff", "0 --texts a.warc.gz --capacity text", "--texts belong to one crawl"},
		{"site diff", "0 --top -1", "--top -1"},
		{"site diff", "0 --drop 2", "--drop 2"},
		{"site explain", "", "no page given: name one after the crawl"},
		{"site explain", "0 1", "no page given: name one after the crawl"},
		{"site explain", "0", ""},
		{"site explain", "0 --top -1", "--top -1"},
		{"site eval", "", "--truth is missing"},
		{"site eval", "--truth file", ""},
		{"site eval", "--truth file --clusters mcl-online", "--clusters mcl-online depends on the given pages"},
		{"site eval", "--truth file --superset host", "--superset host depends on the given pages"},
		{"site eval", "--truth file --superset crawl", ""},
		{"site eval", "--truth file --pages 0", "--pages 0: expected 1 or more"},
		{"site eval", "--truth file --draws 0", "--draws 0: expected 1 or more"},
		{"site eval", "--truth file --least-pages 0", "--least-pages 0: expected 1 or more"},
		{"site eval", "--truth file --pages 1 --draws 1 --least-pages 1", ""},
		{"site eval", "--truth file --inflation 1", "--inflation 1"},
	} {
		got := answertest.Text(question(t, c.name, strings.Fields(c.args)...).Check())
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s %s: got %q, want %q", c.name, c.args, got, c.want)
		}
	}
}

// What is not said depends on how clusters are made.
func TestDefaultsOfRequests(t *testing.T) {
	for cluster, want := range map[string]struct {
		flow      string
		inflation float64
	}{"": {NoFlow, 1.4}, Evidence: {NoFlow, 1.4}, Closed: {Exact, 1.4}, Given: {Exact, 1.4}, OnLineMCL: {Exact, 1.2}} {
		r := Request{Cluster: cluster, Pages: []graph.Node{7, 3, 7}}
		if err := r.setDefaults(); err != nil || r.Flow != want.flow || r.Inflation != want.inflation || r.Resolution != 5 || r.Capacity != Returned || r.Superset != "crawl" || !slices.Equal(r.Pages, []graph.Node{3, 7}) {
			t.Errorf("%q: got %+v, %v", cluster, r, err)
		}
	}
	r := Request{Cluster: Closed, Flow: Lowered, Resolution: 2, Inflation: 3, Capacity: Constant, Superset: "host"}
	if err := r.setDefaults(); err != nil || r.Flow != Lowered || r.Resolution != 2 || r.Inflation != 3 || r.Capacity != Constant || r.Superset != "host" {
		t.Errorf("what was said is lost: %+v, %v", r, err)
	}
}

// written asks for a site and returns the files that it writes, by path.
func written(t *testing.T, c *store.Crawl, args ...string) (*Site, map[string]string) {
	t.Helper()
	q := question(t, "site", args...)
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	w, err := q.Plan(t.Context(), c, answer.Options{Memory: 1 << 30, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Do()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range got.Kept().Files {
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			t.Fatal(err)
		}
		files[f.Path] = out.String()
	}
	return got.(*Site), files
}

// hosted is a crawl of two sites that were planted.
func hosted(t *testing.T) (*store.Crawl, *web) {
	t.Helper()
	rng := drawn.Rand(t)
	w := plant(rng, 50, 40)
	return ingesttest.Text(t, w.lines.String()), w
}

// A list of the site has its pages; --list and -o write the same.
func TestSiteIsListed(t *testing.T) {
	c, w := hosted(t)
	s, files := written(t, c, w.front[1], "--clusters", "closed", "--list", "-o", "site.txt")
	want := ""
	for _, u := range s.List() {
		want += c.Label(u) + "\n"
	}
	if files["site.txt"] != want || files["-"] != want || strings.Count(want, "\n") != len(w.pages(t, c, 1)) {
		t.Errorf("got %q and %q, want %q", files["site.txt"], files["-"], want)
	}
}

// Rules sort the pages of the crawl as the site does, with as many errors as they say, in each format.
func TestRulesOfFormats(t *testing.T) {
	c, w := hosted(t)
	s, files := written(t, c, w.front[0], "--clusters", "closed", "-o", "rules", "--format", "browsertrix")
	inside := map[graph.Node]bool{}
	for _, u := range s.List() {
		inside[u] = true
	}
	text := files["rules"]
	if !strings.Contains(text, "seeds:\n  - url: "+strconv.Quote(w.front[0])+"\n    scopeType: custom\n") {
		t.Errorf("no seed %s in %s", w.front[0], text)
	}
	accept, reject := rulesIn(t, text, "include"), rulesIn(t, text, "exclude")
	if len(accept) != len(s.Scope.Accept) || len(reject) != len(s.Scope.Reject) || len(accept) == 0 {
		t.Fatalf("%d and %d rules, want %v", len(accept), len(reject), s.Scope)
	}
	missed := 0
	for u := range graph.Node(c.NumPages()) {
		matches := func(rules []*regexp.Regexp) bool {
			return slices.ContainsFunc(rules, func(r *regexp.Regexp) bool { return r.MatchString(c.Label(u)) })
		}
		if inside[u] && (!matches(accept) || matches(reject)) {
			missed++
		}
	}
	if missed != s.Scope.Missed {
		t.Errorf("the rules miss %d pages, and say %d", missed, s.Scope.Missed)
	}
	_, files = written(t, c, w.front[0], "--clusters", "closed", "-o", "rules", "--format", "surt")
	want := ""
	for _, p := range s.Scope.lines(s.Scope.Accept) {
		want += "+" + p + "\n"
	}
	for _, p := range s.Scope.lines(s.Scope.Reject) {
		want += "-" + p + "\n"
	}
	if files["rules"] != want || want == "" {
		t.Errorf("surt: got %q, want %q", files["rules"], want)
	}
	_, files = written(t, c, w.front[0], "--clusters", "closed", "-o", "rules", "--format", "heritrix")
	rules := heritrixReads(t, files["rules"])
	if got, want := rules["ACCEPT"], s.Scope.lines(s.Scope.Accept); !slices.Equal(got, want) {
		t.Errorf("Heritrix accepts %q, want %q", got, want)
	}
	if got, want := rules["REJECT"], s.Scope.lines(s.Scope.Reject); !slices.Equal(got, want) {
		t.Errorf("Heritrix rejects %q, want %q", got, want)
	}
}

// heritrixReads returns the prefixes of each decision, as a SurtPrefixedDecideRule of Heritrix 3 reads them: a line with + is a
// prefix, and any other line a URL. Unless seedsAsSurtPrefixes is false, the prefixes of the seeds are added.
func heritrixReads(t *testing.T, text string) map[string][]string {
	t.Helper()
	type property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
		Text  string `xml:"bean>property>value"`
	}
	var beans struct {
		List []struct {
			Properties []property `xml:"property"`
		} `xml:"bean"`
	}
	if err := xml.Unmarshal([]byte("<beans>"+text+"</beans>"), &beans); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	rules := map[string][]string{}
	for _, bean := range beans.List {
		of := map[string]property{}
		for _, p := range bean.Properties {
			of[p.Name] = p
		}
		if of["seedsAsSurtPrefixes"].Value != "false" {
			t.Errorf("the seeds are added to a rule: %s", text)
		}
		for line := range strings.Lines(of["surtsSource"].Text) {
			line = strings.TrimSpace(line)
			prefix, is := strings.CutPrefix(line, "+")
			if !is && line != "" {
				t.Errorf("Heritrix takes %q for a URL", line)
			}
			if is {
				decision := of["decision"].Value
				rules[decision] = append(rules[decision], prefix)
			}
		}
	}
	return rules
}

// rulesIn are the expressions of a list in a file for Browsertrix.
func rulesIn(t *testing.T, text, name string) (all []*regexp.Regexp) {
	t.Helper()
	_, rest, has := strings.Cut(text, "    "+name+":\n")
	if !has {
		return nil
	}
	for line := range strings.Lines(rest) {
		quoted, is := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !is {
			break
		}
		rule, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, regexp.MustCompile(rule))
	}
	return all
}

// The table has the pages of the site, and those beside it; the cut, links from the site to what is outside, which carry
// what the boundary costs. Neither is told apart by its order.
func TestTableAndCut(t *testing.T) {
	c, w := hosted(t)
	s, files := written(t, c, w.front[1], "--clusters", "given", "--flow", "exact", "--anyway", "--table", "table", "--cut", "cut")
	inside := map[string]bool{}
	for _, u := range s.List() {
		inside[c.Label(u)] = true
	}
	seen := 0
	for i, line := range strings.Split(strings.TrimSuffix(files["table"], "\n"), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 {
			if line != "url\tpage\tinside\tcore\ttie\tepsilon" {
				t.Errorf("the first line is %q", line)
			}
			continue
		}
		number, err := strconv.Atoi(f[1])
		if err != nil || len(f) != 6 || c.Label(graph.Node(number)) != f[0] || f[2] != fmt.Sprint(inside[f[0]]) {
			t.Errorf("line %d is %q", i+1, line)
		}
		if (f[3] == "true") != (f[0] == w.front[1]) {
			t.Errorf("the core is %s alone: %q", w.front[1], line)
		}
		if inside[f[0]] {
			seen++
		}
	}
	if seen != len(inside) || seen == 0 {
		t.Errorf("%d of %d pages of the site are in the table", seen, len(inside))
	}
	lines := strings.Split(strings.TrimSuffix(files["cut"], "\n"), "\n")
	if lines[0] != "from\tto\tcapacity" {
		t.Errorf("the first line is %q", lines[0])
	}
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		carries, err := strconv.ParseFloat(f[2], 64)
		if err != nil || carries <= 0 || carries > 1 || !inside[f[0]] || inside[f[1]] {
			t.Errorf("a link of the cut: %q", line)
		}
	}
}

// Pages are named by URL or by number.
func TestPagesAreNamed(t *testing.T) {
	c, w := hosted(t)
	u, err := PagesOf(c, []string{w.front[1], "3"})
	if err != nil || len(u) != 2 || c.Label(u[0]) != w.front[1] || u[1] != 3 {
		t.Errorf("got %v, %v", u, err)
	}
	if _, err := PagesOf(c, []string{"3", "http://absent.test/"}); err == nil || !strings.Contains(err.Error(), `the crawl has no page "http://absent.test/"`) {
		t.Errorf("an absent page: %v", err)
	}
}

// Only a list that is asked for takes the place of the answer.
func TestListTakesThePlace(t *testing.T) {
	for args, want := range map[string]string{"0": "", "0 --list": "true"} {
		if name, value := question(t, "site", strings.Fields(args)...).(answer.Lister).Lists(); name != "list" || value != want {
			t.Errorf("%s: got %s %q, want %q", args, name, value, want)
		}
	}
}

// A report asks for all sites as they were found before, so that it puts no others in their place.
func TestSitesAreAskedAgain(t *testing.T) {
	c, _ := hosted(t)
	before := kept(t, c)
	q := &askedAgain{askedAll{method: Evidence, top: 5}}
	all := answertest.Result[*All](t, q, c, answer.Options{Memory: 1 << 30, Workers: 1})
	if all.Method != before.Method || all.Method != Closed || all.Count != before.Count {
		t.Errorf("found by %s, %d sites; before by %s, %d", all.Method, all.Count, before.Method, before.Count)
	}
}
