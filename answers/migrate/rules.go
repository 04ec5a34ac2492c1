package migrate

// A change is of a token to another, in a directory or, with 0, anywhere; 0 is no token.
type change struct{ dir, from, to uint32 }

// A place is a token in a directory or, with 0, anywhere.
type place struct{ dir, token uint32 }

// rules count how tokens of names changed, in pairs that were found.
type rules struct {
	changes map[change]int
	places  map[place]int
	best    map[place]uint32
}

func newRules() *rules {
	return &rules{changes: map[change]int{}, places: map[place]int{}, best: map[place]uint32{}}
}

// learn counts the changes between the names of a pair.
func (r *rules) learn(a, b []uint32, dir uint32) {
	head, tail := alike(a, b)
	for i, t := range a {
		if i < head || i >= len(a)-tail {
			r.add(t, t, dir)
		}
	}
	a, b = a[head:len(a)-tail], b[head:len(b)-tail]
	switch {
	case len(a) == len(b):
		for i := range a {
			r.add(a[i], b[i], dir)
		}
	case len(a) == 0:
		for _, t := range b {
			r.add(0, t, dir)
		}
	case len(b) == 0:
		for _, t := range a {
			r.add(t, 0, dir)
		}
	}
}

func (r *rules) add(from, to, dir uint32) {
	for _, d := range [2]uint32{0, dir} {
		c, p := change{d, from, to}, place{d, from}
		r.changes[c]++
		r.places[p]++
		if was, ok := r.best[p]; !ok || r.changes[c] > r.changes[change{d, from, was}] {
			r.best[p] = to
		}
	}
}

// odds returns the frequency with which a token became another: the count divided by one more than all changes of
// the token.
func (r *rules) odds(from, to, dir uint32) float64 {
	most := 0.0
	for _, d := range [2]uint32{0, dir} {
		if n := r.changes[change{d, from, to}]; n > 0 {
			most = max(most, float64(n)/float64(max(r.places[place{d, from}], 0)+1))
		}
	}
	return most
}

// likely returns what a token of a directory became most often.
func (r *rules) likely(from, dir uint32) uint32 {
	for _, d := range [2]uint32{dir, 0} {
		if to, ok := r.best[place{d, from}]; ok && to != 0 {
			return to
		}
	}
	return from
}

// alike returns how many tokens two names begin and, after these, end with alike.
func alike(a, b []uint32) (head, tail int) {
	n := min(len(a), len(b))
	for head < n && a[head] == b[head] {
		head++
	}
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}
