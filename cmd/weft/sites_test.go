package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/internal/drawn"
	"weft/internal/npy"
	"weft/store"
)

// fronts reads the page that stands for the site of each page, as it lies in the file.
func fronts(t *testing.T, dir string) []uint32 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "results", "sites.npy"))
	if err != nil {
		t.Fatal(err)
	}
	of, err := npy.Parse[uint32](text)
	if err != nil {
		t.Fatal(err)
	}
	return of
}

// listSites writes the sites that were found as a list, in any order. Pages go by number where numbers says so.
func listSites(t *testing.T, dir, file string, rng *rand.Rand) {
	t.Helper()
	c, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var lines []string
	for u, f := range fronts(t, dir) {
		lines = append(lines, fmt.Sprintf("%s\t%s\n", c.Label(graph.Node(u)), c.Label(graph.Node(f))))
	}
	rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// sameButSource compares two objects but for where their sites come from, and returns that of both.
func sameButSource(t *testing.T, line, a, b string) (found, listed map[string]any) {
	t.Helper()
	var x, y map[string]any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	found, _ = x["sites_used"].(map[string]any)
	listed, _ = y["sites_used"].(map[string]any)
	delete(x, "sites_used")
	delete(y, "sites_used")
	if !reflect.DeepEqual(x, y) {
		t.Errorf("weft %s: by the sites that were found\n%s\nby a list of them\n%s", line, a, b)
	}
	return found, listed
}

// Whatever goes by sites says the same, and keeps the same bytes, by the sites that were found and by a list of them.
func TestFoundSitesAreAsListed(t *testing.T) {
	rng := drawn.Rand(t)
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "named", "--pages", fmt.Sprint(400+rng.IntN(600)), "--random-seed", fmt.Sprint(rng.IntN(1000)), "--quiet")
	weft(t, exitDone, "generate", "gnp", "-o", "bare", "--pages", "300", "--arcs", "500", "--random-seed", fmt.Sprint(rng.IntN(1000)), "--quiet")
	for crawl, lines := range map[string][]string{
		"named": {
			"rank pagerank C", "rank hits C", "rank indegree C --kinds link", "degrees C", "components C", "distances C", "distances C --from 0 --back", "reciprocity C", "assortativity C",
			"seeds C --prune site -k 2 --min-core 1x1", "seeds eval C --seeds seeds --by site --depth 3 --draws 3", "fidelity C --by site", "quotient C --by site -o OUT", "quotient C --by site --loops --kinds link+embed -o OUT",
		},
		"bare": {"rank pagerank C", "degrees C", "seeds C --prune site -k 1 --min-core 1x1 --core size --size 3", "fidelity C --by site --fetched linking", "quotient C --by site -o OUT"},
	} {
		weft(t, exitDone, "site", "all", crawl, "--clusters", "closed", "--least", fmt.Sprint(2+rng.IntN(12)), "--quiet")
		listSites(t, crawl, "list", rng)
		if err := os.WriteFile("seeds", []byte("0\n7\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		of := fronts(t, crawl)
		sites := map[uint32]bool{}
		for _, f := range of {
			sites[f] = true
		}
		for _, line := range lines {
			if !strings.Contains(line, "site") {
				line += " --view between-sites"
			}
			args := func(out string) []string {
				return append(strings.Fields(strings.NewReplacer("C", crawl, "OUT", out).Replace(line)), "--json", "--quiet")
			}
			status, a := answered(t, args("a"))
			kept := keptBySites(t, crawl, "a")
			again, b := answered(t, append(args("b"), "--sites", "list"))
			if status != again {
				t.Errorf("weft %s: exit status %d by the sites that were found, %d by a list of them", line, status, again)
			}
			found, listed := sameButSource(t, line, a, b)
			if found["from"] != store.Found || listed["from"] != store.Listed || listed["file"] != "list" || found["id"] != listed["id"] || found["sites"] != float64(len(sites)) || listed["sites"] != found["sites"] {
				t.Errorf("weft %s: goes by %v, and by %v; want %d sites", line, found, listed, len(sites))
			}
			for name, text := range keptBySites(t, crawl, "b") {
				if !bytes.Equal(kept[name], text) {
					t.Errorf("weft %s: %s differs", line, name)
				}
				delete(kept, name)
			}
			if len(kept) > 0 {
				t.Errorf("weft %s: only by sites that were found: %v", line, slices.Collect(maps.Keys(kept)))
			}
			os.RemoveAll("a")
			os.RemoveAll("b")
		}
	}
}

// answered runs a command that gives an answer, which may be that there is no seed.
func answered(t *testing.T, args []string) (status int, stdout string) {
	t.Helper()
	status, out, errs, panicked := told(strings.Join(args, " "))
	if panicked != nil || status != exitDone && !strings.Contains(errs, "no seed was found") {
		t.Fatalf("weft %v: exit status %d, %s %v", args, status, errs, panicked)
	}
	return status, out
}

// keptBySites reads the vectors and tables between sites, and the graph of a crawl that was made, and removes those.
func keptBySites(t *testing.T, crawl, made string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, pattern := range []string{crawl + "/results/*@*.npy", crawl + "/results/*@*.parquet", made + "/graph.*", made + "/*.npy", made + "/results/*.npy", made + "/pages.names"} {
		paths, _ := filepath.Glob(pattern)
		for _, p := range paths {
			text, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(p, crawl) {
				os.Remove(p)
			}
			all[strings.TrimPrefix(p, made+"/")] = text
		}
	}
	return all
}

// What was computed between sites is refused once others are found, and taken again where they are the same.
func TestResultsOfOtherSites(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "c", "--pages", "700", "--quiet")
	weft(t, exitDone, "site", "all", "c", "--clusters", "closed", "--least", "9", "--quiet")
	weft(t, exitDone, "rank", "pagerank", "c", "--view", "between-sites", "--quiet")
	take := func(want int) string {
		t.Helper()
		os.RemoveAll("part")
		_, errs := weft(t, want, "extract", "c", "-o", "part", "--top", "9", "--by", "pagerank@between-sites", "--quiet")
		return errs
	}
	take(exitDone)
	before := fronts(t, "c")
	weft(t, exitDone, "site", "all", "c", "--clusters", "closed", "--least", "60", "--quiet")
	if slices.Equal(before, fronts(t, "c")) {
		t.Fatal("another size of sites finds the same: the test says nothing")
	}
	if errs := take(exitFailed); !strings.Contains(errs, "was computed with other sites") || !strings.Contains(errs, "compute it again") {
		t.Errorf("a result of other sites: %s", errs)
	}
	weft(t, exitDone, "site", "all", "c", "--clusters", "closed", "--least", "9", "--quiet")
	take(exitDone)
	// By a list nobody knows whether it is still the same.
	listSites(t, "c", "list", drawn.Rand(t))
	weft(t, exitDone, "rank", "pagerank", "c", "--view", "between-sites", "--sites", "list", "--quiet")
	weft(t, exitDone, "site", "all", "c", "--clusters", "closed", "--least", "60", "--quiet")
	take(exitDone)
	// A report asks for sites as they were asked for before.
	before = fronts(t, "c")
	weft(t, exitDone, "report", "c", "--quiet")
	if !slices.Equal(before, fronts(t, "c")) {
		t.Error("a report found other sites, and kept them")
	}
}

// Sites that are damaged, or of another crawl, are told, and not taken.
func TestDamagedSites(t *testing.T) {
	rng := drawn.Rand(t)
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "c", "--pages", "300", "--quiet")
	weft(t, exitDone, "generate", "web", "-o", "d", "--pages", "300", "--random-seed", "9", "--quiet")
	for _, c := range []string{"c", "d"} {
		weft(t, exitDone, "site", "all", c, "--clusters", "closed", "--least", "5", "--quiet")
	}
	lines := []string{"rank indegree c --view between-sites", "seeds c --prune site", "seeds eval c --by site --seeds seeds", "quotient c -o no --by site", "fidelity c --by site"}
	if err := os.WriteFile("seeds", []byte("0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	refused := func(want string) {
		t.Helper()
		for _, line := range lines {
			if _, errs := weft(t, exitFailed, append(strings.Fields(line), "--quiet")...); !strings.Contains(errs, want) || !regexp.MustCompile(`run weft site all \S+ again`).MatchString(errs) {
				t.Errorf("weft %s: %s, want %q", line, errs, want)
			}
		}
		if _, err := os.Stat("no"); err == nil {
			t.Error("there is a graph of sites all the same")
		}
	}
	for _, name := range []string{"sites.npy", "sites.json"} {
		path := filepath.Join("c", "results", name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bad := bytes.Clone(whole)
		bad[rng.IntN(len(bad))] ^= byte(1 + rng.IntN(255))
		write(t, path, bad)
		refused(name)
		write(t, path, whole[:rng.IntN(len(whole))])
		refused(name)
		other, err := os.ReadFile(filepath.Join("d", "results", name))
		if err != nil {
			t.Fatal(err)
		}
		if write(t, path, other); name == "sites.json" {
			refused("it belongs to another graph")
		} else {
			refused(name)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if _, errs := weft(t, exitFailed, append(strings.Fields(line), "--quiet")...); !strings.Contains(errs, name) {
				t.Errorf("weft %s without %s: %s", line, name, errs)
			}
		}
		write(t, path, whole)
	}
	weft(t, exitDone, "rank", "indegree", "c", "--view", "between-sites", "--quiet")
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// docs/json describes what is said of the sites.
func TestSitesUsedAreDescribed(t *testing.T) {
	want, got := map[string]string{}, map[string]string{}
	docKeys(t, readDocs(t), map[string]bool{}, want, "", "sites used")
	typeKeys(got, "", reflect.TypeFor[store.SitesUsed]())
	if !maps.Equal(want, got) {
		t.Errorf("docs/json has %v, want %v", want, got)
	}
}

// The sites of a crawl are the same whatever the memory, down to where links and groups lie in scratch files.
func TestSitesWhateverTheMemory(t *testing.T) {
	rng := drawn.Rand(t)
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "c", "--pages", "60000", "--random-seed", fmt.Sprint(rng.IntN(1000)), "--quiet")
	results := map[string][]byte{}
	for _, memory := range []string{"1GiB", "32MiB"} {
		plan, _ := weft(t, exitDone, "site", "all", "c", "--clusters", "closed", "--memory", memory, "--plan", "--json")
		form := store.OnDisk
		if memory == "1GiB" {
			form = store.InMemory
		}
		if !strings.Contains(plan, fmt.Sprintf(`"form": %q`, form)) {
			t.Errorf("--memory %s: want the form %s, got %s", memory, form, plan)
		}
		weft(t, exitDone, "site", "all", "c", "--clusters", "closed", "--memory", memory, "--quiet")
		for _, name := range []string{"sites.npy", "sites.parquet"} {
			text, err := os.ReadFile(filepath.Join("c", "results", name))
			if err != nil {
				t.Fatal(err)
			}
			if was, ok := results[name]; ok && !bytes.Equal(was, text) {
				t.Errorf("--memory %s: %s differs", memory, name)
			}
			results[name] = text
		}
	}
	if left, _ := filepath.Glob("c/.weft-scratch*"); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
}

// The flag --live makes a crawl by flow of weft site, wherever flags stand, and of nothing below it.
func TestLiveSite(t *testing.T) {
	for line, want := range map[string]string{ // the command, and the arguments that are left of a crawl
		"site --live http://a.test/ -o c":            "weft site [http://a.test/]",
		"site http://a.test/ -o c --live":            "weft site [http://a.test/]",
		"--quiet site -o c --live http://a.test/":    "weft site [http://a.test/]",
		"--memory 1GiB site --live http://a.test/":   "weft site [http://a.test/]",
		"site --live --resume c":                     "weft site []",
		"site live http://a.test/ -o c":              "weft site live [http://a.test/]",
		"site crawl http://a.test/":                  "weft site: no crawl",
		"site all crawl --live":                      "weft site all: no crawl",
		"site eval --live crawl --truth f":           "weft site eval: no crawl",
		"site live http://a.test/ --live":            "weft site live: unknown flag: --live",
		"crawl http://a.test/ --live --strategy dfs": "weft crawl: unknown flag: --live",
	} {
		words := strings.Fields(line)
		c, rest, err := (&app{words: words}).root().Find(words)
		if err != nil {
			t.Errorf("weft %s: %v", line, err)
			continue
		}
		got := c.CommandPath()
		switch err := c.ParseFlags(rest); {
		case c.Flags().Lookup("contact") == nil:
			got += ": no crawl"
		case err != nil:
			got += ": " + err.Error()
		default:
			got = fmt.Sprintf("%s %v", got, c.Flags().Args())
			if s := c.Flags().Lookup("strategy").Value.String(); s != "flow" {
				t.Errorf("weft %s: strategy %s", line, s)
			}
		}
		if got != want {
			t.Errorf("weft %s: got %s, want %s", line, got, want)
		}
	}
}
