package migrate

import (
	"bytes"
	"context"
	"math"
	"slices"
	"unicode"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/par"
)

// side holds the features of the pages of a crawl that the other crawl does not have.
type side struct {
	*Side
	pages  []graph.Node
	place  []int32    // of each page its place in pages; -1
	tokens [][]uint32 // of their URLs
	dirs   []uint32   // their directories, as tokens of their own
	words  [][]uint32 // of texts of links to them, each once, increasing
}

// newSide reads the names and texts of pages without a partner.
func (m *matcher) newSide(ctx context.Context, s *Side, partner []graph.Node) (*side, error) {
	x := &side{Side: s, place: make([]int32, len(partner))}
	for u, v := range partner {
		x.place[u] = -1
		if v == None {
			x.place[u] = int32(len(x.pages))
			x.pages = append(x.pages, graph.Node(u))
		}
	}
	x.tokens, x.dirs, x.words = make([][]uint32, len(x.pages)), make([]uint32, len(x.pages)), make([][]uint32, len(x.pages))
	var name []byte
	for i, u := range x.pages {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var err error
		if name, err = s.Name(name[:0], u); err != nil {
			return nil, err
		}
		x.tokens[i], x.dirs[i] = m.voc.split(name)
	}
	if s.Texts == nil {
		return x, nil
	}
	if err := m.readTexts(ctx, x); err != nil {
		return nil, err
	}
	for i, list := range x.words {
		if i%(1<<12) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		slices.Sort(list)
		x.words[i] = slices.Clip(slices.Compact(list))
		m.voc.count(x.words[i])
	}
	return x, nil
}

// maxWords is from how many words on texts to or of a page are not read any further, if half of the words differ.
const maxWords = 4096

// readTexts reads the words of pages.
func (m *matcher) readTexts(ctx context.Context, x *side) error {
	full := make([]bool, len(x.pages))
	n := 0
	return x.Texts(func(u graph.Node, text []byte) error {
		if n++; n%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i := x.place[u]
		if i < 0 || full[i] {
			return nil
		}
		if x.words[i] = m.voc.words(x.words[i], text); len(x.words[i]) > maxWords {
			slices.Sort(x.words[i])
			x.words[i] = slices.Compact(x.words[i])
			if full[i] = len(x.words[i]) > maxWords/2; full[i] {
				m.left.Texts++
			}
		}
		return nil
	})
}

// fetched says whether the page at a place was fetched.
func (x *side) fetched(i int) bool { return x.Fetched == nil || x.Fetched(x.pages[i]) }

// link collects the neighbours of fresh pages that are images of pages of the older crawl.
func (m *matcher) link(ctx context.Context) error {
	n := len(m.new.pages)
	m.out, m.in = make([][]graph.Node, n), make([][]graph.Node, n)
	m.outAll, m.inAll = make([]float64, n), make([]float64, n)
	const part = 1024
	return par.Do(ctx, (n+part-1)/part, m.o.Workers, func(p int) error {
		for k := p * part; k < min(n, (p+1)*part); k++ {
			var err error
			if m.out[k], err = through(nil, m.new.Out, m.new.pages[k], m.preimage, false); err != nil {
				return err
			}
			if m.in[k], err = through(nil, m.new.In, m.new.pages[k], m.preimage, false); err != nil {
				return err
			}
			m.outAll[k], m.inAll[k] = m.sum(m.out[k], m.new.In), m.sum(m.in[k], m.new.Out)
		}
		return nil
	})
}

// through appends the neighbours of a page that have partners: those, if mapped, else the neighbours themselves. They
// are sorted.
func through(dst []graph.Node, g graph.Random, u graph.Node, partner []graph.Node, mapped bool) ([]graph.Node, error) {
	from := len(dst)
	dst, err := g.AppendSucc(dst, u)
	kept := dst[:from]
	for _, v := range dst[from:] {
		if w := partner[v]; w != None && mapped {
			kept = append(kept, w)
		} else if w != None {
			kept = append(kept, v)
		}
	}
	if mapped {
		slices.Sort(kept[from:])
	}
	return kept, err
}

// A vocabulary numbers the tokens of names and the words of texts, of both crawls.
type vocabulary struct {
	numbers map[string]uint32
	seen    []uint32 // how many pages have each
	weights []float64
	scratch []uint32
	long    int // names with more than maxTokens tokens
}

func newVocabulary() *vocabulary {
	return &vocabulary{numbers: map[string]uint32{"": 0}, seen: []uint32{0}}
}

func (v *vocabulary) number(kind byte, text []byte) uint32 {
	var room [64]byte
	key := append(append(room[:0], kind), text...)
	n, ok := v.numbers[string(key)]
	if !ok {
		n = uint32(len(v.seen))
		v.numbers[string(key)] = n
		v.seen = append(v.seen, 0)
	}
	return n
}

// maxTokens is the number of distinguished tokens of a URL; the rest counts as one more token.
const maxTokens = 32

// split returns the tokens of a URL, and its directory.
func (v *vocabulary) split(url []byte) (tokens []uint32, dir uint32) {
	start, slash := 0, 0
	for i := 0; i <= len(url); i++ {
		if i < len(url) && !isBetween(url[i]) {
			continue
		}
		if i > start {
			if tokens = append(tokens, v.number('t', url[start:i])); len(tokens) == maxTokens && i < len(url) {
				v.long++
				tokens = append(tokens, v.number('r', url[i:]))
				break
			}
		}
		if start = i + 1; i < len(url) && url[i] == '/' {
			slash = i
		}
	}
	v.scratch = append(v.scratch[:0], tokens...)
	slices.Sort(v.scratch)
	v.count(slices.Compact(v.scratch))
	return slices.Clip(tokens), v.number('d', url[:slash])
}

// countTokens returns the length of the list of split, or one more.
func countTokens(url []byte) int {
	n, inside := 0, false
	for _, c := range url {
		if now := !isBetween(c); now != inside {
			inside = now
			n += bitset.One(now)
		}
	}
	if n >= maxTokens {
		return maxTokens + 1
	}
	return n
}

func isBetween(c byte) bool {
	switch c {
	case '/', ':', '?', '=', '&', '#', '.', '-', '_':
		return true
	}
	return false
}

// words appends the words of a text, in small letters.
func (v *vocabulary) words(dst []uint32, text []byte) []uint32 {
	var word []byte
	end := func() {
		if len(word) > 0 {
			dst = append(dst, v.number('w', word))
		}
		word = word[:0]
	}
	for _, r := range string(text) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word = append(word, string(unicode.ToLower(r))...)
			continue
		}
		end()
	}
	end()
	return dst
}

// countWords returns the number of words of a text.
func countWords(text []byte) int {
	return len(bytes.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// count says that a page has these, each once.
func (v *vocabulary) count(list []uint32) {
	for _, t := range list {
		v.seen[t]++
	}
}

// weigh sets the weights of tokens, given the number of pages.
func (v *vocabulary) weigh(pages int) {
	v.weights = make([]float64, len(v.seen))
	for i, n := range v.seen {
		v.weights[i] = math.Log(1 + float64(pages)/float64(max(n, 1)))
	}
	v.weights[0] = 0
	v.numbers = nil
}
