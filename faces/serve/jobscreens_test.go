package serve

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
	"weft/answers/atlas"
	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/faces/serve/jobs"
	"weft/internal/progress"
)

// hostileJob writes a job of a crawl whose texts are hostile, as a child that was fooled would.
func hostileJob(t *testing.T, dir, id, crawl string) {
	t.Helper()
	all := strings.Join(hostile, " ")
	s := jobs.State{
		ID: id, Kind: jobs.QuestionKind, Crawl: crawl, Title: all, Command: "weft " + all, Status: jobs.Failed, Made: time.Unix(1e9, 0), Began: time.Unix(1e9, 0), Ended: time.Unix(1e9+1, 0),
		Error: all, Hint: all, Messages: hostile, Progress: &progress.Phase{Name: all},
	}
	table := &jobs.Table{Title: all, Columns: []jobs.Column{{Title: all}, {Title: all, Names: answer.OfPages}, {Title: all, Names: answer.OfHosts, Number: true}}}
	out := jobs.Outcome{Parts: []jobs.Part{{Label: all, Text: all}, {Text: all}, {Table: table}}}
	for _, text := range hostile {
		table.Rows = append(table.Rows, []string{text, text, text})
	}
	for range mostShown {
		table.Rows = append(table.Rows, []string{"", "http://h.example/" + all, ""})
	}
	folder := filepath.Join(dir, id)
	if err := os.MkdirAll(filepath.Join(folder, jobs.PlotsDir), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{jobs.StateFile: s, "outcome.json": out} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, name), string(text))
	}
	write(t, filepath.Join(folder, jobs.ResultFile), "{}")
}

// TestHostileJob shows a job with hostile texts without a harm, and only below its own crawl.
func TestHostileJob(t *testing.T) {
	dir := t.TempDir()
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x"), hostileCrawl(t, "y")}, Jobs: dir, Program: []string{"none"}})
	const id = "abcdefghijklmnop"
	hostileJob(t, dir, id, s.crawls[0].whole())
	b := read(t, s)
	for _, path := range []string{"/jobs", "/c/x/ask", "/c/x/jobs/" + id} {
		w := b.do(newGet(path))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "right to left") {
			t.Errorf("%s: status %d", path, w.Code)
		}
		checkHarmless(t, path, w)
	}
	write(t, filepath.Join(dir, id, jobs.PlotsDir, "a<b>.svg"), `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
	if w := b.do(newGet("/c/x/jobs/" + id + "/plots/a%3Cb%3E.svg")); w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != picturePolicy || !strings.Contains(picturePolicy, "sandbox") {
		t.Errorf("a picture: status %d, %v", w.Code, w.Header())
	}
	if w := b.do(newGet("/c/x/jobs/" + id + "/result.json")); w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") {
		t.Errorf("the result: status %d, %v", w.Code, w.Header())
	}
	for _, path := range []string{
		"/c/y/jobs/" + id, "/c/y/jobs/" + id + "/result.json", "/c/y/jobs/" + id + "/plots/a%3Cb%3E.svg", "/c/x/jobs/" + id + "/uploads/x", "/c/x/jobs/" + id + "/plots/..%2fjob.json",
		"/c/x/jobs/" + id + "/../" + id, "/c/x/jobs/" + strings.Repeat("a", 16), "/c/x/jobs/..",
	} {
		if w := b.do(newGet(path)); w.Code == http.StatusOK {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if w := b.post("/c/y/jobs/"+id, url.Values{"do": {"remove"}}); w.Code != http.StatusNotFound {
		t.Errorf("remove a job of another crawl: status %d", w.Code)
	}
	if w := b.post("/c/x/jobs/"+id, url.Values{"do": {"nonsense"}}); w.Code != http.StatusBadRequest {
		t.Errorf("no order: status %d", w.Code)
	}
	if w := b.post("/c/x/jobs/"+id, url.Values{"do": {jobs.Stop}}); w.Code != http.StatusConflict {
		t.Errorf("stop a job that has ended: status %d", w.Code)
	}
}

func newGet(path string) *http.Request {
	r, err := http.NewRequest(http.MethodGet, path, http.NoBody)
	if err != nil {
		panic(err)
	}
	r.RequestURI = path
	return r
}

// TestNoJobs says why no job can be started, and refuses the form.
func TestNoJobs(t *testing.T) {
	crawl := hostileCrawl(t, "x")
	for want, o := range map[string]Options{
		"only reads":        {ReadOnly: true, Jobs: t.TempDir(), Program: []string{"none"}},
		"no folder":         {},
		"too little memory": {Jobs: t.TempDir(), Program: []string{"none"}, Memory: 32 << 20},
	} {
		o.Crawls = []string{crawl}
		s := serving(t, o)
		b := read(t, s)
		w := b.do(newGet("/c/x/ask?q=rank+pagerank"))
		if text := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(text, want) || strings.Contains(text, "<form") {
			t.Errorf("%s: status %d, %s", want, w.Code, text)
		}
		if w := b.post("/c/x/ask?q=rank+pagerank", url.Values{"do": {"start"}, "memory": {"32MiB"}}); w.Code != http.StatusForbidden && w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: the form: status %d", want, w.Code)
		}
	}
}

// TestJobsLeaveMemory counts missing pages in the memory that jobs leave, and gives it back.
func TestJobsLeaveMemory(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x")}})
	if w := get(s, "/c/x/missing"); w.Code != http.StatusOK {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	got, back := s.memory(workShare)
	if got != s.options.Memory*7/8 || s.jobs.Free() != 0 {
		t.Errorf("%d of %d bytes, and jobs may take %d", got, s.options.Memory, s.jobs.Free())
	}
	if got, back := s.memory(drawShare); got != s.options.Memory/16 {
		t.Errorf("the second gets %d bytes", got)
	} else {
		back()
	}
	back()
	if s.jobs.Free() != s.jobs.Most() {
		t.Errorf("%d bytes are free", s.jobs.Free())
	}
	o, err := s.crawls[0].use()
	if err != nil {
		t.Fatal(err)
	}
	defer o.release()
	const nodes = 1 << 20
	held := &mapWork{task: newTask[*drawnMap]()}
	held.got = &drawnMap{Map: &atlas.Map{Nodes: make([]atlas.Node, nodes)}}
	close(held.done)
	o.maps.all = map[mapKey]*mapWork{{"host", nodes}: held}
	over := held.got.bytes() - s.options.Memory/32
	got, back = s.memory(workShare)
	defer back()
	if want := max(s.options.Memory*7/8-over, s.options.Memory/32); over <= 0 || got != want {
		t.Errorf("beside a map of %d bytes a work gets %d bytes, want %d", held.got.bytes(), got, want)
	}
}

// TestShownNames shows commands in which no name is an option.
func TestShownNames(t *testing.T) {
	for want, names := range map[string][]string{"weft page c http://a/": {"c", "http://a/"}, "weft page -- c --config=x": {"c", "--config=x"}} {
		if got := lineWith([]string{"weft", "page"}, names); got != want {
			t.Errorf("%q: %s, want %s", names, got, want)
		}
	}
}

// TestCommandJobs gives the workers of the server and the usual memory to each job without a form. A command that readers may
// copy takes no name for an option.
func TestCommandJobs(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "x")}, Jobs: t.TempDir(), Program: []string{"none"}, Workers: 3})
	k := s.crawls[0]
	for _, c := range []struct {
		title         string
		flags, names  []string
		args, command string
	}{
		{"report", nil, nil, "report --workers=3", "weft report " + k.path},
		{"info", []string{"--fresh=true"}, nil, "info --fresh=true --workers=3", "weft info --fresh=true " + k.path},
		{"site explain", nil, []string{"-1"}, "site explain --workers=3", "weft site explain -- " + k.path + " -1"},
	} {
		spec := s.commandSpec(k, c.title, c.flags, c.names...)
		if got := strings.Join(spec.Args, " "); got != c.args || spec.Command != c.command || spec.Title != c.title {
			t.Errorf("%s: arguments %q, command %q", c.title, got, spec.Command)
		}
		if want := append([]string{k.path}, c.names...); !slices.Equal(spec.Names, want) || spec.Memory != s.jobs.Most()/2 {
			t.Errorf("%s: names %q, memory %d", c.title, spec.Names, spec.Memory)
		}
	}
}

// TestPagesOfCell leads from a host to its own pages, and from domains and sites to all of theirs.
func TestPagesOfCell(t *testing.T) {
	column := func(t *answer.Table) jobs.Column {
		return jobs.Column{Title: t.Columns[0].Title, Names: t.Columns[0].Names}
	}
	for _, c := range []struct {
		column     jobs.Column
		name, want string
	}{
		{column(answer.TableOf("", []measure.TopHost{{Host: "a.example"}})), "a.example", "a.example/"},
		{column(answer.TableOf("", []fidelity.Host{{Host: "a.example"}})), "a.example", "a.example"},
		{column(answer.TableOf("", []fidelity.Host{{Host: "http://a.example/~b/"}})), "http://a.example/~b/", "http://a.example/~b/"},
	} {
		want := "pages?address=" + url.QueryEscape(c.want)
		if got := pagesOfCell(c.column, c.name); !isHosts(c.column) || got != want {
			t.Errorf("%+v, %s: got %q, want %q", c.column, c.name, got, want)
		}
	}
}
