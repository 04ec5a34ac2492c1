// Command finite crawls generated sites of known size, and counts the pages that each crawl missed. Finite sites
// must be fetched whole, and crawls of endless ones must end without help.
//
//	go build -o weft ./cmd/weft && go run ./bench/crawl/finite --weft ./weft --kinds open --out DIR
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"weft/testweb/finite"
)

// options are the flags of the command.
type options struct {
	kinds, weft, out, extra, noise string
	endless, json                  bool
	pages, missing                 int
	seed                           uint64 // of drawn kinds
}

// atOnce is the number of crawls that run at a time.
const atOnce = 2

func main() {
	var o options
	flag.StringVar(&o.kinds, "kinds", "open", "run the kinds of a half, open or kept, or all, or drawn, or those whose name matches a regular expression")
	flag.BoolVar(&o.endless, "endless", false, "run the endless kinds instead of the finite ones")
	flag.StringVar(&o.weft, "weft", "weft", "the weft binary")
	flag.StringVar(&o.out, "out", "", "folder of the crawls, a folder for each kind; required")
	flag.StringVar(&o.extra, "extra", "", "more flags of weft crawl, separated by blanks")
	flag.StringVar(&o.noise, "noise", "", "put a changing part on each page of kinds that have none: clock, counter, token, advert, quote or also")
	flag.IntVar(&o.pages, "pages", 6000, "stop crawls of endless kinds after so many pages")
	flag.IntVar(&o.missing, "missing", 0, "print up to so many missing pages of each kind")
	flag.Uint64Var(&o.seed, "seed", 1, "draw the options of drawn kinds from this seed")
	flag.BoolVar(&o.json, "json", false, "print one JSON object for each kind, and one for the summary")
	flag.Parse()
	if err := run(o); err != nil {
		log.Fatal(err)
	}
}

func run(o options) error {
	kinds, err := choose(o)
	if err != nil {
		return err
	}
	if o.out == "" {
		return fmt.Errorf("--out is required: the folder for the crawls")
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	results := make([]result, len(kinds))
	t := newTable(o)
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i, k := range kinds {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			results[i] = crawl(o, k)
			t.row(results[i])
		})
	}
	wg.Wait()
	t.summary(results)
	for _, r := range results {
		if r.Error != "" {
			return fmt.Errorf("%s: %s", r.Kind, r.Error)
		}
	}
	return nil
}

// choose returns the kinds that the flags name.
func choose(o options) (chosen []finite.Kind, err error) {
	half := map[string][]finite.Kind{"open": finite.Open(), "kept": finite.Kept(), "all": finite.All(), "drawn": finite.Drawn(o.seed)}[o.kinds]
	if half == nil {
		re, err := regexp.Compile(o.kinds)
		if err != nil {
			return nil, fmt.Errorf("--kinds: %w", err)
		}
		for _, k := range slices.Concat(finite.All(), finite.Drawn(o.seed)) {
			if re.MatchString(k.Name) {
				half = append(half, k)
			}
		}
	}
	noise, err := finite.ParseNoise(o.noise)
	if err != nil {
		return nil, fmt.Errorf("--noise: %w", err)
	}
	for _, k := range half {
		if k.Endless != o.endless {
			continue
		}
		if k.Noise == finite.Quiet {
			k.Noise = noise
		}
		chosen = append(chosen, k)
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("--kinds %s: no kind is chosen; with --endless only endless kinds are", o.kinds)
	}
	return chosen, nil
}

// A table prints results as they come, one at a time.
type table struct {
	options
	mu sync.Mutex
}

func newTable(o options) *table {
	if !o.json {
		fmt.Printf("%-22s %6s %8s %9s %6s %9s %9s %7s %5s %6s  %s\n", "kind", "pages", "fetched", "missing", "lost", "requests", "repeated", "ended", "exit", "CPU s", "last line")
	}
	return &table{options: o}
}

func (t *table) row(r result) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.json {
		print1(r)
		return
	}
	ended := "yes"
	if !r.Ended {
		ended = "NO"
	}
	fmt.Printf("%-22s %6d %8d %8.1f%% %6d %9d %9d %7s %5d %6.1f  %s\n", r.Kind, r.Pages, r.Fetched, r.MissingPercent, r.Lost, r.Requests, r.Repeated, ended, r.Exit, r.CPU, r.LastLine)
	for _, target := range r.Missing {
		fmt.Printf("    missing %s\n", target)
	}
}

// print1 prints a line of JSON.
func print1(v any) {
	line, err := json.Marshal(v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", line)
}

// A summary counts results.
type summary struct {
	Kinds     int    `json:"kinds"`
	Whole     int    `json:"whole"`      // sites that were fetched whole
	Ended     int    `json:"ended"`      // crawls that ended by themselves
	Unbounded int    `json:"unbounded"`  // kinds that no rule can end
	Worst     string `json:"worst"`      // the kind with most missing pages, or with most requests
	WorstText string `json:"worst_text"` // how bad

	Incomplete []string `json:"incomplete"` // kinds that lack a page
	Endless    []string `json:"not_ended"`  // kinds whose crawls did not end, without kinds that no rule can end
}

func (t *table) summary(all []result) {
	s := summarize(all, t.endless)
	if t.json {
		print1(s)
		return
	}
	what := "finite"
	if t.endless {
		what = "endless"
	}
	fmt.Printf("%s kinds: %d; real pages whole: %d; ended by themselves: %d of %d", what, s.Kinds, s.Whole, s.Ended, s.Kinds-s.Unbounded)
	if s.Unbounded > 0 {
		fmt.Printf(", and %d that no rule can end", s.Unbounded)
	}
	fmt.Printf("; worst: %s, %s\n", s.Worst, s.WorstText)
	if len(s.Incomplete) > 0 {
		fmt.Println("incomplete:", strings.Join(s.Incomplete, " "))
	}
	if len(s.Endless) > 0 {
		fmt.Println("not ended:", strings.Join(s.Endless, " "))
	}
}

// summarize counts results. The worst kind has most missing pages; among endless kinds with equally many, it has
// most requests.
func summarize(all []result, endless bool) summary {
	s := summary{Kinds: len(all)}
	var worst result
	for _, r := range all {
		if r.Fetched == r.Pages {
			s.Whole++
		} else {
			s.Incomplete = append(s.Incomplete, r.Kind)
		}
		switch {
		case r.Unbounded:
			s.Unbounded++
			continue
		case r.Ended:
			s.Ended++
		default:
			s.Endless = append(s.Endless, r.Kind)
		}
		if worst.Kind == "" || r.MissingPercent > worst.MissingPercent || endless && r.MissingPercent == worst.MissingPercent && r.Requests > worst.Requests {
			worst = r
		}
	}
	s.Worst = worst.Kind
	s.WorstText = fmt.Sprintf("%.1f%% missing, %d requests", worst.MissingPercent, worst.Requests)
	return s
}
