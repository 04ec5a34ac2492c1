package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"weft/internal/mem"
	"weft/internal/mmap"
)

// planned are command lines that --plan plans, of a crawl web, a part of it, seeds and a truth.
var planned = []string{
	"degrees web", "rank pagerank web", "site all web", "rank hits web", "rank salsa web", "rank indegree web", "rank katz web", "rank closeness web --sources 64", "rank betweenness web --samples 20",
	"components web", "components web --grow 5,50,200%", "distances web --sources 64", "distances web --diameter",
	"fidelity web", "fidelity part --target web", "fidelity calibrate part --sets 1", "simulate web --sets 1", "simulate part --strategy all,flow --sets 1 --count 3",
	"seeds web -k 3", "seeds web --distances", "seeds eval web --seeds seeds --depth 2", "seeds carry web web --seeds seeds", "seeds carry web other --seeds seeds",
	"site web 0 --anyway", "site web 0 --anyway --clusters leiden", "site all web", "site all web --clusters closed", "site explain web 0", "site eval web --truth truth --least-pages 2 --draws 1",
	"clusters web", "clusters part --method mcl --max-size 50", "cores web -i 2 -j 2", "compare web part", "reciprocity web", "assortativity web", "triangles web", "kcore web", "kcore web --view symmetrised", "chance part --draws 3",
	"inequality web", "order web --gammas 0", "portrait web --cores 1 --samples 20", "simulate course part --strategy bfs --starts 2 --progress 50,100%",
	"simulate fit part --law observed --models 2 --measure bowtie", "simulate model --pages 3000 --start 20", "missing web", "contents web", "map web --top 20",
	"extract web -o out --top 50 --by pagerank", "quotient web -o out", "union web part -o out", "generate plus web --plus-random 0.5 -o out", "generate rewired web -o out",
}

// A run is not refused at the least budget that its plan accepts, and maps no more than the plan says.
func TestPlansHold(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "20000", "--degree", "5", "--quiet")
	weft(t, exitDone, "extract", "web", "-o", "part", "--top", "500", "--quiet")
	weft(t, exitDone, "generate", "web", "-o", "other", "--pages", "2000", "--degree", "5", "--random-seed", "7", "--quiet")
	var seeds, truth strings.Builder
	for u := range 100 {
		fmt.Fprintln(&seeds, u)
		fmt.Fprintf(&truth, "%d\t%d\n", u, u/20)
	}
	for name, text := range map[string]string{"seeds": seeds.String(), "truth": truth.String()} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range planned {
		t.Run(line, func(t *testing.T) { holdPlan(t, line) })
	}
}

// Plans whose lists and arrays lie in scratch files hold, too.
func TestPlansOfScratchFilesHold(t *testing.T) {
	t.Chdir(t.TempDir())
	weft(t, exitDone, "generate", "web", "-o", "web", "--pages", "200000", "--degree", "6", "--quiet")
	weft(t, exitDone, "extract", "web", "-o", "part", "--top", "500", "--quiet")
	for _, line := range mappedLines {
		t.Run(line, func(t *testing.T) {
			if err := os.RemoveAll("web/results"); err != nil { // the plan would count them
				t.Fatal(err)
			}
			if p := holdPlan(t, line); !strings.Contains(fmt.Sprint(p.MappedParts), "scratch files") {
				t.Errorf("no scratch files: %+v", p)
			}
		})
	}
}

// mappedLines are command lines that take scratch files where the budget is small.
var mappedLines = []string{
	"degrees web", "rank pagerank web", "rank hits web", "rank salsa web", "rank closeness web --sources 64", "components web", "components web --grow 5,50,200%",
	"distances web --sources 64", "fidelity web", "seeds web -k 3", "site all web --clusters closed", "clusters web", "report web -o out", "compare web part",
	"rank pagerank web --view symmetrised", "distances web --sources 64 --view between-hosts",
}

// aPlan is what is read of a plan.
type aPlan struct {
	Need        int64
	Mapped      int64
	MappedParts []mem.Part `json:"mapped_parts"`
}

var leastMemory = regexp.MustCompile(`at least --memory (\d+)MiB`)

// holdPlan runs a command line at the least budget that its plan accepts.
func holdPlan(t *testing.T, line string) (p aPlan) {
	args, least, out, text := append(strings.Fields(line), "--quiet", "--json"), 32, bytes.Buffer{}, bytes.Buffer{}
	memory := func() string { return fmt.Sprintf("--memory=%dMiB", least) }
	for {
		out.Reset()
		text.Reset()
		if run(append(args, "--plan", memory()), strings.NewReader(""), &out, &text) == exitDone {
			break
		}
		want := leastMemory.FindStringSubmatch(out.String())
		if want == nil {
			t.Fatalf("with %d MiB: %s%s", least, out.String(), text.String())
		}
		more, err := strconv.Atoi(want[1])
		if err != nil || more <= least {
			t.Fatalf("refused with %d MiB: %s", least, out.String())
		}
		least = more
	}
	if err := json.Unmarshal(out.Bytes(), &p); err != nil || p.Need > int64(least)<<20 {
		t.Errorf("the plan of %d MiB: %s (%v)", least, out.String(), err)
	}
	out.Reset()
	mmap.Most()
	if code := run(append(args, memory()), strings.NewReader(""), &out, &text); code != exitDone {
		t.Errorf("planned, and refused with %d MiB: %s%s", least, out.String(), text.String())
	}
	stated := p.Mapped
	for _, part := range p.MappedParts {
		if part.Name == "the program" {
			stated -= part.Bytes
		}
	}
	if most := mmap.Most(); p.MappedParts != nil && most > stated {
		t.Errorf("%d MiB: %d bytes of files are mapped, planned are %d: %v", least, most, stated, p.MappedParts)
	}
	for _, made := range []string{"out"} {
		if err := os.RemoveAll(made); err != nil {
			t.Fatal(err)
		}
	}
	return p
}
