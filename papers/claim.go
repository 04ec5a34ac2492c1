package papers

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"weft/algo/distance"
)

// The claims of each paper, a file for each, in the order in which they are printed.
//
//go:embed claims/*.toml
var claimFiles embed.FS

// A claim is a statement of a paper about one quantity, and the rule by which a figure of ours is judged.
type claim struct {
	ID    string // names the check in the code; unique in its file
	Where string // figure, table or section of the paper
	What  string // the quantity
	Paper string // what the paper says, and under which conditions
	Rule  string // when a figure agrees, and what else a reader must know
	// Value is the paper's number, where one number is compared with ours.
	Value float64
	// Counts are rows of a table of the paper; Numbers are numbers of the paper by their names.
	Counts  [][3]int
	Numbers map[string]float64
	// Agrees is the range of figures that agree with the paper. Unsure is a wider range, whose figures are not judged.
	Agrees, Unsure *bounds
}

// bounds are the ends of a range; both belong to it.
type bounds [2]float64

func (b *bounds) has(x float64) bool { return b != nil && b[0] <= x && x <= b[1] }

// judge judges a figure without chance by the ranges of the claim.
func (c *claim) judge(x float64) Verdict { return verdict(c.Agrees.has(x), c.Unsure.has(x)) }

// held judges a figure by its 95 % interval: see [Verdict].
func (c *claim) held(e distance.Estimate, known bool) Verdict {
	return held(e, known, c.Agrees[0], c.Agrees[1])
}

// A finding is the result of a claim in a run.
type finding struct {
	verdict Verdict
	ours    string // our figure, with its conditions
	of      string // added to what the claim is about, where one claim has several findings
	note    string // stands in place of the claim's rule, if not empty
}

// found is the only finding about a claim.
func found(v Verdict, ours string, args ...any) []finding {
	return []finding{{verdict: v, ours: fmt.Sprintf(ours, args...)}}
}

// notRun is the finding about a claim that nothing was measured for.
func notRun(why string) []finding { return found(NotRun, "%s", why) }

// noted gives a single finding a note of its own in place of the claim's rule.
func noted(f []finding, note string) []finding {
	f[0].note = note
	return f
}

// checks holds the function that compares each claim, by its ID, with the results of a run of type R. A function
// returns no finding where its claim has no row in this run.
type checks[R any] map[string]func(R, *claim) []finding

// rows returns a row for each finding about the claims in a file, in the order of the file.
func rows[R any](file string, of checks[R], run R) (all []Row) {
	for _, c := range claimsOf(file) {
		check := of[c.ID]
		if check == nil {
			panic(fmt.Sprintf("claims/%s.toml: no check for claim %q", file, c.ID))
		}
		for _, f := range check(run, &c) {
			all = append(all, c.row(f))
		}
	}
	return all
}

func (c *claim) row(f finding) Row {
	r := Row{Where: c.Where, What: c.What, Paper: c.Paper, Ours: f.ours, Verdict: f.verdict}
	if f.of != "" {
		r.What += ", " + f.of
	}
	switch {
	case f.note != "":
		r.Note = f.note
	case f.verdict != NotRun:
		r.Note = c.Rule
	}
	return r
}

// claimsOf returns the claims in a file. It panics on a file that cannot be read: the files are part of the program.
func claimsOf(file string) []claim {
	list, err := readClaims()
	if err != nil {
		panic(err)
	}
	return list[file]
}

// claimNamed returns a claim by its file and ID.
func claimNamed(file, id string) *claim {
	list := claimsOf(file)
	i := slices.IndexFunc(list, func(c claim) bool { return c.ID == id })
	if i < 0 {
		panic(fmt.Sprintf("claims/%s.toml: no claim %q", file, id))
	}
	return &list[i]
}

var readClaims = sync.OnceValues(func() (map[string][]claim, error) {
	names, err := claimFiles.ReadDir("claims")
	if err != nil {
		return nil, err
	}
	all := map[string][]claim{}
	for _, n := range names {
		var file struct {
			Words map[string]string // for {word} in rules
			Claim []claim
		}
		text, err := claimFiles.ReadFile(path.Join("claims", n.Name()))
		if err != nil {
			return nil, err
		}
		meta, err := toml.Decode(string(text), &file)
		if err != nil {
			return nil, fmt.Errorf("claims/%s: %w", n.Name(), err)
		}
		if more := meta.Undecoded(); len(more) > 0 {
			return nil, fmt.Errorf("claims/%s: unknown key %s", n.Name(), more[0])
		}
		for i := range file.Claim {
			for word, text := range file.Words {
				file.Claim[i].Rule = strings.ReplaceAll(file.Claim[i].Rule, "{"+word+"}", text)
			}
		}
		all[strings.TrimSuffix(n.Name(), ".toml")] = file.Claim
	}
	return all, nil
})
