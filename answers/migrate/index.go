package migrate

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sort"

	"weft/internal/par"
	"weft/internal/splitmix"
	"weft/internal/topk"
)

// The kinds of features by which candidates are found.
const (
	featToken = iota + 1
	featBigram
	featOut
	featIn
	featWord
)

// common is how many fresh pages may have a feature that still counts as rare.
const common = 256

// entry says that a fresh page has a feature.
type entry struct {
	key  uint64
	page int32
}

// maxVotes is the number of index entries that are read for a page, its rarest features first.
const maxVotes = 4096

// indexParts is in how many parts the index is sorted.
const indexParts = 256

// An index lists the fresh pages that have a feature, by feature and page, in parts.
type index struct{ parts [][]entry }

func key(kind int, a, b uint32) uint64 {
	return splitmix.Mix(splitmix.Mix(uint64(kind)<<32|uint64(a)) + uint64(b))
}

// newIndex indexes the fresh pages.
func (m *matcher) newIndex(ctx context.Context) (*index, error) {
	x := &index{parts: make([][]entry, indexParts)}
	for k := range m.new.pages {
		if k%(1<<12) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		put := func(f uint64) { x.parts[f%indexParts] = append(x.parts[f%indexParts], entry{f, int32(k)}) }
		nameFeatures(m.new.tokens[k], put)
		for _, v := range m.out[k] {
			put(key(featOut, uint32(v), 0))
		}
		for _, v := range m.in[k] {
			put(key(featIn, uint32(v), 0))
		}
		for _, w := range m.new.words[k] {
			put(key(featWord, w, 0))
		}
	}
	return x, par.Do(ctx, indexParts, m.o.Workers, func(p int) error {
		slices.SortFunc(x.parts[p], func(a, b entry) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.page, b.page)) })
		x.parts[p] = slices.Compact(x.parts[p])
		return nil
	})
}

func nameFeatures(tokens []uint32, put func(uint64)) {
	for i, t := range tokens {
		put(key(featToken, t, 0))
		if i > 0 {
			put(key(featBigram, tokens[i-1], t))
		}
	}
}

// find returns the entries of a feature; nothing if it is too common.
func (x *index) find(f uint64) []entry {
	entries := x.parts[f%indexParts]
	lo := sort.Search(len(entries), func(i int) bool { return entries[i].key >= f })
	hi := lo
	for hi < len(entries) && entries[hi].key == f {
		if hi++; hi-lo > common {
			return nil
		}
	}
	return entries[lo:hi]
}

// vote adds the pages of the features that were found to the votes, rare features weighing more. Once maxVotes were cast, more
// common features are ignored.
func (m *matcher) vote(s *scratch) {
	slices.SortStableFunc(s.lists, func(a, b []entry) int { return cmp.Compare(len(a), len(b)) })
	cast := 0
	for _, list := range s.lists {
		if cast += len(list); cast > maxVotes {
			s.work.cut++
			break
		}
		s.work.votes += int64(len(list))
		w := float32(math.Log(1 + float64(len(m.new.pages))/float64(len(list))))
		for _, e := range list {
			if s.votes[e.page] == 0 {
				s.met = append(s.met, e.page)
			}
			s.votes[e.page] += w
		}
	}
}

// nominate returns the fresh pages that share most features with a page that is gone, the best first, lent.
func (m *matcher) nominate(s *scratch, i int) []int32 {
	for _, k := range s.met {
		s.votes[k] = 0
	}
	s.met, s.lists = s.met[:0], s.lists[:0]
	put := func(f uint64) {
		if list := m.index.find(f); len(list) > 0 {
			s.lists = append(s.lists, list)
		}
	}
	nameFeatures(m.old.tokens[i], put)
	s.renamed = s.renamed[:0]
	for _, t := range m.old.tokens[i] {
		s.renamed = append(s.renamed, m.rules.likely(t, m.old.dirs[i]))
	}
	if !slices.Equal(s.renamed, m.old.tokens[i]) {
		nameFeatures(s.renamed, put)
	}
	for _, v := range s.out {
		put(key(featOut, uint32(v), 0))
	}
	for _, v := range s.in {
		put(key(featIn, uint32(v), 0))
	}
	for _, w := range m.old.words[i] {
		put(key(featWord, w, 0))
	}
	m.vote(s)
	best := topk.New(m.o.Candidates, func(a, b int32) int { return cmp.Or(-cmp.Compare(s.votes[a], s.votes[b]), cmp.Compare(a, b)) })
	for _, k := range s.met {
		if m.old.fetched(i) == m.new.fetched(int(k)) {
			best.Add(k)
		}
	}
	return best.Sorted()
}
