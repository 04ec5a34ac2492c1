// Package lint holds the tests of the house itself.
package lint

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "weft/"

// floors lists the packages from the ground up. A package imports only packages of lower floors; "x/..." stands for x
// and all below it. docs/architecture.md says why.
var floors = [][]string{
	{"graph/alloc", "internal/flock", "internal/drawn", "internal/shared"},
	{"internal/held"},
	{"internal/disk", "internal/digits", "internal/choice", "internal/option", "internal/offered", "internal/ascii", "internal/lists", "internal/jsondoc/jsondoctest"},
	{"internal/ending", "internal/sheet", "internal/disk/disktest", "internal/jsondoc", "internal/licences", "internal/browsertest", "making/ingest/scan"},
	{"internal/licences/collect"},
	{"internal/licences/collect/write"},
	{"internal/corrupt", "internal/inert", "internal/responses", "internal/mem", "internal/par", "internal/atomicfile", "internal/splitmix", "internal/stoptest", "internal/bitset", "internal/front", "internal/heap", "internal/http1", "internal/topk"},
	{"internal/mmap", "internal/blocksum", "making/ingest/judge", "making/ingest/tally"},
	{"internal/ef", "internal/usage", "internal/npy", "internal/table", "internal/progress", "internal/plots", "internal/eventlog"},
	{"web/weburl", "graph/bitcode", "graph/kinds", "graph/page", "web/similar", "web/robots"},
	{"web/links", "web/sitemap", "web/shell", "web/warc", "web/remote", "store/names", "store/notes", "internal/extsort", "crawl", "crawl/scope", "crawl/trap", "making/ingest/tables"},
	{"making/ingest/unpack", "web/ccindex", "web/replay", "crawl/strategy", "crawl/frontier", "crawl/frontier/frontiertest", "crawl/estimate", "web/capture", "crawl/journal", "crawl/polite", "crawl/patience", "crawl/shared"},
	{"web/live", "crawl/archive", "crawl/shared/sharedtest", "crawl/shared/redis/redistest", "crawl/shared/redis", "crawl/shared/urlfrontier/urlfrontiertest", "crawl/shared/urlfrontier"},
	{"crawl/shared/open"},
	{"graph"},
	{"graph/graphtest", "graph/view", "graph/ahead"},
	{"graph/bv"},
	{"graph/bv/bvtest"},
	{"stats", "testweb", "testweb/finite", "graph/random"},
	{"algo/component", "crawl/model"},
	{"algo/rank", "algo/distance", "algo/flow", "algo/cluster", "algo/hierarchy", "algo/triangle", "algo/core", "algo/kcore", "algo/betweenness", "algo/order", "algo/layout", "algo/rewire"},
	{"algo/hak", "algo/sites"},
	{"store"},
	{"store/terms"},
	{"store/lookup", "making/shards"},
	{"store/textindex"},
	{"making/assemble"},
	{"making/ingest/formats"},
	{"making/ingest/formats/formatstest"},
	{"making/ingest/lists", "making/ingest/graphs", "making/ingest/jsons"},
	{"making/ingest/frames", "making/ingest/captures"},
	{"making/ingest/indexes"},
	{"making/ingest", "making/generate", "testweb/demo", "testweb/finite/serve"},
	{"making/ingest/ingesttest"},
	{"answers/answer"},
	{"answers/reciprocity", "answers/assortativity", "answers/triangles", "answers/kcore", "livecrawl/folder"},
	{"answers/answer/answertest", "answers/measure", "answers/clusters", "answers/cores", "answers/order", "making/quotient", "answers/simulate", "making/generate/generatetest", "livecrawl/visit"},
	{"livecrawl/memo", "livecrawl/check", "livecrawl/ledger"},
	{"livecrawl/fetch", "livecrawl/share"},
	{"livecrawl"},
	{"answers/texts"},
	{"answers/missing", "answers/pages", "answers/chance", "answers/inequality", "answers/atlas", "answers/contents", "answers/portrait", "answers/course"},
	{"answers/links", "answers/site", "answers/fidelity", "faces/export", "faces/spark", "answers/compare", "livecrawl/watch", "answers/seeds", "answers/migrate"},
	{"answers/strategies", "answers/changes", "answers/recheck", "answers/records"},
	{"answers", "faces/report", "faces/serve/jobs"},
	{"faces/serve/forms"},
	{"faces/serve"},
	{"making/combine", "papers", "answers/migrate/migratetest"},
	{"bench/engines/csr"},
	{"cmd/...", "bench/...", "internal/lint"},
}

// folders are the rooms of the house from the ground up: none imports one that stands after it. Those of one line do
// not know of each other.
var folders = [][]string{
	{"internal"}, {"graph"}, {"stats"}, {"web"}, {"crawl"}, {"algo"}, {"store"}, {"making"}, {"livecrawl", "testweb"}, {"answers"}, {"papers", "faces"}, {"cmd", "bench"},
}

func folder(pkg string) (name string, floor int) {
	name, _, _ = strings.Cut(pkg, "/")
	return name, slices.IndexFunc(folders, func(on []string) bool { return slices.Contains(on, name) })
}

// mayImportUp are the tests that build what they test from a floor above: a crawl is made by an import, a space is a
// mapped file.
var mayImportUp = map[string][]string{"store": {"making/ingest", "making/ingest/lists"}, "store/lookup": {"making/ingest"}, "graph/alloc": {"internal/mmap", "internal/blocksum"}, "crawl": {"crawl/strategy"}, "crawl/strategy": {"crawl/frontier", "graph", "algo/flow", "answers/simulate"}, "crawl/journal": {"crawl/strategy", "crawl/frontier"}, "crawl/estimate": {"crawl/strategy", "graph", "answers/simulate"}}

func floor(pkg string) int {
	for i, fl := range floors {
		for _, p := range fl {
			base, all := strings.CutSuffix(p, "/...")
			if pkg == p || all && (pkg == base || strings.HasPrefix(pkg, base+"/")) {
				return i
			}
		}
	}
	return -1
}

// Run it with -count=1: the test cache does not see new packages.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; seen++ {
		var p struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from := strings.TrimPrefix(p.ImportPath, module)
		f := floor(from)
		if f < 0 {
			t.Errorf("%s stands on no floor: add it to floors", from)
		}
		if !strings.HasPrefix(from, "bench/") && !regexp.MustCompile(`(^|[^\w/])`+regexp.QuoteMeta(from)+`($|[^\w/])`).Match(text) {
			t.Errorf("docs/architecture.md does not name %s", from)
		}
		room, above := folder(from)
		if above < 0 {
			t.Errorf("%s lies in no folder of the house: add it to folders", from)
		}
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, module)
			if in, below := folder(to); ours && in != room && below >= above && room != "internal" {
				t.Errorf("%s imports %s: %s stands below %s", from, to, room, in)
			}
		}
		for _, imp := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			to, ours := strings.CutPrefix(imp, module)
			// Packages for tests stand above what they help to test.
			if !ours || to == from || slices.Contains(mayImportUp[from], to) || strings.HasSuffix(to, "test") {
				continue
			}
			if floor(to) >= f {
				t.Errorf("%s (floor %d) imports %s (floor %d)", from, f, to, floor(to))
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d packages were looked at", seen)
	}
}

// pure packages touch no files, network, flags, log or clock.
var pure = []string{"graph/alloc", "web/weburl", "web/links", "web/sitemap", "web/robots", "web/shell", "crawl/scope", "crawl/trap", "web/similar", "crawl/estimate", "crawl", "crawl/strategy", "graph/bitcode", "graph/kinds", "graph/page", "graph", "graph/ahead", "graph/view", "algo/rank", "algo/component", "algo/distance", "algo/hak", "algo/flow", "algo/cluster", "algo/hierarchy", "algo/sites", "algo/triangle", "algo/kcore", "algo/betweenness", "testweb", "testweb/finite", "graph/random", "stats", "making/ingest/judge", "making/ingest/scan", "making/ingest/tally", "making/ingest/tables"}

func TestPureRooms(t *testing.T) {
	banned := []string{"os", "net", "net/http", "time", "flag", "log", "log/slog", "os/exec", "path/filepath"}
	for _, p := range pure {
		out, err := exec.Command("go", "list", "-f", "{{join .Imports \"\\n\"}}", module+p).Output()
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		for imp := range strings.Lines(string(out)) {
			if imp = strings.TrimSpace(imp); slices.Contains(banned, imp) {
				t.Errorf("%s imports %s: pure rooms take readers, seeds and graph views", p, imp)
			}
		}
	}
}
