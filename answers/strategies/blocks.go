package strategies

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/simulate"
	"weft/internal/digits"
)

// A Comparison is how strategies have crawled a stored graph.
//
//json:object simulate --strategy
type Comparison struct {
	Kinds     string `json:"kinds"`      // kinds of arcs that the crawls follow, joined by +
	Pages     int    `json:"pages"`      // crawled pages, which make the graph of the simulation
	Arcs      int64  `json:"arcs"`       // arcs between the crawled pages
	Left      int    `json:"left_out"`   // pages left out because they were not crawled and their links are unknown
	LeftLinks int64  `json:"left_links"` // arcs to the pages left out
	Start     string `json:"start"`      // seeds: random, top, or the file of seeds
	Sets      int    `json:"sets"`       // sets of seeds
	Seeds     int    `json:"seeds"`      // seeds of a set
	// each set consists of all pages with links; intervals then cover only the random draws of the
	// strategies
	SameSeeds  bool             `json:"same_seeds,omitempty"`
	SeedsLeft  int              `json:"seeds_left,omitempty"`               // seeds of the file left out because they were not crawled
	Limit      int              `json:"limit"`                              // maximum number of pages of a crawl; 0 for no limit
	By         string           `json:"by,omitempty" absent:"nobody knows"` // unit of the groups: host, domain or site
	Groups     int              `json:"groups"`                             // number of groups; 0 if unknown
	Alpha      float64          `json:"alpha"`                              // damping of PageRank
	Iterations int              `json:"iterations"`                         // iterations of PageRank on the crawled pages
	Curves     []simulate.Curve `json:"curves"`                             // results of each strategy
	simulate.Verdicts

	files []answer.File
}

// Kept is plots alone: crawls have a file of their own.
func (r *Comparison) Kept() answer.Kept { return answer.Kept{Files: r.files} }

// Blocks reports the graph, the results of each strategy, the leader, and the basis of this judgement.
func (r *Comparison) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("graph", "%s, %s", digits.Plural(r.Pages, "page"), digits.Plural(r.Arcs, "arc"))}
	if r.Left > 0 {
		all = append(all, answer.Row("left out", "%s that %s not crawled, and %s to %s to is not known", digits.Plural(r.Left, "page"), digits.Verb(r.Left, "was", "were"),
			digits.Plural(r.LeftLinks, "link"), digits.Verb(r.Left, "it: what it links", "them: what they link")))
	}
	if r.SeedsLeft > 0 {
		all = append(all, answer.Row("no seeds", "%s of %s that %s not crawled", digits.Plural(r.SeedsLeft, "page"), r.Start, digits.Verb(r.SeedsLeft, "was", "were")))
	}
	all = append(
		all, answer.Row("crawls", "%s by each of %s, from %s: %s", digits.Grouped(r.Sets), digits.Plural(len(r.Curves), "strategy"), digits.Plural(r.Seeds, "seed")+cmp.Or(map[bool]string{true: " each"}[r.Sets > 1], ""), r.from()),
		answer.Row("reach", "%s (the median)", digits.Plural(r.Reach, "page")),
	)
	for _, s := range r.subjects() {
		all = append(all, r.table(&s)...)
	}
	all = append(all, r.fidelity()...)
	return append(all, r.judgement()...)
}

// from says which pages the seeds are.
func (r *Comparison) from() string {
	switch r.Start {
	case random:
		return "pages that link to others, drawn at random"
	case top:
		return "the best by PageRank"
	}
	return "those of " + r.Start
}

// A subject is a figure by which strategies are compared.
type subject struct {
	name, title string // of a plot, and of both
	of          func(*simulate.CurvePoint) *distance.Estimate
}

// subjects returns the compared figures: shares of what a crawl can capture.
func (r *Comparison) subjects() []subject {
	all := []subject{
		{"pagerank", "share of PageRank", func(p *simulate.CurvePoint) *distance.Estimate { return &p.PageRank }},
		{"indegree", "share of the links that lead to fetched pages", func(p *simulate.CurvePoint) *distance.Estimate { return p.InDegree }},
	}
	if r.By != "" {
		all = append(
			all, subject{r.groups(), "share of the " + r.groups() + " that were visited", func(p *simulate.CurvePoint) *distance.Estimate { return p.Groups }},
			subject{r.groups() + "-whole", "share of the pages that are in " + r.groups() + " fetched whole", func(p *simulate.CurvePoint) *distance.Estimate { return p.Whole }},
		)
	}
	return append(all, subject{"known", "share of the pages that were known", func(p *simulate.CurvePoint) *distance.Estimate { return &p.Known }})
}

// columnShares are the parts of the reach that tables show.
var columnShares = []float64{0.001, 0.01, 0.05, 0.1, 0.2, 0.5}

// columns returns the numbers of pages that tables show: points that some crawl reached.
func (r *Comparison) columns() (at []int) {
	var points []int
	for _, v := range r.Curves {
		for _, p := range v.Points {
			points = append(points, int(p.Pages.Value+0.5))
		}
	}
	slices.Sort(points)
	points = slices.Compact(points)
	for _, s := range columnShares {
		i, _ := slices.BinarySearchFunc(points, s*float64(r.Reach)+1e-9, func(p int, most float64) int { return cmp.Compare(float64(p), most) })
		if i > 0 && !slices.Contains(at, points[i-1]) {
			at = append(at, points[i-1])
		}
	}
	if len(at) == 0 && len(points) > 0 {
		at = points[len(points)-1:]
	}
	return at
}

// at returns the point of a curve at exactly a number of pages; nil if no crawl reached it.
func at(v *simulate.Curve, pages int) *simulate.CurvePoint {
	if p := v.At(pages); p != nil && int(p.Pages.Value+0.5) == pages {
		return p
	}
	return nil
}

// table has a row for each strategy and a column for numbers of pages; and a second one where not all crawls came so far.
func (r *Comparison) table(s *subject) []answer.Block {
	columns := r.columns()
	t := r.head(s.title+", in %, by number of pages", columns)
	short := r.head("", columns)
	for i := range r.Curves {
		v := &r.Curves[i]
		row, sets, some := []string{v.Strategy}, []string{v.Strategy}, false
		for _, c := range columns {
			p := at(v, c)
			row, sets = append(row, shareOf(p, s)), append(sets, digits.Grouped(setsOf(p)))
			some = some || setsOf(p) < r.Sets
		}
		t.Add(row...)
		if some {
			short.Add(sets...)
		}
	}
	blocks := []answer.Block{t}
	if len(short.Rows) > 0 && s.name == "pagerank" {
		blocks = append(blocks, answer.Text(""), answer.Text(fmt.Sprintf("Not every crawl got that far. Number of crawls in the means, of %s each:", digits.Plural(r.Sets, "crawl"))), short)
	}
	return blocks
}

// head is a table without rows.
func (r *Comparison) head(title string, columns []int) *answer.Table {
	width := 10
	for _, v := range r.Curves {
		width = max(width, len([]rune(v.Strategy)))
	}
	t := &answer.Table{Title: title, Columns: []answer.Column{{Title: "strategy", Width: -width}}}
	for _, c := range columns {
		t.Columns = append(t.Columns, answer.Column{Title: digits.Grouped(c), Width: 20})
	}
	return t
}

func setsOf(p *simulate.CurvePoint) int {
	if p == nil {
		return 0
	}
	return p.Sets
}

// shareOf writes a share in per cent with its interval; - where there is none.
func shareOf(p *simulate.CurvePoint, s *subject) string {
	if p == nil {
		return "-"
	}
	e := s.of(p)
	if e == nil {
		return "-"
	}
	return percent(*e, p.Sets)
}

func percent(e distance.Estimate, sets int) string {
	text := digits.Fixed(100*e.Value, 2)
	if sets > 1 {
		text += " (" + digits.Fixed(100*e.Low, 2) + "–" + digits.Fixed(100*e.High, 2) + ")"
	}
	return text
}

// fidelity has a row for each strategy, with γ, HAK and tau at each look.
func (r *Comparison) fidelity() []answer.Block {
	var looks []int
	for _, v := range r.Curves {
		for _, p := range v.Points {
			if p.Fidelity != nil {
				looks = append(looks, int(p.Pages.Value+0.5))
			}
		}
	}
	slices.Sort(looks)
	looks = slices.Compact(looks)
	if len(looks) == 0 {
		return nil
	}
	t := r.head("fidelity of the ranking by number of pages: HAK | the tau that it estimates, on the best 30 %", looks)
	for i := range t.Columns[1:] {
		t.Columns[i+1].Width = 41
	}
	for i := range r.Curves {
		row := []string{r.Curves[i].Strategy}
		for _, c := range looks {
			row = append(row, trust(at(&r.Curves[i], c)))
		}
		t.Add(row...)
	}
	return []answer.Block{t}
}

// trust writes HAK and tau of a point.
func trust(p *simulate.CurvePoint) string {
	if p == nil || p.Fidelity == nil {
		return "-"
	}
	say := func(e distance.Estimate, sets int) string {
		switch sets {
		case 0:
			return "-"
		case 1:
			return digits.Fixed(e.Value, 3)
		}
		return digits.Fixed(e.Value, 3) + " (" + digits.Fixed(e.Low, 3) + "–" + digits.Fixed(e.High, 3) + ")"
	}
	return say(p.Fidelity.HAK, p.Sets) + " | " + say(p.Fidelity.TauB, p.Fidelity.TauSets)
}

// judgement reports the leading strategy, and the basis of the judgement.
func (r *Comparison) judgement() []answer.Block {
	all := []answer.Block{answer.Text("")}
	for i := range r.Verdicts.Verdicts {
		all = append(all, answer.Text(r.sentence(&r.Verdicts.Verdicts[i])))
	}
	if len(r.Verdicts.Verdicts) == 0 {
		all = append(all, answer.Text("The crawls are too short to be compared."))
	}
	for _, text := range []string{r.sum(), r.rests()} {
		if text != "" {
			all = append(all, answer.Text(text))
		}
	}
	return all
}

// sentence describes the results of strategies after a number of pages.
func (r *Comparison) sentence(v *simulate.Verdict) string {
	most := "has most:"
	if len(v.Margins) == 0 {
		most = "has"
	}
	text := fmt.Sprintf("After %s (%s of the reachable pages) %s %s %s %% of PageRank", digits.Plural(v.Pages, "page"), digits.Share(v.Pages, r.Reach), v.Leader, most, percent(v.PageRank, v.Sets))
	var same, behind []string
	for _, m := range v.Margins {
		if !m.Apart {
			same = append(same, m.Strategy)
		} else {
			behind = append(behind, fmt.Sprintf("%s (by %s points)", m.Strategy, points(m.Ahead)))
		}
	}
	if v.Sets < r.Sets {
		text += fmt.Sprintf(", from the %s of seeds that reach this number", digits.Plural(v.Sets, "set"))
	}
	text += "."
	switch {
	case v.Sets < 2:
		text += " One set of seeds does not show how much the result depends on the seeds."
	case len(behind) > 0:
		text += " It is ahead of " + strings.Join(behind, ", ") + "."
	}
	if len(same) > 0 && v.Sets > 1 {
		text += " Not significantly different: " + strings.Join(same, ", ") + "."
	}
	if len(v.Left) > 0 {
		text += " Not compared, as some of their crawls had ended: " + strings.Join(v.Left, ", ") + "."
	}
	return text
}

// points writes a difference of shares, from and to, in hundredths.
func points(e distance.Estimate) string {
	return digits.Fixed(100*e.Low, 2) + " to " + digits.Fixed(100*e.High, 2)
}

// sum is the recommendation: the strategies that were ahead at every look, or as good as that. From the same seeds
// there is none, as from one set.
func (r *Comparison) sum() string {
	judged := r.Verdicts.Verdicts
	if len(judged) == 0 || r.Sets < 2 || r.SameSeeds || len(judged[0].Margins) == 0 {
		return ""
	}
	var good []string
	for _, v := range r.Curves {
		if !v.Reference && !slices.ContainsFunc(judged, func(x simulate.Verdict) bool { return !x.AmongBest(v.Strategy) }) {
			good = append(good, v.Strategy)
		}
	}
	switch {
	case len(good) == 0:
		return "No strategy is among the best throughout: the choice depends on the number of pages to fetch."
	case len(good) == 1:
		return "On a web like this one, use " + good[0] + ": no other strategy is ahead of it at any compared point."
	}
	return "On a web like this one, use one of " + strings.Join(good, ", ") + ": at no compared point is another significantly better."
}

// levelText writes a probability in per cent, with as many digits as it takes not to be 100.
func levelText(p float64) (text string) {
	for places := 2; places < 15; places++ {
		if text = digits.Fixed(100*p, places); !strings.HasPrefix(text, "100") {
			break
		}
	}
	return text
}

// rests describes the basis of a recommendation.
func (r *Comparison) rests() string {
	text := ""
	if r.SameSeeds {
		text = fmt.Sprintf("All %s of seeds are the same: all pages that link to others. Intervals cover only the random choices of strategies, not the choice of seeds. ", digits.Plural(r.Sets, "set"))
	}
	if r.Sets > 1 && len(r.Verdicts.Verdicts) > 0 && len(r.Verdicts.Verdicts[0].Margins) > 0 {
		text += fmt.Sprintf("This result is based on this graph and %s of seeds. Crawls from the same seeds are compared, with intervals of %s %% each, so that all hold together with 95 %%. ",
			digits.Plural(r.Sets, "set"), levelText(r.Level))
	}
	if slices.ContainsFunc(r.Curves, func(v simulate.Curve) bool { return v.Reference }) {
		text += simulate.Best + " uses the PageRank of the whole graph, which no crawler knows, and is not compared. "
	}
	return text + "Every page costs the same: politeness, time, failures and traps are not simulated, and no page outside the stored graph exists."
}
