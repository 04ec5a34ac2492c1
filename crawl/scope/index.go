package scope

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

const anyPort = -1

// An entry is a prefix of keys with its rule.
type entry struct {
	prefix  string
	port    int
	include bool
	rule    string
	// parent is the entry with the longest other prefix that begins this one's, or -1.
	parent int
}

// An index finds the longest of many prefixes of a key. Prefixes are sorted, and each knows the longest one that
// begins it. One binary search and a walk upwards then meet all prefixes that hold. Time: O(log n + depth)
// comparisons.
type index struct{ entries []entry }

// build sorts the entries. Of two equal ones the exclusion is met first.
func (x *index) build() {
	slices.SortStableFunc(x.entries, func(a, b entry) int {
		if c := cmp.Or(strings.Compare(a.prefix, b.prefix), cmp.Compare(a.port, b.port)); c != 0 || a.include == b.include {
			return c
		}
		if a.include {
			return -1
		}
		return 1
	})
	for i := range x.entries {
		p := i - 1
		for p >= 0 && !strings.HasPrefix(x.entries[i].prefix, x.entries[p].prefix) {
			p = x.entries[p].parent
		}
		x.entries[i].parent = p
	}
}

// longest returns the entry with the longest prefix that holds for a URL, or nil. One with a port comes before one
// for any.
func (x *index) longest(u *target) *entry {
	// The last entry up to the key, or an entry that begins it, is the longest that could hold.
	i := sort.Search(len(x.entries), func(i int) bool { return x.entries[i].prefix > string(u.key) }) - 1
	for ; i >= 0; i = x.entries[i].parent {
		e := &x.entries[i]
		if len(e.prefix) <= len(u.key) && string(u.key[:len(e.prefix)]) == e.prefix && (e.port == anyPort || e.port == u.port) {
			return e
		}
	}
	return nil
}
