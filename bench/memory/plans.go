package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// plannedLines are commands on a crawl A and a part B of it. S is a file of seeds, T a truth, O an output.
var plannedLines = []string{
	"degrees A", "rank pagerank A", "rank pagerank A --method gauss-seidel", "rank hits A", "rank salsa A", "rank indegree A", "rank katz A",
	"rank closeness A --sources 64", "rank betweenness A --samples 50",
	"components A", "components A --grow 5,50,200%", "distances A --sources 64", "distances A --diameter", "distances A --from 0",
	"fidelity A", "fidelity B --target A", "fidelity components A", "fidelity calibrate A --sets 2",
	"simulate A --sets 1", "simulate A --strategy all,flow --sets 1 --count 3 --fidelity-points 2",
	"seeds A -k 3 -o O", "seeds A --distances", "seeds eval A --seeds S --depth 2",
	"site A 0 --anyway", "site A 0 --anyway --clusters leiden --flow none", "site A 0 --anyway --clusters given --capacity constant --flow online",
	"site all A", "site all A --clusters closed", "site explain A 0", "site eval A --truth T --least-pages 2 --draws 2", "site diff A A 0 --anyway",
	"clusters A", "clusters A --method mcl --max-size 50",
	"cores A -i 1..2 -j 1..3 --max-degree 100", "cores A -i 2..3 -j 2 --kind count", "seeds carry A A --seeds S",
	"compare A B", "reciprocity A", "assortativity A", "triangles A", "triangles A --samples 50", "kcore A", "kcore A --degree in",
	"chance A --draws 3", "inequality A", "order A --gammas 0,0.5", "portrait A --cores 2 --samples 20",
	"simulate course A --strategy bfs,dfs --starts 3 --progress 50,100%", "simulate fit A --law observed --models 2 --measure bowtie,paths,clustering",
	"missing A", "contents A", "map A --top 50", "report A -o O",
	"extract A -o O --top 50 --by pagerank", "quotient A -o O", "quotient A -o O --by domain", "union A B -o O", "difference A B -o O",
	"generate plus A --plus-random 0.5 -o O", "generate rewired A -o O", "simulate model --pages 20000 --start 20 --progress 40%",
	"generate web -o O --pages 300k --degree 8",
}

// runPlans runs each command at the least budget that its plan accepts. It prints a row for each command. It returns true
// if all runs keep to their plans.
func runPlans(weft string, crawls []string, only string, limit time.Duration) (bool, error) {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "weft-plans-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // scratch
	fmt.Print("| crawl | command | least, MiB | form | anonymous, MiB | stated mapped, MiB | of files, MiB | CPU s | |\n|---|---|---|---|---|---|---|---|---|\n")
	fine := true
	for i, crawl := range crawls {
		h := held{weft: weft, crawl: crawl, dir: filepath.Join(dir, strconv.Itoa(i)), limit: limit}
		if err := h.prepare(); err != nil {
			return false, err
		}
		for _, line := range plannedLines {
			if !pattern.MatchString(line) {
				continue
			}
			if err := h.makeReady(line); err != nil {
				return false, err
			}
			row := h.hold(strings.Fields(line))
			fmt.Printf("| %s | `%s` | %s\n", filepath.Base(crawl), line, row.text())
			fine = fine && row.fault == ""
		}
	}
	return fine, nil
}

// held are the files for the commands on one crawl.
type held struct {
	weft, crawl, dir string
	limit            time.Duration // of a command
}

// prepare copies the crawl, and makes the files that some commands read: seeds, a truth, and a part of the crawl.
func (h *held) prepare() error {
	if err := os.Mkdir(h.dir, 0o755); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(h.crawl, "weft.json")); err != nil { // a bare graph
		if _, err := peakOf(nil, h.weft, "import", h.crawl, "-o", h.path("crawl"), "--fetched", "all", "--quiet"); err != nil {
			return err
		}
	} else if err := h.copyCrawl(); err != nil {
		return err
	}
	h.crawl = h.path("crawl")
	if _, err := peakOf(nil, h.weft, "extract", h.crawl, "-o", h.path("part"), "--top", "300", "--quiet"); err != nil {
		return err
	}
	var seeds, truth strings.Builder
	for u := range 200 {
		fmt.Fprintln(&seeds, u)
		fmt.Fprintf(&truth, "%d\t%d\n", u, u/20)
	}
	if err := os.WriteFile(h.path("seeds"), []byte(seeds.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(h.path("truth"), []byte(truth.String()), 0o644)
}

// copyCrawl copies the crawl without its results.
func (h *held) copyCrawl() error {
	files, err := os.ReadDir(h.crawl)
	if err != nil {
		return err
	}
	if err := os.Mkdir(h.path("crawl"), 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(h.crawl, f.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(h.path("crawl"), f.Name()), data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// before are commands that save the results for other commands.
var before = map[string]string{"extract A": "rank pagerank A", "site explain": "site all A"}

// makeReady removes the results of the crawl, and makes the results that a command reads.
func (h *held) makeReady(line string) error {
	if err := os.RemoveAll(filepath.Join(h.crawl, "results")); err != nil {
		return err
	}
	for prefix, first := range before {
		if strings.HasPrefix(line, prefix) {
			if _, err := peakOf(nil, h.weft, h.words(strings.Fields(first))...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (h *held) path(name string) string { return filepath.Join(h.dir, name) }

// words replaces the letters of a line by paths.
func (h *held) words(line []string) []string {
	with := map[string]string{"A": h.crawl, "B": h.path("part"), "S": h.path("seeds"), "T": h.path("truth"), "O": h.path("out")}
	words := make([]string, len(line))
	for i, w := range line {
		words[i] = w
		if path, ok := with[w]; ok {
			words[i] = path
		}
	}
	return append(words, "--quiet")
}

// A result describes the run of a command at the least budget that its plan accepts. Sizes are in MiB.
type result struct {
	least              int
	form               string
	stated, mapped     float64
	anonymous, ofFiles float64
	cpu                float64
	fault              string // the reason why the plan does not hold
	note               string
}

func (r *result) text() string {
	return fmt.Sprintf("%d | %s | %.1f | %.1f | %.1f | %.2f | %s |", r.least, r.form, r.anonymous, r.mapped, r.ofFiles, r.cpu, r.fault+r.note)
}

// askedFor finds the budget that a refusal asks for.
var askedFor = regexp.MustCompile(`at least --memory (\d+)MiB`)

// hold finds the least budget of a plan, and runs the command with it.
func (h *held) hold(line []string) (r result) {
	words := h.words(line)
	if !r.plan(h.weft, words) {
		return r
	}
	defer os.RemoveAll(h.path("out")) //nolint:errcheck // scratch
	ctx, stop := context.WithTimeout(context.Background(), h.limit)
	defer stop()
	cmd := exec.CommandContext(ctx, h.weft, append(words, "--memory", r.memory())...)
	peak, err := peaksOfCommand(cmd, nil)
	r.anonymous, r.ofFiles = float64(peak.anonymous)/1024, float64(peak.ofFiles)/1024
	if cmd.ProcessState != nil {
		r.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	}
	switch {
	case ctx.Err() != nil:
		r.fault = r.over()
		r.note = "stopped after " + h.limit.String()
	case err != nil:
		_, said, _ := strings.Cut(err.Error(), "error: ")
		said, _, _ = strings.Cut(said, "\n")
		r.fault = "**refused**: " + said
	default:
		r.fault = r.over()
	}
	return r
}

// plan finds the least budget that a plan accepts, and reads the plan. It returns false for a command that the crawl
// does not allow, such as one by hosts where pages have no names.
func (r *result) plan(weft string, words []string) bool {
	var plan struct {
		Form   string
		Need   int64
		Mapped int64
		Stages []struct{ Form string }
	}
	for r.least = 32; ; {
		var out, text bytes.Buffer
		cmd := exec.Command(weft, append(words, "--plan", "--json", "--memory", r.memory())...)
		cmd.Stdout, cmd.Stderr = &out, &text
		if cmd.Run() == nil {
			if err := json.Unmarshal(out.Bytes(), &plan); err != nil {
				r.fault = err.Error()
				return false
			}
			break
		}
		asked := askedFor.FindStringSubmatch(out.String() + text.String())
		if asked == nil {
			r.note = "not planned: " + strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", " ")
			return false
		}
		more, _ := strconv.Atoi(asked[1])
		r.least = max(r.least+1, more)
	}
	r.form, r.stated, r.mapped = plan.Form, mib(plan.Need), mib(plan.Mapped)
	for _, s := range plan.Stages {
		if !strings.Contains(r.form, s.Form) {
			r.form += ", " + s.Form
		}
	}
	return true
}

// over names the figure by which a run went beyond its plan. It is empty for a run within its plan.
func (r *result) over() string {
	switch {
	case r.anonymous > float64(r.least):
		return "**over the budget**"
	case r.anonymous > r.stated:
		return "**over the need**"
	case r.mapped > 0 && r.ofFiles > r.mapped:
		return "**more of files**"
	}
	return ""
}

func (r *result) memory() string { return fmt.Sprintf("%dMiB", r.least) }

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }
