package strategy

import (
	"io"
	"math"
	"math/rand/v2"

	"weft/crawl"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/splitmix"
)

// Sampled proceeds breadth first along some links of each page, drawn at random with equal probability. A page is
// fetched once a fetched page has drawn a link to it. All seeds are taken.
//
// These are BfsRnd and BfsGeo of Holzmann, Anand and Khosla, "Estimating PageRank deviations in crawled graphs",
// 2019. BfsGeo follows the forest fire of Leskovec and Faloutsos, 2006. Memory: 4 bytes per waiting page, and a
// bit per known page.
type Sampled struct {
	kind   string
	count  func(r *rand.Rand, links int) int
	queued bitset.Set // pages that wait or waited
	waits  queue[crawl.Page]
	drawn  []crawl.Page
	pcg    *rand.PCG
	draw   *rand.Rand
}

// NewUniform returns a Sampled that follows k of the d links of a page, k drawn from 0 to d, all alike.
// Papers: fidelity, "Crawling strategies".
func NewUniform(seed uint64) *Sampled {
	return newSampled("uniform", seed, func(r *rand.Rand, links int) int { return r.IntN(links + 1) })
}

// NewGeometric returns a Sampled that follows k links of a page, or all if there are fewer. k is the number of
// failures before the first success of probability p; its mean is (1−p)/p.
// Papers: fidelity, "Crawling strategies".
func NewGeometric(seed uint64, p float64) *Sampled {
	rate := math.Log1p(-p)
	return newSampled("geometric", seed, func(r *rand.Rand, links int) int {
		return int(min(float64(links), math.Log(1-r.Float64())/rate))
	})
}

// ofSampled draws the links that a Sampled follows.
const ofSampled splitmix.Domain = 0x73616d706c6564

func newSampled(kind string, seed uint64, count func(*rand.Rand, int) int) *Sampled {
	pcg := ofSampled.PCG(seed)
	return &Sampled{kind: kind, count: count, pcg: pcg, draw: rand.New(pcg)}
}

// Learn implements [crawl.Strategy].
func (s *Sampled) Learn(p crawl.Page, _ page.State, links []crawl.Link) {
	s.drawn = s.drawn[:0]
	for _, l := range links {
		if !l.Barred {
			s.drawn = append(s.drawn, l.To)
		}
	}
	k := len(s.drawn)
	if p != crawl.None && k > 0 {
		k = s.count(s.draw, k)
	}
	for i := range k {
		if p != crawl.None {
			j := i + s.draw.IntN(len(s.drawn)-i)
			s.drawn[i], s.drawn[j] = s.drawn[j], s.drawn[i]
		}
		s.put(s.drawn[i])
	}
}

// put makes a page wait, unless it did before.
func (s *Sampled) put(p crawl.Page) {
	if !s.queued.Has(int(p)) {
		s.queued.Put(int(p))
		s.waits.push(p)
	}
}

// Next implements [crawl.Strategy].
func (s *Sampled) Next() (crawl.Page, crawl.Turn) {
	if len(s.waits.left()) == 0 {
		return 0, crawl.Wait
	}
	return s.waits.pop(), crawl.Take
}

// Save implements [crawl.Strategy].
func (s *Sampled) Save(w io.Writer) error {
	state, err := s.pcg.MarshalBinary()
	if err != nil {
		return err
	}
	out := newSaver(w, s.kind)
	out.bytes(state)
	out.pages(s.waits.left())
	out.uint(uint64(len(s.queued)))
	for _, word := range s.queued {
		out.uint(word)
	}
	return out.finish()
}

// Load implements [crawl.Strategy].
func (s *Sampled) Load(r io.Reader) error {
	l := newLoader(r, s.kind)
	state := l.bytes(1 << 10)
	s.waits.all = l.pages(s.waits.all)
	for n := l.count(); n > 0 && l.err == nil; n-- {
		s.queued = append(s.queued, l.uint())
	}
	if err := l.finish(); err != nil {
		return err
	}
	if err := s.pcg.UnmarshalBinary(state); err != nil {
		return l.wrong("the state of its random numbers: %v", err)
	}
	return nil
}
