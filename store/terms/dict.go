package terms

import (
	"weft/internal/corrupt"
	"weft/store/names"
)

// A Range holds the terms Lo ≤ t < Hi.
type Range struct{ Lo, Hi int }

// Len returns the number of terms.
func (r Range) Len() int { return r.Hi - r.Lo }

// A Dict is a dictionary: all terms in order. It is safe for concurrent use.
type Dict struct{ *names.Table }

// NewDict reads a dictionary of a number of terms, whose bytes were checked.
func NewDict(data []byte, terms int) (Dict, error) {
	t, err := names.New(data)
	if err != nil {
		return Dict{}, err
	}
	if t.Len() != terms {
		return Dict{}, corrupt.Errorf("a dictionary of %d terms for %d", t.Len(), terms)
	}
	return Dict{t}, nil
}

// Starting returns the range of the terms that begin with a prefix.
func (d Dict) Starting(prefix string) (r Range, err error) {
	if r.Lo, err = d.Search([]byte(prefix)); err != nil {
		return r, err
	}
	next := []byte(prefix)
	for len(next) > 0 && next[len(next)-1] == 0xff {
		next = next[:len(next)-1]
	}
	if len(next) == 0 {
		r.Hi = d.Len()
		return r, nil
	}
	next[len(next)-1]++
	r.Hi, err = d.Search(next)
	if err == nil && r.Hi < r.Lo {
		err = corrupt.Errorf("the dictionary is out of order")
	}
	return r, err
}

// Exactly returns the range of a term: empty if there is none.
func (d Dict) Exactly(term string) (Range, error) {
	i, ok, err := d.Find([]byte(term))
	if !ok || err != nil {
		return Range{}, err
	}
	return Range{i, i + 1}, nil
}
