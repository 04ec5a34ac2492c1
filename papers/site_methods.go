package papers

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/answers/site"
	"weft/graph"
)

// The methods of Table 1, and ours.
const (
	flowOnly    = "flow only"
	mclCoarse   = "MCL 1.2"
	coarseFlow  = "MCL 1.2 + flow"
	mclFine     = "MCL 2.0"
	fineFlow    = "MCL 2.0 + flow"
	onePrefix   = "one prefix"
	twoPrefixes = "two prefixes"
	oursFront   = "weft site, front page"
	oursThree   = "weft site, three pages"
)

// The two ε of the flows.
const (
	byPaper = "paper"
	bySweep = "sweep"
)

// MethodFate is how good a method is: the mean over sites.
//
//json:object fate of a method
type MethodFate struct {
	Name    string  `json:"method"`                                      // name of the method
	Sigma   float64 `json:"sigma,omitempty" absent:"there is no flow"`   // σ of the flow
	Epsilon string  `json:"epsilon,omitempty" absent:"there is no flow"` // ε of the flow: paper or sweep
	Sites   int     `json:"sites"`                                       // number of sites; other values are means over them
	Found   float64 `json:"pages"`                                       // pages found
	site.Score
	Spanning *site.Score `json:"spanning,omitempty"` // mean scores of the sites on several hosts
	Refused  int         `json:"refused,omitempty"`  // draws for which no site was found
	// words of links to the pages found
	Keywords *site.Keywords `json:"keywords,omitempty" absent:"several sites, or no texts"`
}

// fate returns the row of a method and setting, which is made if there is none.
func (r *siteRun) fate(name string, sigma float64, epsilon string) *MethodFate {
	if m := r.known(name, sigma, epsilon); m != nil {
		return m
	}
	r.r.Methods = append(r.r.Methods, MethodFate{Name: name, Sigma: sigma, Epsilon: epsilon})
	return &r.r.Methods[len(r.r.Methods)-1]
}

// known returns the row of a method and setting; nil if there is none.
func (r *siteRun) known(name string, sigma float64, epsilon string) *MethodFate {
	for i := range r.r.Methods {
		if m := &r.r.Methods[i]; m.Name == name && m.Sigma == sigma && m.Epsilon == epsilon {
			return m
		}
	}
	return nil
}

// score compares found pages with a site.
func (r *siteRun) score(s *SiteSought, found []graph.Node) site.Score {
	return scoreOf(found, s.Pages, func(u graph.Node) bool { return r.Truth.Of(u) == s.truth })
}

// scoreOf returns the paper's precision and recall (§4.1.1), for pages relevant pages.
func scoreOf(found []graph.Node, pages int, relevant func(graph.Node) bool) site.Score {
	right := 0
	for _, u := range found {
		if relevant(u) {
			right++
		}
	}
	if right == 0 {
		return site.Score{}
	}
	p, c := float64(right)/float64(len(found)), float64(right)/float64(pages)
	return site.Score{Precision: p, Recall: c, F1: 2 * p * c / (p + c)}
}

// add counts the pages that a method found of a site, in one of a number of tries.
func (r *siteRun) add(m *MethodFate, s *SiteSought, found []graph.Node, tries int) error {
	part := 1 / float64(tries)
	plus := func(to *site.Score, x site.Score) {
		to.Precision, to.Recall, to.F1 = to.Precision+x.Precision*part, to.Recall+x.Recall*part, to.F1+x.F1*part
	}
	x := r.score(s, found)
	plus(&m.Score, x)
	m.Found += float64(len(found)) * part
	if s.Hosts > 1 {
		if m.Spanning == nil {
			m.Spanning = new(site.Score)
		}
		plus(m.Spanning, x)
	}
	if len(r.r.Sites) > 1 || m.Keywords != nil {
		return nil
	}
	var err error
	m.Keywords, err = site.KeywordsOf(r.ctx, r.c, found)
	return err
}

// mean ends the sums of a method over sites.
func (m *MethodFate) mean(sites, spanning int) {
	over := func(s *site.Score, n int) {
		s.Precision, s.Recall, s.F1 = s.Precision/float64(n), s.Recall/float64(n), s.F1/float64(n)
	}
	m.Sites = sites
	over(&m.Score, sites)
	m.Found /= float64(sites)
	if m.Spanning != nil {
		over(m.Spanning, spanning)
	}
}

// ours finds the sites as weft site does: from their front pages, and from three pages.
func (r *siteRun) ours() error {
	for i := range r.r.Sites {
		s := &r.r.Sites[i]
		r.Tell("weft site, sites", int64(i), int64(len(r.r.Sites)))
		if err := r.our(oursFront, s, [][]graph.Node{{s.front}}); err != nil {
			return err
		}
		rng := rand.New(rand.NewPCG(r.Seed, uint64(s.truth)))
		var draws [][]graph.Node
		for range r.Draws {
			var list []graph.Node
			for _, k := range rng.Perm(s.Pages)[:min(3, s.Pages)] {
				list = append(list, s.pages[k])
			}
			draws = append(draws, list)
		}
		if err := r.our(oursThree, s, draws); err != nil {
			return err
		}
	}
	return nil
}

func (r *siteRun) our(name string, s *SiteSought, draws [][]graph.Node) error {
	for _, given := range draws {
		found, err := r.g.From(r.ctx, given)
		var pages []graph.Node
		m := r.fate(name, 0, "")
		switch {
		case errors.As(err, new(*answer.OptionError)):
			m.Refused++
		case err != nil:
			return err
		default:
			pages = found.List()
		}
		if err := r.add(m, s, pages, len(draws)); err != nil {
			return err
		}
	}
	return nil
}

// urls finds the sites by one prefix, and sites on several hosts by two (Table 1, the last rows).
func (r *siteRun) urls() error {
	for i := range r.r.Sites {
		s := &r.r.Sites[i]
		first := folder(s.Front)
		found, err := r.recursive([]graph.Node{s.front}, first)
		if err != nil {
			return err
		}
		if err := r.add(r.fate(onePrefix, 0, ""), s, found, 1); err != nil {
			return err
		}
		if s.Hosts < 2 {
			continue
		}
		start, second, err := r.secondPrefix(s)
		if err != nil {
			return err
		}
		if found, err = r.recursive([]graph.Node{s.front, start}, first, second); err != nil {
			return err
		}
		if err := r.add(r.fate(twoPrefixes, 0, ""), s, found, 1); err != nil {
			return err
		}
	}
	return nil
}

// secondPrefix returns the common folder of a site's pages on its second host, and the page there with the
// shortest URL. The second host has most of its pages, except the host of its front page. This is human knowledge.
func (r *siteRun) secondPrefix(s *SiteSought) (graph.Node, string, error) {
	hosts, err := r.c.Hosts()
	if err != nil {
		return 0, "", err
	}
	on := map[int][]graph.Node{}
	for _, u := range s.pages {
		if k := hosts.Of(u); k != hosts.Of(s.front) {
			on[k] = append(on[k], u)
		}
	}
	best := -1
	for k, pages := range on {
		if best < 0 || len(pages) > len(on[best]) || len(pages) == len(on[best]) && k < best {
			best = k
		}
	}
	start, prefix := on[best][0], folder(r.c.Label(on[best][0]))
	for _, u := range on[best] {
		url := r.c.Label(u)
		for prefix != "" && !strings.HasPrefix(url, prefix) {
			prefix = parent(prefix)
		}
		if len(url) < len(r.c.Label(start)) {
			start = u
		}
	}
	return start, prefix, nil
}

// recursive crawls hierarchies of URLs: from some pages along links to pages with one of some prefixes.
func (r *siteRun) recursive(from []graph.Node, prefixes ...string) ([]graph.Node, error) {
	out, _ := r.g.Graph()
	seen := map[graph.Node]bool{}
	var found []graph.Node
	var name []byte
	for _, u := range from {
		if !seen[u] {
			seen[u] = true
			found = append(found, u)
		}
	}
	for i := 0; i < len(found); i++ {
		for _, v := range out.Succ(found[i]) {
			if seen[v] {
				continue
			}
			seen[v] = true
			var err error
			if name, err = r.c.AppendName(name[:0], v); err != nil {
				return nil, err
			}
			if slices.ContainsFunc(prefixes, func(p string) bool { return p != "" && bytes.HasPrefix(name, []byte(p)) }) {
				found = append(found, v)
			}
		}
	}
	return found, r.ctx.Err()
}

// clusters finds the sites by the clusters of MCL with most URLs that contain their word.
func (r *siteRun) clusters() error {
	for i := range r.r.Sites {
		s := &r.r.Sites[i]
		for k, name := range []string{mclCoarse, mclFine} {
			var err error
			if s.picks[k], err = r.picked(k, s.Word); err != nil {
				return err
			}
			if err := r.add(r.fate(name, 0, ""), s, s.picks[k].pages, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// A choice is the cluster that a word picks.
type choice struct {
	cluster int
	pages   []graph.Node
}

// picked returns the cluster with most URLs that contain a word; of several, the larger one (§3.2, step 4).
func (r *siteRun) picked(run int, word string) (p choice, err error) {
	c := r.r.MCL[run].of
	count := make([]int, c.Count())
	want := bytes.ToLower([]byte(word))
	err = r.eachURL(func(u graph.Node, url []byte) {
		if bytes.Contains(url, want) {
			count[c.Of[u]]++
		}
	})
	if err != nil {
		return p, err
	}
	for k, n := range count {
		if n > count[p.cluster] {
			p.cluster = k
		}
	}
	if count[p.cluster] == 0 {
		return p, answer.Refused("{keyword} %s: no URL contains it", word)
	}
	for u, k := range c.Of {
		if int(k) == p.cluster {
			p.pages = append(p.pages, graph.Node(u))
		}
	}
	return p, nil
}

// A flowed is the pages of the flow from a core, under both ε.
type flowed struct{ sweep, paper []graph.Node }

// flow finds the sites by flow from their front pages and from their clusters, under both σ and both ε; and random clusters.
func (r *siteRun) flow() error {
	for _, sigma := range r.sigmas() {
		r.Tell("laying out the network", 0, 0)
		if err := r.g.Weigh(r.ctx, site.Similarity, sigma); err != nil {
			return err
		}
		clear(r.flows)
		for i := range r.r.Sites {
			r.Tell("flows, sites", int64(i), int64(len(r.r.Sites)))
			if err := r.flowTo(&r.r.Sites[i], sigma); err != nil {
				return err
			}
		}
		if sigma == r.sigmas()[0] {
			if err := r.random(); err != nil {
				return err
			}
		}
	}
	if r.sweeps > 0 {
		r.r.FlowSeconds = r.timed.Seconds() / float64(r.sweeps)
	}
	r.means()
	return nil
}

// means ends the sums of all methods, and puts them in the order of Table 1, ours last.
func (r *siteRun) means() {
	spanning := r.spanning()
	for i := range r.r.Methods {
		m := &r.r.Methods[i]
		if m.Name == twoPrefixes {
			m.mean(spanning, spanning)
		} else {
			m.mean(len(r.r.Sites), spanning)
		}
	}
	place := func(m MethodFate) int {
		if i := slices.Index(table1, m.Name); i >= 0 {
			return i
		}
		return len(table1)
	}
	slices.SortStableFunc(r.r.Methods, func(a, b MethodFate) int { return place(a) - place(b) })
}

// sigmas are σ as measured, unless it is 0, and the paper's.
func (r *siteRun) sigmas() []float64 {
	if m := r.r.Sigma; m != nil && m.Value > 0 {
		return []float64{m.Value, paperSigma}
	}
	return []float64{paperSigma}
}

func (r *siteRun) flowTo(s *SiteSought, sigma float64) error {
	for _, from := range []struct {
		name string
		run  int
	}{{flowOnly, -1}, {coarseFlow, 0}, {fineFlow, 1}} {
		core, key := []graph.Node{s.front}, fmt.Sprintf("page %d", s.front)
		if from.run >= 0 {
			core, key = s.picks[from.run].pages, fmt.Sprintf("cluster %d of run %d", s.picks[from.run].cluster, from.run)
		}
		f, err := r.flowFrom(key, core)
		if err != nil {
			return err
		}
		if err := cmp.Or(
			r.add(r.fate(from.name, sigma, bySweep), s, f.sweep, 1),
			r.add(r.fate(from.name, sigma, byPaper), s, f.paper, 1),
		); err != nil {
			return err
		}
	}
	return nil
}

// flowFrom draws the boundary around a core for both ε, once for each core.
func (r *siteRun) flowFrom(key string, core []graph.Node) (f flowed, err error) {
	if f, done := r.flows[key]; done {
		return f, nil
	}
	start := r.now()
	if f.sweep, _, err = r.g.Cut(r.ctx, core, len(core) == 1, 0); err != nil {
		return f, err
	}
	r.timed += r.since(start)
	r.sweeps++
	var b *site.Boundary
	if f.paper, b, err = r.g.Cut(r.ctx, core, len(core) == 1, -1); err != nil {
		return f, err
	}
	r.r.Flows++
	if b.Steps[b.Chosen].All {
		r.r.Absorbed++
	}
	r.flows[key] = f
	return f, nil
}
