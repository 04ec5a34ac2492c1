package site

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/answers/clusters"
	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/digits"
	"weft/store"
)

const evalLong = `Measure the accuracy of the boundaries of "weft site" on a crawl whose sites are known. --truth is a list of lines: URL
or page number, tab, site. For each site of --least-pages pages or more, weft draws --pages random pages, --draws times,
and finds the boundary around them. --home starts from the front page of each site instead.

Precision is the share of found pages that belong to the site, recall the share of its pages that were found, F1 their
harmonic mean. All are means over the draws of a site, then over sites. For comparison weft prints the same for hosts,
domains and the longest common prefix of the URLs of the same pages. Sites on several hosts are also reported separately.

Pages that the list does not name belong to no site. All options of "weft site" apply to all sites.`

func init() {
	Questions = append(Questions, answer.Question{
		Name: "site eval", Takes: "CRAWL --truth FILE", Short: "Measure the accuracy of boundaries on known sites", Long: evalLong,
		Before: "seq 0 499 | awk '{print $1 \"\\t\" int($1 / 100)}' > truth.tsv\n",
		More:   " --truth truth.tsv --draws 2", Own: []string{"output"},
		Gives: []answer.Answer{(*Scored)(nil)},
		New:   func() answer.Asker { return new(askedHowGood) },
	})
}

// askedHowGood is the question how good boundaries are.
type askedHowGood struct {
	options
	truth       string
	pages       int
	draws       int
	leastOfSite int
	home        bool
	each        bool
}

func (q *askedHowGood) Flags(f answer.Flags) {
	q.flags(f)
	f.StringVar(&q.truth, "truth", "", "read the sites of the pages from `FILE`: lines of URL or page number, tab, site")
	f.IntVar(&q.pages, "pages", 3, "draw `N` pages of each site")
	f.IntVar(&q.draws, "draws", 10, "repeat the draw `N` times")
	f.IntVar(&q.leastOfSite, "least-pages", 50, "test sites of `N` pages or more")
	f.BoolVar(&q.home, "home", false, "start from the front page of each site instead of random pages")
	f.BoolVar(&q.each, "each", false, "print the result of each site")
}

// Check implements answer.Asker.
func (q *askedHowGood) Check() error {
	if q.truth == "" {
		return answer.Refused("{truth} is missing: name a file that says to which site each page belongs")
	}
	if q.r.Cluster == OnLineMCL {
		return answer.Refused("{clusters} %s depends on the given pages and cannot be used for all sites", OnLineMCL)
	}
	if q.r.Superset != "" && q.r.Superset != Supersets[0] {
		return answer.Refused("{superset} %s depends on the given pages and cannot be used for all sites", q.r.Superset)
	}
	if err := answer.CheckAll(answer.AtLeast("pages", q.pages, 1), answer.AtLeast("draws", q.draws, 1), answer.AtLeast("least-pages", q.leastOfSite, 1)); err != nil {
		return err
	}
	return q.check()
}

func (q *askedHowGood) Plan(ctx context.Context, c *store.Crawl, o answer.Options) (w answer.Work, err error) {
	r := q.r
	r.Options = o
	stage, err := r.stage(ctx, c)
	if err != nil {
		return w, err
	}
	truth, err := o.Sites(c, q.truth)
	w.Stages = []answer.Stage{stage}
	w.Do = func() (answer.Answer, error) {
		return answer.See(c, &o, stage, func(v *store.View) (answer.Answer, error) {
			done, err := q.reads(ctx, c, &r)
			if err != nil {
				return nil, err
			}
			defer done() //nolint:errcheck // only read
			g, err := newGround(ctx, c, v, r)
			if err != nil {
				return nil, err
			}
			return answer.Got(q.measure(ctx, g, truth, o))
		})
	}
	return w, err
}

// A Score compares the pages that were found with the pages of a known site.
//
//json:object score of a site
type Score struct {
	Precision float64 `json:"precision" label:"precision" show:"fixed:3"` // precision: share of the pages found that belong to the site
	Recall    float64 `json:"recall" label:"recall" show:"fixed:3"`       // recall: share of the site's pages that were found
	F1        float64 `json:"f1" label:"F1" show:"fixed:3"`               // F1, the harmonic mean of both
}

// A Mean is the mean of scores over sites, with the 95 % interval of F1 by Student's t. The interval is nil for
// fewer than two sites.
//
//json:object mean of scores
//json:note Each value is a mean over the sites.
type Mean struct {
	Sites int `json:"sites"` // number of sites
	Score
	// lower end of the 95 % interval of the mean F1, by Student's t
	Low  *float64 `json:"f1_low,omitempty" absent:"one site"`
	High *float64 `json:"f1_high,omitempty" absent:"one site"` // upper end of that interval
}

// A Method is a way to find boundaries.
//
//json:object method of boundaries
type Method struct {
	Name     string       `json:"name" label:"method"` // method: host, domain or prefix
	Mean     `json:"all"` // mean scores of all sites
	Spanning *Mean        `json:"spanning,omitempty"` // mean scores of the sites on several hosts
}

// Scored is how good boundaries are.
//
//json:object site eval
type Scored struct {
	Mean
	Spanning   *Mean     `json:"spanning,omitempty"`                    // mean scores of the sites on several hosts
	Draws      int       `json:"draws"`                                 // draws for each site
	Given      int       `json:"given"`                                 // pages given in each draw
	Home       bool      `json:"home,omitempty"`                        // each draw contains the front page of the site
	Unlisted   int       `json:"unlisted"`                              // pages of the crawl that the truth does not name
	Refused    int       `json:"refused"`                               // draws for which no site was found; they count as empty results
	Others     []Method  `json:"others"`                                // scores of hosts, domains and prefixes from the same pages
	Each       []OfASite `json:"each,omitempty" absent:"not requested"` // scores of each site
	Statements []Held    `json:"statements"`                            // how often each statement about a site was true

	heard []heard
}

// OfASite is the mean of the draws of a site.
//
//json:object scores of a site
type OfASite struct {
	Site  string `json:"site" label:"site" show:"name"`                                          // name of the site in the truth
	Pages int    `json:"pages" label:"pages"`                                                    // pages
	Hosts int    `json:"hosts,omitempty" absent:"pages have no names" label:"hosts" hide:"zero"` // hosts
	Score
}

// Held counts the draws to which a statement applied and how often the statement was true.
//
//json:object held statement
type Held struct {
	Statement string `json:"statement"` // the statement: nothing foreign, whole, may be part of more, or unknown
	Draws     int    `json:"draws"`     // draws to which the statement applied
	// draws for which it was true, by precision at least 0.9 (nothing foreign), F1 at least 0.9
	// (whole) or F1 below (part of more)
	Held  int `json:"held"`
	Score     // the mean of these draws
}

// heard is the statement about a draw, and how good the draw was.
type heard struct {
	said  *Statement
	score Score
}

// A trial is a site of the truth, and the pages that are drawn.
type trial struct {
	name  string
	pages []graph.Node
	hosts int
	draws [][]graph.Node
}

// measure draws boundaries for all trials.
func (q *askedHowGood) measure(ctx context.Context, g *Ground, truth *store.Sites, o answer.Options) (*Scored, error) {
	trials, unlisted, err := q.trials(ctx, g, truth, o.Seed)
	if err != nil {
		return nil, err
	}
	s := &Scored{Draws: len(trials[0].draws), Given: q.pages, Home: q.home, Unlisted: unlisted, Others: []Method{}}
	var said *Statement
	ours := func(given []graph.Node) ([]graph.Node, error) {
		r := g.r
		r.Pages = slices.Clone(given)
		slices.Sort(r.Pages)
		r.Pages = slices.Compact(r.Pages)
		found, err := g.draw(ctx, &r)
		if e := (*untold)(nil); errors.As(err, &e) {
			s.Refused++
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		said = found.Said.Statement
		return found.pages, nil
	}
	all, err := q.score(trials, func(given []graph.Node, t *trial, score func([]graph.Node) Score) (Score, error) {
		said = nil
		found, err := ours(given)
		got := score(found)
		if said != nil {
			s.heard = append(s.heard, heard{said, got})
		}
		o.Tell("drawing boundaries, sites", int64(slices.IndexFunc(trials, func(x trial) bool { return x.name == t.name })), int64(len(trials)))
		return got, errors.Join(err, ctx.Err())
	}, truth)
	if err != nil {
		return nil, err
	}
	s.Mean, s.Spanning = meansOf(all)
	s.Statements = statements(s.heard)
	if q.each {
		s.Each = all
	}
	return s, q.others(s, g, trials, truth)
}

// draw finds a boundary and its confidence, without other evidence about the boundary.
func (g *Ground) draw(ctx context.Context, r *Request) (*Site, error) {
	pages := g.now(r.Pages)
	s, err := g.bound(ctx, r, pages)
	if err != nil {
		return nil, err
	}
	g.collect(s)
	s.Said = g.confidence(pages, s)
	return s, nil
}

// trials are the sites of the truth with the pages that are drawn of them.
func (q *askedHowGood) trials(ctx context.Context, g *Ground, truth *store.Sites, seed uint64) ([]trial, int, error) {
	pages := make([][]graph.Node, truth.Len())
	unlisted := 0
	for k, u := range truth.Sorted() {
		if name, _ := truth.Name(k); name == "" {
			unlisted++
			continue
		}
		pages[k] = append(pages[k], u)
	}
	homes, err := q.homes(ctx, g, truth)
	if err != nil {
		return nil, 0, err
	}
	var trials []trial
	for k, list := range pages {
		if len(list) < q.leastOfSite {
			continue
		}
		name, err := truth.Name(k)
		if err != nil {
			return nil, 0, err
		}
		t := trial{name: name, pages: list}
		hosts, err := g.hosts(list)
		if err != nil {
			return nil, 0, err
		}
		t.hosts = len(hosts)
		if q.home {
			t.draws = [][]graph.Node{{graph.Node(homes[k])}}
		} else {
			t.draws = drawPages(list, q.pages, q.draws, rand.New(rand.NewPCG(seed, uint64(k))))
		}
		trials = append(trials, t)
	}
	if len(trials) == 0 {
		return nil, 0, answer.Refused("{truth} has no site with {least-pages} %d or more pages in the crawl", q.leastOfSite)
	}
	return trials, unlisted, nil
}

// homes are the front pages of the sites.
func (q *askedHowGood) homes(ctx context.Context, g *Ground, truth *store.Sites) ([]uint32, error) {
	if !q.home {
		return nil, nil
	}
	of, err := truth.All(nil)
	if err != nil {
		return nil, err
	}
	return clusters.FrontPages(ctx, g.c, g.out, of, truth.Len())
}

// drawPages draws different pages, several times.
func drawPages(pages []graph.Node, n, draws int, rng *rand.Rand) [][]graph.Node {
	var all [][]graph.Node
	for range draws {
		var list []graph.Node
		for _, i := range rng.Perm(len(pages))[:min(n, len(pages))] {
			list = append(list, pages[i])
		}
		all = append(all, list)
	}
	return all
}

// score scores a method on all trials: find says how good one draw is.
func (q *askedHowGood) score(trials []trial, find func(given []graph.Node, t *trial, score func([]graph.Node) Score) (Score, error), truth *store.Sites) ([]OfASite, error) {
	var all []OfASite
	for i := range trials {
		t := &trials[i]
		one := OfASite{Site: t.name, Pages: len(t.pages), Hosts: t.hosts}
		for _, given := range t.draws {
			got, err := find(given, t, func(found []graph.Node) Score { return agree(found, t, truth) })
			if err != nil {
				return nil, err
			}
			one.add(got, len(t.draws))
		}
		all = append(all, one)
	}
	return all, nil
}

func (s *Score) add(x Score, of int) {
	s.Precision += x.Precision / float64(of)
	s.Recall += x.Recall / float64(of)
	s.F1 += x.F1 / float64(of)
}

// agree compares found pages with the pages of a known site.
func agree(found []graph.Node, t *trial, truth *store.Sites) Score {
	site, right := truth.Of(t.pages[0]), 0
	for _, u := range found {
		if truth.Of(u) == site {
			right++
		}
	}
	if right == 0 {
		return Score{}
	}
	p, r := float64(right)/float64(len(found)), float64(right)/float64(len(t.pages))
	return Score{p, r, 2 * p * r / (p + r)}
}

// meansOf are the means over all sites, and over those on several hosts.
func meansOf(all []OfASite) (Mean, *Mean) {
	spanning := slices.DeleteFunc(slices.Clone(all), func(s OfASite) bool { return s.Hosts < 2 })
	if len(spanning) == 0 {
		return meanOf(all), nil
	}
	m := meanOf(spanning)
	return meanOf(all), &m
}

func meanOf(all []OfASite) Mean {
	m := Mean{Sites: len(all)}
	var f1 []float64
	for _, s := range all {
		m.add(s.Score, len(all))
		f1 = append(f1, s.F1)
	}
	if len(all) > 1 {
		e := distance.EstimateMean(f1)
		low, high := max(0, e.Low), min(1, e.High)
		m.Low, m.High = &low, &high
	}
	return m
}

// When a statement holds: at least nine of ten pages are of the site, and F1 is 0.9 or more.
const (
	purePrecision = 0.9
	wholeF1       = 0.9
)

// statements says how often each statement held.
func statements(all []heard) []Held {
	pure, whole := Held{Statement: "nothing foreign"}, Held{Statement: IsWhole}
	part, unknown := Held{Statement: MayBePart}, Held{Statement: WholeUnknown}
	for _, h := range all {
		if h.said.NothingForeign {
			pure.add(h.score, h.score.Precision >= purePrecision)
		}
		switch h.said.Whole {
		case IsWhole:
			whole.add(h.score, h.score.F1 >= wholeF1)
		case MayBePart:
			part.add(h.score, h.score.F1 < wholeF1)
		default:
			unknown.add(h.score, false)
		}
	}
	list := []Held{}
	for _, h := range []Held{pure, whole, part, unknown} {
		if h.Draws > 0 {
			h.Score = Score{h.Precision / float64(h.Draws), h.Recall / float64(h.Draws), h.F1 / float64(h.Draws)}
			list = append(list, h)
		}
	}
	return list
}

func (h *Held) add(s Score, held bool) {
	h.Draws++
	h.Held += bitset.One(held)
	h.Score.add(s, 1)
}

// others scores hosts, domains and prefixes on the same draws.
func (q *askedHowGood) others(s *Scored, g *Ground, trials []trial, truth *store.Sites) error {
	if !g.c.HasNames() {
		return nil
	}
	methods := map[string]func([]graph.Node) ([]graph.Node, error){"prefix": g.byPrefix}
	hosts, err := g.c.Hosts()
	if err != nil {
		return err
	}
	domains, err := g.c.Domains()
	if err != nil {
		return err
	}
	methods["host"], methods["domain"] = g.byGroup(hosts), g.byGroup(domains)
	for _, name := range []string{"host", "domain", "prefix"} {
		all, err := q.score(trials, func(given []graph.Node, _ *trial, score func([]graph.Node) Score) (Score, error) {
			found, err := methods[name](given)
			return score(found), err
		}, truth)
		if err != nil {
			return err
		}
		m := Method{Name: name}
		m.Mean, m.Spanning = meansOf(all)
		s.Others = append(s.Others, m)
	}
	return nil
}

// byGroup takes all pages of the hosts or domains of pages.
func (g *Ground) byGroup(groups store.Groups) func([]graph.Node) ([]graph.Node, error) {
	members := make([][]graph.Node, groups.Len())
	for k, u := range groups.Sorted() {
		members[k] = append(members[k], u)
	}
	return func(given []graph.Node) ([]graph.Node, error) {
		seen := map[int]bool{}
		var all []graph.Node
		for _, u := range given {
			if k := groups.Of(u); !seen[k] {
				seen[k] = true
				all = append(all, members[k]...)
			}
		}
		return all, nil
	}
}

// byPrefix takes all pages whose URL begins with the longest prefix that the URLs of pages have in common, up to a slash.
func (g *Ground) byPrefix(given []graph.Node) ([]graph.Node, error) {
	prefix := ""
	for i, u := range given {
		url := g.c.Label(u)
		if i == 0 {
			prefix = url
		}
		n := 0
		for n < len(url) && n < len(prefix) && url[n] == prefix[n] {
			n++
		}
		prefix = prefix[:n]
	}
	prefix = prefix[:strings.LastIndexByte(prefix, '/')+1]
	names := g.c.Names()
	var all []graph.Node
	var name []byte
	var err error
	for u := range graph.Node(g.c.NumPages()) {
		if name, err = names.Append(name[:0], u); err != nil {
			return nil, err
		}
		if strings.HasPrefix(string(name), prefix) {
			all = append(all, u)
		}
	}
	return all, nil
}

// Blocks are the means, and sites if asked for.
func (s *Scored) Blocks() []answer.Block {
	spanning := func(title string, of func(*Mean) float64) answer.Extra[Method] {
		return answer.Extra[Method]{Title: title, Number: true, Text: func(m *Method) string {
			if m.Spanning == nil {
				return ""
			}
			return digits.Fixed(of(m.Spanning), 3)
		}}
	}
	t := answer.TableOf("", append([]Method{{Name: "weft site", Mean: s.Mean, Spanning: s.Spanning}}, s.Others...),
		spanning("on several hosts: precision", func(m *Mean) float64 { return m.Precision }),
		spanning("recall", func(m *Mean) float64 { return m.Recall }), spanning("F1", func(m *Mean) float64 { return m.F1 }))
	from := digits.Plural(s.Given, "page") + " of each, " + digits.Plural(s.Draws, "draw")
	if s.Home {
		from = "the front page of each"
	}
	several := 0
	if s.Spanning != nil {
		several = s.Spanning.Sites
	}
	all := []answer.Block{answer.Row("sites", "%d, %d of them on several hosts, from %s", s.Sites, several, from)}
	if s.Low != nil {
		all = append(all, answer.Row("F1", "%s (95 %%, over sites: %s to %s)", digits.Fixed(s.F1, 3), digits.Fixed(*s.Low, 3), digits.Fixed(*s.High, 3)))
	}
	if s.Unlisted > 0 || s.Refused > 0 {
		all = append(all, answer.Row("left", "%s of no site; %s refused", digits.Plural(s.Unlisted, "page"), digits.Plural(s.Refused, "draw")))
	}
	for _, h := range s.Statements {
		held := ""
		if h.Statement != WholeUnknown {
			held = ", held " + digits.Plural(h.Held, "time")
		}
		all = append(all, answer.Row(h.Statement, "said %s%s; F1 %s, precision %s", digits.Plural(h.Draws, "time"), held, digits.Fixed(h.F1, 3), digits.Fixed(h.Precision, 3)))
	}
	return append(append(all, t), s.eachBlocks()...)
}

func (s *Scored) eachBlocks() []answer.Block {
	if len(s.Each) == 0 {
		return nil
	}
	list := slices.SortedFunc(slices.Values(s.Each), func(a, b OfASite) int { return cmp.Or(cmp.Compare(a.F1, b.F1), cmp.Compare(a.Site, b.Site)) })
	return []answer.Block{answer.TableOf("", list)}
}

// Kept implements answer.Answer. It keeps nothing, because the truth belongs to the user and not to the crawl.
func (s *Scored) Kept() answer.Kept { return answer.Kept{} }
