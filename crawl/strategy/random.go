package strategy

import (
	"io"
	"math/rand/v2"

	"weft/crawl"
	"weft/graph/page"
	"weft/internal/splitmix"
)

// Random takes any page that was found and waits, all alike. Memory: 4 bytes for each page that waits.
type Random struct {
	waits []crawl.Page
	pcg   *rand.PCG
	draw  *rand.Rand
}

// ofRandom draws the next page of a Random.
const ofRandom splitmix.Domain = 0x7765667472616e64

// NewRandom returns a Random that draws by the given seed.
func NewRandom(seed uint64) *Random {
	pcg := ofRandom.PCG(seed)
	return &Random{pcg: pcg, draw: rand.New(pcg)}
}

// Learn implements [crawl.Strategy].
func (r *Random) Learn(_ crawl.Page, _ page.State, links []crawl.Link) {
	for _, l := range links {
		if l.New && !l.Barred {
			r.waits = append(r.waits, l.To)
		}
	}
}

// Next implements [crawl.Strategy].
func (r *Random) Next() (crawl.Page, crawl.Turn) {
	n := len(r.waits)
	if n == 0 {
		return 0, crawl.Wait
	}
	i := r.draw.IntN(n)
	p := r.waits[i]
	r.waits[i] = r.waits[n-1]
	r.waits = r.waits[:n-1]
	return p, crawl.Take
}

// Save implements [crawl.Strategy].
func (r *Random) Save(w io.Writer) error {
	state, err := r.pcg.MarshalBinary()
	if err != nil {
		return err
	}
	s := newSaver(w, "random")
	s.bytes(state)
	s.pages(r.waits)
	return s.finish()
}

// Load implements [crawl.Strategy].
func (r *Random) Load(in io.Reader) error {
	l := newLoader(in, "random")
	state := l.bytes(1 << 10)
	r.waits = l.pages(r.waits)
	if err := l.finish(); err != nil {
		return err
	}
	if err := r.pcg.UnmarshalBinary(state); err != nil {
		return l.wrong("the state of its random numbers: %v", err)
	}
	return nil
}
