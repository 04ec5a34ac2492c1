package seeds

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/answer/answertest"
	"weft/making/ingest"
	"weft/making/ingest/ingesttest"
	"weft/making/ingest/jsons"
	"weft/store"
)

// question returns a question by its name, with the options of a command line.
func question(t *testing.T, name string, args ...string) answer.Asker {
	t.Helper()
	return answertest.AskNamed(t, Questions, name, args...)
}

func TestOptionsAreChecked(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"seeds", "", ""},
		{"seeds", "--cold --warm", "--cold and --warm exclude each other"},
		{"seeds", "--warm --both", ""},
		{"seeds", "--prune path", "--prune path: expected one of host, domain, site, none"},
		{"seeds", "--core depth", "--core depth: expected one of density, size"},
		{"seeds", "--format csv", "--format csv: expected one of list, heritrix, browsertrix"},
		{"seeds", "-k 0", "--count 0: expected 1 or more"},
		{"seeds", "-k 1", ""},
		{"seeds", "--density 0", "--density 0: expected more than 0, and at most 100"},
		{"seeds", "--density 100.5", "--density 100.5"},
		{"seeds", "--density 0.5", ""},
		{"seeds", "--core size --size 1", "--size 1: expected 2 or more"},
		{"seeds", "--core size --size 2", ""},
		{"seeds", "--core size --members 0", "--members 0: expected 1 or more"},
		{"seeds", "--size 0 --members 0", ""}, // no options of cores of a density
		{"seeds", "--core size --literal", "--literal requires --core density"},
		{"seeds", "--literal", ""},
		{"seeds", "--min-core 3", "--min-core 3: expected two numbers such as 3x3"},
		{"seeds", "--min-core 0x1", "--min-core 0x1"},
		{"seeds", "--min-core 1x0", "--min-core 1x0"},
		{"seeds", "--min-core 1x1", ""},
		{"seeds", "--max-hubs -1", "--max-hubs -1: expected 0 or more"},
		{"seeds", "--max-hubs 0", ""},
		{"seeds", "--rounds -1", "--rounds -1"},
		{"seeds", "--iterations 0", "--iterations 0: expected 1 or more"},
		{"seeds", "--tolerance -1", ""},
		{"seeds", "--tolerance NaN", "--tolerance NaN"},
		{"seeds", "--tolerance Inf", "--tolerance +Inf"},
		{"seeds eval", "", "--seeds is missing"},
		{"seeds eval", "--seeds list", ""},
		{"seeds eval", "--seeds list --by page", "--by page: expected one of"},
		{"seeds eval", "--seeds list --by host --sites sites", "--sites requires --by site"},
		{"seeds eval", "--seeds list --sites sites", ""},
		{"seeds eval", "--seeds list --depth 0", "--depth 0: expected 1 or more"},
		{"seeds eval", "--seeds list --draws 0", "--draws 0: expected 1 or more"},
		{"seeds eval", "--seeds list -o -", "--output -: expected a folder"},
	} {
		if got := answertest.Text(question(t, c.name, strings.Fields(c.args)...).Check()); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s %s: got %q, want %q", c.name, c.args, got, c.want)
		}
	}
}

// A crawl of two cores: three hubs that link to three authorities, twice; in each they lie on hosts of their own.
func cores(t *testing.T) *store.Crawl {
	t.Helper()
	lines := ""
	for _, core := range []string{"p", "q"} {
		for _, hub := range []string{"1", "2", "3", "4"} {
			for _, to := range []string{"a", "b", "c"} {
				if core == "q" && hub == "4" {
					continue
				}
				lines += "http://" + core + hub + ".test/\thttp://" + core + to + ".test/\n"
			}
		}
	}
	lines += "http://p1.test/\thttp://p1.test/inside\n"
	return ingesttest.Text(t, lines)
}

func found(t *testing.T, c *store.Crawl, o answer.Options, args ...string) *Found {
	t.Helper()
	q := question(t, "seeds", args...)
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	o.Memory, o.Workers = 1<<30, 1
	return answertest.Result[*Found](t, q, c, o)
}

// A small crawl gives seeds by default: from cores of 1x1, along links inside hosts. The result says so. With an explicit
// size there is none.
func TestSeedsOfSmallCrawls(t *testing.T) {
	for lines, want := range map[string]string{
		"http://a.test/\thttp://a.test/1\nhttp://a.test/\thttp://a.test/2\n": "cores of 1x1 or more along all links",
		"http://a.test/\thttp://b.test/\nhttp://b.test/\thttp://a.test/\n":   "cores of 1x1 or more",
	} {
		c := ingesttest.Text(t, lines)
		f := found(t, c, answer.Options{}, "-k", "1", "-o", "list")
		if len(f.Starting) != 1 || f.Chosen != want || f.Err() != nil || len(f.Kept().Files) != 1 {
			t.Errorf("%q: %d seeds by %q, want by %q: %v", lines, len(f.Starting), f.Chosen, want, f.Err())
		}
		if f := found(t, c, answer.Options{}, "-k", "1", "--min-core", "3x3"); f.Err() == nil || f.Chosen != "" {
			t.Errorf("%q: %d seeds with an explicit size", lines, len(f.Starting))
		}
	}
	if f := found(t, cores(t), answer.Options{}, "-k", "1"); f.Chosen != "" {
		t.Errorf("cores of 3x3 give a seed, and %q was chosen", f.Chosen)
	}
}

// The cores are found by size, a seed in each, and the options change what is found as they say.
func TestSeedsOfCores(t *testing.T) {
	c := cores(t)
	urls := func(f *Found) (all []string) {
		for _, s := range f.Starting {
			all = append(all, s.URL)
		}
		return all
	}
	two := found(t, c, answer.Options{}, "-k", "5")
	if got := urls(two); len(got) != 2 || !strings.HasPrefix(got[0], "http://p") || !strings.HasPrefix(got[1], "http://q") || two.Err() != nil || two.Other != nil || two.Apart != nil {
		t.Errorf("got %q", got)
	}
	if s := two.Starting; len(s[0].Core.Hubs) != 4 || len(s[0].Core.Authorities) != 3 || len(s[1].Core.Hubs) != 3 || s[0].Core.Density != 100 {
		t.Errorf("the cores are %+v", s)
	}
	if got := urls(found(t, c, answer.Options{}, "-k", "1")); len(got) != 1 {
		t.Errorf("one seed: got %q", got)
	}
	if got := urls(found(t, c, answer.Options{}, "--min-core", "4x3")); len(got) != 1 || !strings.HasPrefix(got[0], "http://p") {
		t.Errorf("cores of four hubs: got %q", got)
	}
	none := found(t, c, answer.Options{}, "--min-core", "5x3", "-o", "list")
	if len(none.Starting) > 0 || len(none.Kept().Files) > 0 || !strings.Contains(answertest.Text(none.Err()), "no seed was found: ") || !strings.Contains(answertest.Text(none.Err()), "--min-core 1x1 allows smaller cores") {
		t.Errorf("cores of five hubs: got %v, %v", urls(none), none.Err())
	}
	if text := answertest.Text(found(t, c, answer.Options{}, "--min-core", "5x3", "--prune", "none").Err()); strings.Contains(text, "--prune") || !strings.Contains(text, "--min-core 1x1") {
		t.Errorf("all links were used: got %s", text)
	}
	one := ingesttest.Import(t, ingest.Options{Inputs: []string{"-"}, Format: jsons.JSONL, Stdin: strings.NewReader(`{"url":"http://a.example/","status":200,"links":[]}` + "\n")})
	if text := answertest.Text(found(t, one, answer.Options{}, "--min-core", "3x3").Err()); strings.Contains(text, "smaller cores") {
		t.Errorf("without an arc no core is too small: %s", text)
	}
	both := found(t, c, answer.Options{}, "-k", "5", "--both", "--distances")
	if both.Other == nil || both.Other.How != "warm" || both.Other.Same != 2 || len(both.Other.Only) > 0 || both.Apart == nil || both.Apart.Pairs != 2 || both.Apart.Apart != 2 {
		t.Errorf("both ways, and how far apart: got %+v, %+v", both.Other, both.Apart)
	}
	if inside := two.Arcs; found(t, c, answer.Options{}, "--prune", "none").Arcs != inside+1 || inside != 21 {
		t.Errorf("between hosts there are %d links, want 21", inside)
	}
	drawn := map[string]bool{}
	for seed := range uint64(12) {
		drawn[urls(found(t, c, answer.Options{Seed: seed}, "-k", "1", "--random-hub"))[0]] = true
	}
	if len(drawn) < 2 {
		t.Errorf("a hub drawn at random is always %v", drawn)
	}
}

// The list of seeds goes to a file, a line each.
func TestSeedsAreWritten(t *testing.T) {
	f := found(t, cores(t), answer.Options{}, "-k", "5", "-o", "list")
	files := f.Kept().Files
	if len(files) != 1 || files[0].Path != "list" {
		t.Fatalf("got %+v", files)
	}
	var out bytes.Buffer
	if err := files[0].Write(&out); err != nil {
		t.Fatal(err)
	}
	if want := f.Starting[0].URL + "\n" + f.Starting[1].URL + "\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// Links inside groups are left out where the groups are known.
func TestGroupsOfPruning(t *testing.T) {
	c := cores(t)
	list := filepath.Join(t.TempDir(), "absent")
	for _, x := range []struct{ prune, sites, want string }{
		{"host", "", ""},
		{"domain", "", ""},
		{"none", "", ""},
		{"page", "", "--prune page: expected one of"},
		{"host", list, "--sites requires --prune site"},
		{"site", "", "--prune site: the crawl has no saved sites"},
	} {
		o := answer.Options{Memory: 1 << 30}
		f, err := Pruned(t.Context(), c, x.prune, x.sites, &o)
		if got := answertest.Text(err); !strings.HasPrefix(got, x.want) || x.want == "" && (got != "" || (f == nil) != (x.prune == "none")) {
			t.Errorf("%s: got %v, %q; want %q", x.prune, f, got, x.want)
		}
	}
}

// Seeds are fetched pages: another hub of the core, else an authority, else none.
func TestSeedsAreFetched(t *testing.T) {
	hubs, authorities := []string{"http://h0.test/", "http://h1.test/", "http://h2.test/"}, []string{"http://a0.test/", "http://a1.test/", "http://a2.test/"}
	dir := t.TempDir()
	arcs, states := filepath.Join(dir, "arcs.tsv"), filepath.Join(dir, "states.tsv")
	for _, x := range []struct {
		fetched []string
		want    string
	}{
		{hubs, hubs[0]}, {hubs[1:], hubs[1]}, {authorities[2:], authorities[2]}, {nil, ""},
	} {
		text, rows := "", ""
		for i, name := range slices.Concat(authorities, hubs) {
			state := "redirected"
			if slices.Contains(x.fetched, name) {
				state = "fetched"
			}
			rows += fmt.Sprintf("%d\t%s\t%s\n", i, state, name)
			for _, to := range authorities {
				if i > 2 {
					text += name + "\t" + to + "\n"
				}
			}
		}
		for path, content := range map[string]string{arcs: text, states: rows} {
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		c := ingesttest.Import(t, ingest.Options{Inputs: []string{arcs, states}})
		f := found(t, c, answer.Options{}, "-k", "1", "--min-core", "3x3")
		got := ""
		if len(f.Starting) > 0 {
			got = f.Starting[0].URL
		}
		if got != x.want || (x.want == "") != (f.Err() != nil) || len(f.Rounds) == 0 || f.Rounds[0].Unfetched != (x.want == "") {
			t.Errorf("with %q fetched: got the seed %q, want %q: %+v", x.fetched, got, x.want, f.Rounds)
		}
	}
}
