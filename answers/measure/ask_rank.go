package measure

import (
	"cmp"
	"context"
	"math"

	"weft/algo/rank"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/offered"
	"weft/store"
)

// Group is the first word of the questions for scores.
var Group = answer.Group{Name: "rank", Short: "Score pages by PageRank, HITS, SALSA, in-degree, Katz, closeness or betweenness", What: "ranking"}

// rankQuestions are those for scores.
var rankQuestions = []answer.Question{
	rankQuestion(PageRank, "Score pages by PageRank", `Score pages by PageRank. Scores sum to 1 over all pages, including ghosts. Iteration stops when the L1 error is certainly
at most --tolerance, or after --iterations. --preference makes PageRank personalised: a file with one URL or page number
per line, optionally with a weight. A surfer leaves a dangling page by the preference (strong), to any page (weak), or not
at all (pseudo: scores sum to less than 1). With --weights kept a surfer follows an arc in proportion to its weight. A page
whose arcs weigh 0 is dangling. Weights below 0 are refused. With --view in-scope or answered and no preference, hidden pages score 0; the
other pages have the PageRank of the graph without hidden pages.`),
	rankQuestion(HITS, "Score pages as hubs and authorities", `Score pages as hubs and authorities (Kleinberg 1999) of the whole graph. All scores start at 1; each iteration computes
authorities, then hubs, and normalises both. A link from a page to itself counts only with --loops. Iteration stops after
--iterations, or when the authorities change by at most --tolerance.`),
	rankQuestion(SALSA, "Score pages by SALSA, in closed form", `Score pages by SALSA (Lempel and Moran 2001) in closed form. In each weak component of the bipartite graph of hubs and
authorities, the score of an authority is its share of the arcs times the component's share of all authorities. Hubs are
scored in the same way. Scores sum to 1.`),
	rankQuestion(InDegree, "Score pages by their in-degree", "Score pages by the number of pages that link to them. A page that links to itself counts."),
	rankQuestion(Katz, "Score pages by Katz centrality", `Score pages by Katz centrality (Katz 1953): the number of walks along links that end at the page. A walk of k links counts
alpha^k. Scores solve x = alpha·A'x + 1, and the sum of their squares is 1, as katz_centrality of networkx with
beta 1. Dangling pages need no treatment: their walks end. Scores exist if alpha is below the inverse of the largest
eigenvalue of the links. By default alpha is 0.85 divided by an upper bound of this eigenvalue, so that scores always
converge. With a larger alpha they may diverge, which is an error. Iteration stops when each score is certainly within
--tolerance of itself. With --view in-scope or answered, hidden pages score 0.`),
	rankQuestion(Closeness, "Score pages by closeness centrality", `Score pages by closeness: how near the page is to the pages that lead to it. Let r other
pages of n lead to it, at distances with the sum s. The score is r/s · r/(n-1), and 0 if r is 0 (Wasserman and Faust
1994). This is closeness_centrality of networkx. Harmonic centrality, which weft distances computes, is the mean of inverse distances.

Small crawls are counted exactly, by searches from all pages, under the same conditions as weft distances. In larger
crawls 2,048 random pages stand for all, and scores have 95 % intervals. These hold for pages that ten or more of the
random pages lead to. --sources chooses their number, --exact searches from all pages.`),
	rankQuestion(Betweenness, "Score pages by betweenness centrality", `Score pages by betweenness: the share of all ordered pairs of other pages whose shortest path along links leads through
the page (Freeman 1977). Of several shortest paths each counts the same part. The score is divided by (n-1)(n-2), as
betweenness_centrality of networkx does.

Small crawls are counted exactly by searches from all pages (Brandes 2001), if pages times links are 500 million or less.
--exact does it in any crawl: n pages and m links take about n·m/100,000,000 seconds. In larger crawls random pairs of
pages are drawn, and a random shortest path of each (Riondato and Kornaropoulos 2014). Enough pairs are drawn that all
scores are within --error with 95 % probability. The intervals of all pages hold together with 95 % probability, so they
also hold for the pages that were chosen as the best. --samples sets the number of pairs.`),
}

func rankQuestion(name, short, long string) answer.Question {
	return answer.Question{
		Name: "rank " + name, Planned: name, Short: short, Long: long + "\n\nScores are written to CRAWL/results, as .npy and, with URLs, as .parquet. Options and kinds of arcs other than the defaults\nbecome part of the file names, so they do not replace the default scores.", More: " --top 20",
		Gives: []answer.Answer{(*Ranking)(nil)}, Lacks: lacks(name),
		New: func() answer.Asker { return &askRanking{name: name} },
	}
}

// lacks returns the tables that a ranking never has.
func lacks(name string) []string {
	switch name {
	case HITS, SALSA:
		return []string{"top"}
	case Closeness, Betweenness:
		return []string{"authorities", "hubs", "top_hosts"}
	}
	return []string{"authorities", "hubs"}
}

// askRanking asks for a ranking, with the options of this ranking.
type askRanking struct {
	name                               string
	o                                  RankOptions
	dangling, method, preference, norm string
	weights                            string
}

func (q *askRanking) Flags(f answer.Flags) {
	f.IntVarP(&q.o.Top, "top", "n", 10, "list the `K` best pages")
	switch q.name {
	case PageRank:
		f.Float64Var(&q.o.Alpha, "alpha", 0.85, "use damping `A`, between 0 and 1")
		f.StringVar(&q.dangling, "dangling", "strong", "treat dangling pages by `RULE`: strong, weak or pseudo")
		offered.Set(f, "dangling", rank.DanglingNames())
		f.StringVar(&q.method, "method", AutoMethod, "iterate by `METHOD`: gauss-seidel, power (one step of the surfer per iteration), or auto (power where it is faster, or the only way)")
		offered.Set(f, "method", Methods)
		f.StringVar(&q.weights, "weights", OneWeight, "follow arcs in proportion to `WEIGHTS`: one (all alike), or kept (weights that weft import --weights kept)")
		offered.Set(f, "weights", Weights)
		f.StringVar(&q.preference, "preference", "", "let surfers restart at the pages listed in `FILE`")
		f.Float64Var(&q.o.Tolerance, "tolerance", 1e-9, "stop when the L1 error is certainly at most `E`")
		f.IntVar(&q.o.Iterations, "iterations", defaultIterations[PageRank], "stop after `N` iterations")
	case Katz:
		f.Float64Var(&q.o.Alpha, "alpha", 0, "count a walk of k links `A`^k times; 0 for 0.85 divided by a bound of the largest eigenvalue")
		f.Float64Var(&q.o.Tolerance, "tolerance", 1e-9, "stop when scores are certainly right up to the share `E`")
		f.IntVar(&q.o.Iterations, "iterations", defaultIterations[Katz], "stop after `N` iterations")
	case Closeness:
		f.IntVar(&q.o.Sources, "sources", 0, "estimate by searches from `N` random pages; 0 for 2048, or all pages where that is quick")
		f.BoolVar(&q.o.Exact, "exact", false, "search from all pages, however long it takes")
		f.IntVar(&q.o.Iterations, "iterations", farthest, "examine distances up to `N`; 0 for all, however long it takes")
	case Betweenness:
		f.Float64Var(&q.o.Error, "error", defaultError, "draw as many pairs that no score is off by more than `E`, with 95 % probability")
		f.IntVar(&q.o.Samples, "samples", 0, "draw `N` pairs of pages; 0 for as many as --error requires, or an exact count where that is quick")
		f.BoolVar(&q.o.Exact, "exact", false, "search from all pages, however long it takes")
	case HITS:
		f.BoolVar(&q.o.Loops, "loops", false, "count arcs from a page to itself")
		f.StringVar(&q.norm, "norm", "l2", "normalise scores after each half step by `NORM`: l2 or l1")
		offered.Set(f, "norm", Norms)
		f.Float64Var(&q.o.Tolerance, "tolerance", 0, "stop when authorities change by at most `E`; 0 for never")
		f.IntVar(&q.o.Iterations, "iterations", defaultIterations[HITS], "stop after `N` iterations")
	}
}

// options reads what is a word or a file.
func (q *askRanking) options(c *store.Crawl, o answer.Options) (RankOptions, error) {
	ro := q.o
	ro.Options = o
	var err error
	ro.Method, ro.Weights = q.method, q.weights
	if q.name == PageRank {
		if ro.Dangling, err = rank.ParseDangling(cmp.Or(q.dangling, rank.Strong.String())); err != nil {
			return ro, err
		}
		if ro.Tolerance == 0 {
			ro.Tolerance = -1 // never; 0 would stand for the default
		}
	}
	if q.name == Closeness && ro.Iterations == 0 {
		ro.Iterations = -1
	}
	if q.norm == "l1" {
		ro.Norm = rank.L1
	}
	if q.preference != "" {
		ro.Preference, err = readPreference(c, q.preference, &o)
	}
	return ro, err
}

// Norms lists the norms of HITS.
var Norms = []string{"l2", "l1"}

// Check implements answer.Asker.
func (q *askRanking) Check() error {
	iterates := q.name == PageRank || q.name == HITS || q.name == Katz
	if q.o.Exact && q.o.Sources > 0 {
		return answer.Refused("{exact} cannot be combined with {sources}")
	}
	if q.o.Exact && q.o.Samples > 0 {
		return answer.Refused("{exact} cannot be combined with {samples}")
	}
	if q.o.Sources == 1 {
		return answer.Refused("{sources} 1 gives no interval: expected 2 or more")
	}
	if q.weights == KeptWeights && q.method == GaussSeidel {
		return answer.Refused("{weights} kept cannot be combined with {method} gauss-seidel: weights are used by the power method")
	}
	if q.dangling == rank.Weak.String() && q.preference != "" && q.method == GaussSeidel {
		return answer.Refused("{method} gauss-seidel cannot be combined with {dangling} weak and {preference}: use {method} auto, which takes the power method")
	}
	return answer.CheckAll(
		answer.AtLeast("sources", q.o.Sources, 0),
		answer.AtLeast("samples", q.o.Samples, 0),
		answer.Rule{Holds: q.o.Samples <= mostSamples, Option: "samples", Value: q.o.Samples, Want: "at most " + digits.Grouped(mostSamples)},
		answer.Rule{Holds: q.name != Betweenness || q.o.Error >= leastError && q.o.Error < 1, Option: "error", Value: q.o.Error, Want: "a number from 0.0001 to below 1"},
		answer.Rule{Holds: q.name != Closeness || q.o.Iterations >= 0, Option: "iterations", Value: q.o.Iterations, Want: "0 or more"},
		answer.Rule{Holds: q.name != Katz || q.o.Alpha >= 0 && q.o.Alpha <= math.MaxFloat64, Option: "alpha", Value: q.o.Alpha, Want: "a number, 0 or more"},
		answer.Rule{Holds: q.name != Katz || q.o.Tolerance > 0, Option: "tolerance", Value: q.o.Tolerance, Want: "a number above 0"},
		answer.AtLeast("top", q.o.Top, 0),
		orNone(answer.OneOf("method", q.method, Methods)),
		orNone(answer.OneOf("weights", q.weights, Weights)),
		orNone(answer.OneOf("norm", q.norm, Norms)),
		orNone(answer.OneOf("dangling", q.dangling, rank.DanglingNames())),
		answer.Rule{Holds: q.name != PageRank || q.o.Alpha > 0 && q.o.Alpha < 1, Option: "alpha", Value: q.o.Alpha, Want: "a number between 0 and 1"},
		answer.Rule{Holds: !iterates || q.o.Iterations >= 1, Option: "iterations", Value: q.o.Iterations, Want: "1 or more"},
		answer.Rule{Holds: !iterates || q.o.Tolerance >= 0 && q.o.Tolerance <= math.MaxFloat64, Option: "tolerance", Value: q.o.Tolerance, Want: "a number, 0 or more"},
	)
}

// orNone lets a word be left out.
func orNone(r answer.Rule) answer.Rule {
	r.Holds = r.Holds || r.Value == ""
	return r
}

func (q *askRanking) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	ro, err := q.options(c, o)
	if err != nil {
		return w, err
	}
	s, err := RankingStage(ctx, c, q.name, ro)
	return answer.Work{Stages: []answer.Stage{s}, Do: func() (answer.Answer, error) {
		return answer.Got(GetRanking(ctx, c, q.name, ro))
	}}, err
}
