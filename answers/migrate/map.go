package migrate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"weft/graph"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/store"
)

// None stands for no page.
const None = store.NoPage

const defaultCandidates = 24

// A Side is one of two crawls.
type Side struct {
	bytes   int64 // that it takes
	Out, In graph.Random
	// Name appends the URL of a page.
	Name func(dst []byte, u graph.Node) ([]byte, error)
	// Fetched says whether a page was fetched; nil for all. A fetched page succeeds a fetched one, another another.
	Fetched func(u graph.Node) bool
	// Texts calls f with the texts of links to pages, in any order, once per link, until f fails; nil if there are
	// no texts.
	Texts func(f func(u graph.Node, text []byte) error) error
}

// Options say how to look.
type Options struct {
	Rounds     int // in which neighbours are evaluated again, 6 if it is 0
	Candidates int // examined per page, 24 if it is 0
	Workers    int // 0 for one for each processor
	// Memory is the budget of the process; 0 means no limit. The part held is already used. The rest must hold the
	// candidates.
	Memory int64
	held   int64
	Note   func(what string, done, total int64)
}

// A Pair is a page of the older crawl with its likeliest successor.
type Pair struct {
	Old, New   graph.Node
	Confidence float64 // that it is right, as a probability; at most 0.5 if less than two kinds of evidence speak for it
	// Name, Neighbours and Texts are how much each agrees, from 0 to 1; -1 if nothing is known.
	Name, Neighbours, Texts float64
	// Share is the share of the pair among all pairs of either page, and Known the weight of the compared
	// neighbours.
	Share, Known float64
	strength     float64 // by which pairs are taken, and rivals compared
}

// matcher finds successors.
type matcher struct {
	old, new *side
	image    []graph.Node // of each page of the older crawl: its page in the newer one
	preimage []graph.Node // the other way round
	sure     []float32    // of each page that is gone: the strength of its pair, before
	taken    []float32    // of each fresh page: the same
	holder   []int32      // of each page that is gone: the fresh page of its pair
	voc      *vocabulary
	rules    *rules
	index    *index
	out, in  [][]graph.Node // of each fresh page: neighbours that are images
	// Total weights of these neighbours.
	outAll, inAll []float64
	o             Options
	kept          bool // enough pages have the same name in both
	left          Left
	mu            sync.Mutex
	work          work // of the last round
}

// Left counts the evidence that was not read, to end in time.
//
//json:object left unlooked
type Left struct {
	// missing or new pages with names of more than 32 parts; the rest of such a name counts as one part
	Names int `json:"names"`
	Texts int `json:"texts"` // missing or new pages with only the first words compared
	// gone pages whose candidates were found by their rarest features only, in the last round
	Features int `json:"features"`
}

// Map finds the likeliest successor of each old page that is not in new, whatever the confidence. Pages without a
// similar page are left out. same holds for each old page its page in new, or None; Map does not change it. Pairs
// are in the order of old pages.
//
// Passes: for each round one over the lists of missing and new pages, at random. Memory: 16 bytes per page of both
// crawls. For missing and new pages add 4 bytes per token and word, 16 bytes for each of these and each neighbour
// in the index, and 16 bytes a candidate. The result does not depend on the number of workers.
// Papers: seed sets, §5.
func Map(ctx context.Context, older, newer *Side, same []graph.Node, o Options) ([]Pair, error) {
	pairs, _, err := find(ctx, older, newer, same, o)
	return pairs, err
}

// find is Map, and also counts the evidence that it left out.
func find(ctx context.Context, older, newer *Side, same []graph.Node, o Options) ([]Pair, Left, error) {
	m, err := newMatcher(ctx, older, newer, same, o)
	if err != nil {
		return nil, Left{}, err
	}
	pairs, err := m.rounds(ctx, same)
	m.left.Names, m.left.Features = m.voc.long, int(m.work.cut)
	return pairs, m.left, err
}

// newMatcher reads what is known of pages that are gone and fresh.
func newMatcher(ctx context.Context, older, newer *Side, same []graph.Node, o Options) (*matcher, error) {
	if o.Rounds == 0 {
		o.Rounds = 6
	}
	o.Candidates = cmp.Or(o.Candidates, defaultCandidates)
	m := &matcher{image: make([]graph.Node, len(same)), preimage: make([]graph.Node, newer.Out.NumNodes()), o: o, voc: newVocabulary()}
	m.pair(same)
	var err error
	if m.old, err = m.newSide(ctx, older, m.image); err != nil {
		return nil, fmt.Errorf("pages that are gone: %w", err)
	}
	if m.new, err = m.newSide(ctx, newer, m.preimage); err != nil {
		return nil, fmt.Errorf("pages that are new: %w", err)
	}
	m.kept = stayed(len(same)-len(m.old.pages), len(same))
	if !m.kept {
		m.o.Rounds = min(m.o.Rounds, roundsOfStrangers)
	}
	if err := m.fits(); err != nil {
		return nil, err
	}
	m.sure, m.taken, m.holder = make([]float32, len(m.old.pages)), make([]float32, len(m.new.pages)), make([]int32, len(m.old.pages))
	m.forget()
	m.voc.weigh(len(m.old.pages) + len(m.new.pages))
	return m, nil
}

// Memory of a candidate, counted twice, as edge and as choice, and of a feature in the index.
const candidateBytes, featureBytes = 40 + 80, 16

// An apart counts the pages of a crawl without a partner.
type apart struct {
	pages               int
	tokens, words, arcs int64 // arcs count in both directions
}

// needApart returns the memory for pages without a partner. Missing pages have candidates. New pages have an index,
// with all their neighbours. Both have features.
func needApart(candidates int, gone, fresh apart) int64 {
	need := candidateBytes*int64(cmp.Or(candidates, defaultCandidates))*int64(gone.pages) + 8*int64(fresh.pages)
	for _, a := range []apart{gone, fresh} {
		need += 4 * (a.tokens + a.words)
	}
	return need + featureBytes*(2*fresh.tokens+fresh.words+fresh.arcs)
}

// fits returns an error if the budget is too small for the pages without a partner.
func (m *matcher) fits() error {
	if m.o.Memory == 0 {
		return nil
	}
	var counts [2]apart
	for k, x := range []*side{m.old, m.new} {
		a := &counts[k]
		a.pages = len(x.pages)
		for i := range x.pages {
			a.tokens += int64(len(x.tokens[i]))
			a.words += int64(len(x.words[i]))
		}
	}
	for _, u := range m.new.pages {
		for _, g := range []graph.Random{m.new.Out, m.new.In} {
			counts[1].arcs += g.ArcsBefore(int(u)+1) - g.ArcsBefore(int(u))
		}
	}
	need := m.o.held + needApart(m.o.Candidates, counts[0], counts[1])
	what := fmt.Sprintf("finding %s pages that are gone among %s new ones", digits.Grouped(len(m.old.pages)), digits.Grouped(len(m.new.pages)))
	return mem.Check(what, need, m.o.Memory)
}

// roundsOfStrangers is the number of rounds where hardly any page has the same name in both.
const roundsOfStrangers = 3

// stayed reports whether enough pages have the same name in both crawls for neighbours to be evidence: one in a
// hundred. If fewer have, the neighbours of a page were found by their names alone.
func stayed(same, pages int) bool { return same > 0 && 100*same >= pages }

// rounds searches for successors until nothing changes.
func (m *matcher) rounds(ctx context.Context, same []graph.Node) (pairs []Pair, err error) {
	for round := range m.o.Rounds {
		if m.o.Note != nil {
			m.o.Note("looking for successors, round", int64(round), int64(m.o.Rounds))
		}
		edges, err := m.round(ctx)
		if err != nil {
			return nil, err
		}
		found := m.choose(edges)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		stable := slices.Equal(pairs, found)
		if pairs = found; stable {
			break
		}
		m.settle(pairs, same)
	}
	return pairs, nil
}

func fill(list []graph.Node) {
	for i := range list {
		list[i] = None
	}
}

// round scores the candidates of all pages that are gone.
func (m *matcher) round(ctx context.Context) ([][]edge, error) {
	if err := m.link(ctx); err != nil {
		return nil, err
	}
	m.work = work{}
	var err error
	if m.index, err = m.newIndex(ctx); err != nil {
		return nil, err
	}
	const part = 256
	edges := make([][]edge, len(m.old.pages))
	parts := (len(edges) + part - 1) / part
	err = par.Do(ctx, parts, m.o.Workers, func(p int) error {
		s := m.newScratch()
		for i := p * part; i < min(len(edges), (p+1)*part); i++ {
			var err error
			if edges[i], err = m.candidates(s, i); err != nil {
				return err
			}
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		m.work.add(s.work)
		return nil
	})
	return edges, err
}

// pair makes the pages of the same name images of each other, and no others.
func (m *matcher) pair(same []graph.Node) {
	copy(m.image, same)
	fill(m.preimage)
	for u, v := range same {
		if v != None {
			m.preimage[v] = graph.Node(u)
		}
	}
}

// forget makes nothing known of pages that are gone or fresh.
func (m *matcher) forget() {
	clear(m.sure)
	clear(m.taken)
	for i := range m.holder {
		m.holder[i] = -1
	}
	m.rules = newRules()
}

// settle takes the pairs that are strong for images, and learns from them how names change.
func (m *matcher) settle(pairs []Pair, same []graph.Node) {
	m.pair(same)
	m.forget()
	for _, p := range pairs {
		i, k := m.old.place[p.Old], m.new.place[p.New]
		m.sure[i], m.taken[k], m.holder[i] = float32(p.strength), float32(p.strength), k
		if p.strength >= settled {
			m.image[p.Old], m.preimage[p.New] = p.New, p.Old
			m.rules.learn(m.old.tokens[i], m.new.tokens[k], m.old.dirs[i])
		}
	}
}

// settled is the strength from which on a pair helps to find others.
const settled = 0.5
