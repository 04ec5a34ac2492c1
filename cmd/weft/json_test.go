package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weft/internal/jsondoc"
	"weft/internal/progress"
)

// jsonRuns are command lines that print all objects there are, with the section of docs/json that describes them. $0
// is a server on this machine, < before a line what standard input holds.
var jsonRuns = []struct{ section, line string }{
	{"version", "version"},
	{"licences", "licences"},
	{"info", "generate web -o web --pages 600 --degree 6"},
	{"import", "import - -o listed"},
	{"info", "info web"},
	{"info", "union web listed -o both"},
	{"info", "difference web listed -o less"},
	{"plan", "generate web -o no --pages 600 --plan"},
	{"plan", "union web listed -o no --plan"},
	{"plan of an import", "import list.txt -o no --plan"},
	{"plan of a measure", "rank pagerank web --plan"},
	{"plan of a measure", "degrees web --plan"},
	{"plan of a measure", "components web --plan"},
	{"plan of a measure", "distances web --plan"},
	{"plan of a measure", "report web --plan"},
	{"plan of a measure", "compare web listed --plan"},
	{"plan of a measure", "simulate web --plan"},
	{"plan", "quotient web -o no --plan"},
	{"plan of a measure", "seeds web --distances --plan"},
	{"plan", "extract web -o no --top 5 --plan"},
	{"degrees", "degrees web"},
	{"rank", "rank pagerank web --top 3"},
	{"rank", "rank hits web --top 3"},
	{"rank", "rank salsa web --top 3"},
	{"rank", "rank indegree web --top 3"},
	{"rank", "rank katz web --top 3"},
	{"rank", "rank betweenness web --top 3"},
	{"rank", "rank betweenness web --top 3 --samples 100"},
	{"rank", "rank closeness web --top 3"},
	{"rank", "rank closeness web --top 3 --sources 50"},
	{"components", "components web"},
	{"components", "components web --grow 5,50,200%"},
	{"distances", "distances web --top 3"},
	{"distances --diameter", "distances web --diameter"},
	{"distances --from", "distances web --from 0"},
	{"reciprocity", "reciprocity web"},
	{"missing", "missing web"},
	{"map", "map web --top 5"},
	{"contents", "contents web"},
	{"plan of a measure", "missing web --plan"},
	{"assortativity", "assortativity web"},
	{"triangles", "triangles web"},
	{"kcore", "kcore web"},
	{"kcore", "kcore web --degree in"},
	{"inequality", "inequality web"},
	{"chance", "chance web --draws 3"},
	{"order", "order web --gammas 0,0.5"},
	{"portrait", "portrait web web --cores 2 --samples 20"},
	{"portrait", "portrait web --cores 0 --samples 20"},
	{"triangles", "triangles web --samples 50"},
	{"info", "extract web -o part --top 50 --by pagerank"},
	{"pages", "pages web --sort indegree"},
	{"pages", "pages web e --top 3"},
	{"index of words", "pages web --index"},
	{"pages", "pages web e --sort indegree --links 2-"},
	{"verify", "verify web"},
	{"report", "report web"},
	{"export", "export web --format tsv -o out.tsv"},
	{"export", "export web --format gexf --top 9 -o out.gexf"},
	{"quotient", "quotient web -o hosts"},
	{"compare", "compare web listed"},
	{"bench", "bench web --only scan"},
	{"seeds", "seeds web -k 2 --min-core 1x1 -o seeds.txt"},
	{"pages of a list", "pages web --list seeds.txt"},
	{"seeds eval", "seeds eval web --seeds seeds.txt --depth 2"},
	{"site", "site web 0 --anyway -o site.txt"},
	{"site", "site web 0 --anyway --keyword a --clusters leiden --capacity similarity --flow none"},
	{"site", "site web 0 --anyway --clusters given --capacity constant --flow online"},
	{"site", "site web 0 --anyway --save first"},
	{"note on a subject", "note web 0 --text =1+1 --tag todo"},
	{"notes", "note web --tag todo"},
	{"boundaries", "boundary web"},
	{"boundary in a crawl", "boundary web first"},
	{"changed boundary", "boundary web first --rename second"},
	{"site all", "site all web --top 3"},
	{"site all", "site all web --clusters closed"},
	{"site explain", "site explain web 0"},
	{"site eval", "site eval web --truth truth.txt --least-pages 2 --draws 2 --each"},
	{"site diff", "site diff web web 0 --anyway"},
	{"clusters", "clusters web --top 3"},
	{"clusters", "clusters web --method mcl --max-size 50"},
	{"cores", "cores web -i 1..2 -j 1..3 --max-degree 100 -o cliques.jsonl"},
	{"cores", "cores web -i 2 -j 2..3 --kind maximal --limit 3 -o maximal.jsonl"},
	{"cores", "cores web -i 2..3 -j 2 --kind count"},
	{"cores", "cores web -i 2..3 -j 2 --kind a-priori"},
	{"cores --check", "cores web --check cliques.jsonl --max-degree 100"},
	{"plan of a measure", "cores web --plan"},
	{"seeds carry", "seeds carry web both --seeds seeds.txt"},
	{"fidelity", "fidelity web"},
	{"fidelity --target", "fidelity part --target web"},
	{"plan of a measure", "fidelity part --target web --plan"},
	{"fidelity components", "fidelity components web"},
	{"fidelity calibrate", "fidelity calibrate web --sets 2"},
	{"simulate", "simulate web --sets 1"},
	{"simulate model", "simulate model --pages 3000 --start 20 --progress 5,40%"},
	{"simulate model", "simulate model --pages 3000 --start 20 --progress 40% --measure none --strategy dfs,random"},
	{"plan", "simulate model --plan"},
	{"simulate --strategy", "simulate web --strategy all,flow --sets 2 --count 3 --fidelity-points 2"},
	{"simulate --strategy", "simulate part --strategy bfs,best --start top --pages 20"},
	{"simulate model", "simulate course web --strategy bfs,dfs --starts 3 --progress 50,100%"},
	{"plan of a measure", "simulate course web --plan"},
	{"simulate fit", "simulate fit web --law observed --models 2 --measure bowtie,paths,clustering"},
	{"plan of a measure", "simulate fit web --plan"},
	{"crawl", "crawl $0 -o live --allow-private --delay 0"},
	{"crawl", "crawl --resume live --only seeds.txt --allow-private --delay 0"},
	{"recheck", "recheck live $0/ $0/none"},
	{"simulate model", "simulate course live"},
	{"missing", "missing live"},
	{"links", "links live"},
	{"links", "links live --broken"},
	{"plan of a measure", "links live --plan"},
	{"contents", "contents live"},
	{"plan of a measure", "simulate course live --plan"},
	{"crawl --recover", "crawl --recover live"},
	{"crawl", "crawl $0 -o flowing --allow-private --delay 0 --strategy flow --capacity constant"},
	{"crawl", "site --live $0 -o flown --allow-private --delay 0 --scope host --epsilon 0.1"},
	{"verify of a live crawl", "verify live"},
	{"export --format wacz", "export live --format wacz -o live.wacz"},
	{"reproduce seeds", "reproduce seeds --pages 1500 --quick --cores 12"},
	{"reproduce fidelity", "reproduce fidelity --pages 400 --sets 2 --few 1 --draws 2"},
	{"reproduce external-memory", "reproduce external-memory web --pages 1000,2000 --grown 1000 --cliques 2 --quick"},
	{"reproduce random-crawls", "reproduce random-crawls web --crawled 1000 --draws 1"},
	{"reproduce site", "reproduce site web --truth truth.txt --least-pages 20 --over 5 --keep 100 --kept 20"},
	{"demo", "demo -o made"},
	{"index of texts", "pages made/crawl --index-texts"},
	{"search in texts", "pages made/crawl --text the --top 2"},
	{"search in texts", "pages made/crawl --text the* --top 2"},
	{"plan", "pages made/crawl --index-texts --plan"},
	{"links", "links made/crawl --redirected"},
	{"verify", "verify damaged"},
	{"error", "info damaged"},
	{"error", "info nowhere"},
	{"error", "info list.txt"},
	{"error", "verify nowhere"},
	{"error", "crawl --resume nowhere"},
	{"verify", "verify lacking"},
	{"error", "info lacking"},
	{"error", "info --no-such-flag"},
	{"error", "rank nothing web"},
	{"error", "import - -o web"},
	{"error", "seeds gnp"},
}

// printsNoJSON are the commands that have nothing to tell.
var printsNoJSON = []string{"completion", "help", "man", "serve", "spark", "worker"}

// jsonStatus are the exit statuses of the command lines that fail.
var jsonStatus = map[string]int{
	"verify damaged": exitFailed, "info damaged": exitFailed, "info nowhere": exitFailed, "info list.txt": exitFailed, "verify nowhere": exitFailed,
	"crawl --resume nowhere": exitFailed, "verify lacking": exitFailed, "info lacking": exitFailed, "info --no-such-flag": exitUsage,
	"rank nothing web": exitUsage, "import - -o web": exitFailed, "seeds gnp": exitUsage,
}

// errorsTold are what the objects of errors say: kind and file.
var errorsTold = map[string][2]string{
	"info damaged": {"damage", "damaged/weft.json"}, "info nowhere": {"no_file", "nowhere"}, "info list.txt": {"failed", "list.txt"}, "verify nowhere": {"no_file", "nowhere"},
	"crawl --resume nowhere": {"no_file", "nowhere"}, "info lacking": {"damage", "lacking/graph.offsets"}, "info --no-such-flag": {"usage", ""},
	"rank nothing web": {"usage", ""}, "import - -o web": {"exists", "web"}, "seeds gnp": {"no_names", ""},
}

// typeKeys adds the keys that JSON of a type has to a set: path and type.
func typeKeys(keys map[string]string, path string, t reflect.Type) {
	switch kind := jsondoc.Kind(t); kind {
	case "list", "map":
		typeKeys(keys, path+map[string]string{"list": "[]", "map": ".*"}[kind], jsondoc.Elem(t).Elem())
	case "object":
		structKeys(keys, path, jsondoc.Elem(t))
	default:
		keys[path] = kind
	}
}

// structKeys is typeKeys of a struct. A key of an embedded struct gives way to one of the same name outside.
func structKeys(keys map[string]string, path string, t reflect.Type) {
	own := map[string]string{}
	var embedded []reflect.Type
	for f := range fields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && jsondoc.Kind(f.Type) == "object" {
			embedded = append(embedded, jsondoc.Elem(f.Type))
			continue
		}
		if name == "" {
			name = f.Name
		}
		at := strings.TrimPrefix(path+"."+name, ".")
		own[at] = jsondoc.Kind(f.Type)
		typeKeys(own, at, f.Type)
	}
	outer := maps.Clone(own)
	for _, e := range embedded {
		inner := map[string]string{}
		structKeys(inner, path, e)
		for k, kind := range inner {
			if !shadowed(outer, k, path) {
				own[k] = kind
			}
		}
	}
	maps.Copy(keys, own)
}

// shadowed says whether the first word of a key below path is taken.
func shadowed(own map[string]string, key, path string) bool {
	first := strings.TrimPrefix(strings.TrimPrefix(key, path), ".")
	first = first[:strings.IndexAny(first+".", ".[")]
	_, ok := own[strings.TrimPrefix(path+"."+first, ".")]
	return ok
}

func fields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for f := range t.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == "-" || !f.IsExported() && !f.Anonymous {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// valueKeys adds the keys of a value that was printed.
func valueKeys(keys map[string]bool, path string, v any) {
	switch x := v.(type) {
	case map[string]any:
		for k, v := range x {
			at := strings.TrimPrefix(path+"."+k, ".")
			keys[at] = true
			valueKeys(keys, at, v)
		}
	case []any:
		for _, v := range x {
			valueKeys(keys, path+"[]", v)
		}
	}
}

// A docRow is a line of a table of docs/json.
type docRow struct{ key, kind string }

var rowPattern = regexp.MustCompile("^\\| (?:`([^`]+)`|all of \\[([^\\]]+)\\]\\([^)]*\\)) \\| ([^|]*) \\| ([^|]+) \\| ([^|]*) \\|$")

// readDocs returns the sections of the reference of JSON.
func readDocs(t *testing.T) (sections map[string][]docRow) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(jsonFolder, "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d pages, %v", jsonFolder, len(files), err)
	}
	var text strings.Builder
	for _, path := range files {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(page)
	}
	sections = map[string][]docRow{}
	name := ""
	for line := range strings.Lines(text.String()) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			name = heading
			continue
		}
		m := rowPattern.FindStringSubmatch(line)
		switch {
		case m == nil && strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "| key") && !strings.HasPrefix(line, "|---"):
			t.Errorf("docs/json, %s: a row that is no row: %s", name, line)
		case m == nil:
		case m[2] != "":
			sections[name] = append(sections[name], docRow{"", m[2]})
		default:
			sections[name] = append(sections[name], docRow{m[1], m[3]})
		}
	}
	return sections
}

var objectPattern = regexp.MustCompile(`\[([^\]]+)\]\(`)

// docKeys adds the keys that a section describes, with their types.
func docKeys(t *testing.T, sections map[string][]docRow, used map[string]bool, keys map[string]string, path, section string) {
	t.Helper()
	rows, ok := sections[section]
	if !ok {
		t.Errorf("docs/json has no section %q", section)
	}
	used[section] = true
	for _, r := range rows {
		if r.key == "" {
			inner := map[string]string{}
			docKeys(t, sections, used, inner, path, r.kind)
			for k, kind := range inner {
				if _, ok := keys[k]; !ok {
					keys[k] = kind
				}
			}
			continue
		}
		at := strings.TrimPrefix(path+"."+r.key, ".")
		kind, end := r.kind, at
		keys[at] = strings.SplitN(kind, " ", 2)[0]
		for {
			if of, ok := strings.CutPrefix(kind, "list of "); ok {
				kind, end = of, end+"[]"
			} else if of, ok := strings.CutPrefix(kind, "map of "); ok {
				kind, end = of, end+".*"
			} else {
				break
			}
		}
		if m := objectPattern.FindStringSubmatch(kind); m != nil {
			docKeys(t, sections, used, keys, end, m[1])
		} else if end != at {
			keys[end] = kind
		}
	}
}

// prepare makes the folder in which the commands run.
func prepare(t *testing.T) (server string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for i := range 30 {
			fmt.Fprintf(w, "<a href=/page/%c%c>page</a>", 'a'+i, 'a'+i)
		}
	}))
	t.Cleanup(s.Close)
	t.Chdir(t.TempDir())
	var truth strings.Builder
	for u := range 600 {
		fmt.Fprintf(&truth, "%d\t%d\n", u, u/40)
	}
	if err := os.WriteFile("truth.txt", []byte(truth.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("list.txt", []byte("http://a.example/ http://b.example/\nhttp://b.example/ http://a.example/x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	weft(t, exitDone, "generate", "gnp", "-o", "gnp", "--pages", "100", "--arcs", "400")
	weft(t, exitDone, "generate", "web", "-o", "damaged", "--pages", "100")
	text, err := os.ReadFile("damaged/weft.json")
	weft(t, exitDone, "generate", "gnp", "-o", "lacking", "--pages", "100")
	if err == nil {
		err = os.Remove("lacking/graph.offsets")
	}
	if err == nil {
		err = os.WriteFile("damaged/weft.json", bytes.Replace(text, []byte(`"pages": 1`), []byte(`"pages": 2`), 1), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.URL
}

// runJSON runs a command, and returns the type of what it printed, and the object.
func runJSON(t *testing.T, line string, more ...string) (reflect.Type, map[string]any) {
	t.Helper()
	var out, errs bytes.Buffer
	var typ reflect.Type
	a := &app{stdin: strings.NewReader("http://a.example/ http://b.example/\n"), stdout: &counted{Writer: &out}, stderr: &errs}
	a.look = func(v any) { typ = jsondoc.Elem(reflect.TypeOf(v)) }
	if got := a.run(append(strings.Fields(line), "--json", "--quiet")); got != jsonStatus[line] {
		t.Fatalf("weft %s: exit status %d, want %d\n%s%v", line, got, jsonStatus[line], errs.String(), more)
	}
	var v map[string]any
	dec := json.NewDecoder(&out)
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("weft %s: %v", line, err)
	}
	if dec.More() {
		t.Errorf("weft %s: more than one object", line)
	}
	if v["weft"] != 1.0 {
		t.Errorf("weft %s: the version is %v, want 1", line, v["weft"])
	}
	delete(v, "weft")
	return typ, v
}

// Every key that any command can print is described in docs/json with its type, and nothing that none can.
func TestJSONIsDescribed(t *testing.T) {
	sections, used := readDocs(t), map[string]bool{"sites used": true} // of which TestSitesUsedAreDescribed
	commands := map[string]bool{}
	server := prepare(t)
	for _, x := range jsonRuns {
		commands[strings.Fields(x.line)[0]] = true
		typ, v := runJSON(t, strings.ReplaceAll(x.line, "$0", server))
		want, got := map[string]string{}, map[string]string{}
		docKeys(t, sections, used, want, "", x.section)
		if typ == nil {
			typ = reflect.TypeFor[failed]()
			e, _ := v["error"].(map[string]any)
			file, _ := e["file"].(string)
			if told := errorsTold[x.line]; e["kind"] != told[0] || file != told[1] || e["exit_status"] != float64(jsonStatus[x.line]) {
				t.Errorf("weft %s: got %v, want %v", x.line, e, told)
			}
		}
		typeKeys(got, "", typ)
		for _, k := range slices.Sorted(maps.Keys(got)) {
			if want[k] != got[k] {
				t.Errorf("weft %s prints %s, %s: docs/json, %s, has %q", x.line, k, got[k], x.section, want[k])
			}
		}
		for _, k := range slices.Sorted(maps.Keys(want)) {
			if _, ok := got[k]; !ok {
				t.Errorf("docs/json, %s, has %s, which weft %s cannot print", x.section, k, x.line)
			}
		}
		printed := map[string]bool{}
		valueKeys(printed, "", v)
		for k := range printed {
			if !isDescribed(want, k) {
				t.Errorf("weft %s printed %s, which docs/json, %s, does not have", x.line, k, x.section)
			}
		}
	}
	lines, keys := map[string]string{}, map[string]string{} // of progress, on standard error
	docKeys(t, sections, used, lines, "", "line of progress")
	if typeKeys(keys, "", reflect.TypeFor[progress.Line]()); !maps.Equal(lines, keys) {
		t.Errorf("lines of progress have %v, docs/json has %v", keys, lines)
	}
	for name, rows := range sections {
		if len(rows) > 0 && !used[name] {
			t.Errorf("docs/json describes %q, which nothing prints", name)
		}
	}
	for _, c := range new(app).root().Commands() {
		if !commands[c.Name()] && !slices.Contains(printsNoJSON, c.Name()) {
			t.Errorf("weft %s is not looked at", c.Name())
		}
	}
}

// isDescribed says whether a printed key is described, perhaps as one of a map, or as a part of what writes itself.
func isDescribed(want map[string]string, key string) bool {
	if _, ok := want[key]; ok {
		return true
	}
	for k, kind := range want {
		base, of := strings.CutSuffix(k, ".*")
		if of && strings.HasPrefix(key, base+".") || kind == "size" && strings.HasPrefix(key, k+".") {
			return true
		}
	}
	return false
}

// An import is described by what was made of it, as weft info does it.
func TestImportTellsWhatWasMade(t *testing.T) {
	prepare(t)
	_, made := runJSON(t, "import list.txt -o listed")
	_, info := runJSON(t, "info listed")
	for k, v := range info {
		if !reflect.DeepEqual(made[k], v) {
			t.Errorf("%s: the import says %v, info %v", k, made[k], v)
		}
	}
	if made["mean_outdegree"] == 0.0 || made["transpose"] != true {
		t.Errorf("got a mean outdegree of %v, a transpose: %v", made["mean_outdegree"], made["transpose"])
	}
}
