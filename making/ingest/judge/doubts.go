package judge

import (
	"bytes"
	"slices"
	"strings"
)

// areIntervals says whether two columns hold the first and the last numbers of intervals. Intervals without gaps show it, and
// intervals below a header that touch and have one width above 1. So do times and names of ends, if no number stands in both.
func (t *Table) areIntervals(p pair) bool {
	const enough = 3
	upwards, gapless, touching, before, width := len(t.Rows) > 1, true, true, uint64(0), uint64(0)
	for i, row := range t.Rows {
		first, ok := whole(row[p.source])
		last, ok2 := whole(row[p.target])
		upwards = upwards && ok && ok2 && first < last
		gapless = gapless && (i == 0 || first == before+1)
		touching = touching && last-first > 1 && (i == 0 || first == before && last-first == width)
		before, width = last, last-first
	}
	shared, _, _ := t.overlap(p)
	switch {
	case !upwards:
		return false
	case shared == 0 && t.Header != nil && (areSpanWords(t.Header[p.source], t.Header[p.target]) || t.isTime(p.source) && t.isTime(p.target)):
		return true
	case len(t.Rows) < enough || t.Header != nil && slices.Contains(identifiers, sharedWord(Word(t.Header[p.source]), Word(t.Header[p.target]))):
		return false
	}
	return gapless || touching && t.Header != nil
}

// areSentences says whether two columns hold texts of several words, and no text stands in both.
func (t *Table) areSentences(p pair) bool {
	shared, _, _ := t.overlap(p)
	return shared == 0 && len(t.Rows) > 1 && t.both(p, func(f []byte) bool { return bytes.Count(f, []byte(" ")) >= 4 })
}

// areKinds says whether two columns are named as identifiers of two kinds of things: userId and movieId.
func (t *Table) areKinds(p pair) bool {
	a, ok := strings.CutSuffix(Word(t.Header[p.source]), "id")
	b, ok2 := strings.CutSuffix(Word(t.Header[p.target]), "id")
	return ok && ok2 && a != b && a != "" && b != ""
}

// areSpaces says whether two columns are named as identifiers of two spaces, as in tables for Neo4j:
// :START_ID(Person) and :END_ID(Movie). URLs are the same in all spaces.
func (t *Table) areSpaces(p pair) bool {
	a, b := space(t.Header[p.source]), space(t.Header[p.target])
	return a != "" && b != "" && a != b && !t.both(p, IsURL)
}

// space returns the space of the identifiers in a column that is named as one for Neo4j; empty for other names.
func space(name string) string {
	before, rest, ok := strings.Cut(name, "(")
	in, after, ok2 := strings.Cut(rest, ")")
	if !ok || !ok2 || after != "" || !slices.Contains([]string{":START_ID", ":END_ID"}, strings.TrimSpace(before)) {
		return ""
	}
	return in
}

// repeatedPairs returns the pairs of source and target where the header has the names of both twice.
func (t *Table) repeatedPairs() (all []pair) {
	u, v, ok := FindPair(t.Header)
	if !ok {
		return nil
	}
	sources, targets := t.called(t.Header[u]), t.called(t.Header[v])
	for i := range min(len(sources), len(targets)) {
		all = append(all, pair{sources[i], targets[i]})
	}
	return all
}

// called returns the columns with a name.
func (t *Table) called(name string) (at []int) {
	for i, h := range t.Header {
		if h == name {
			at = append(at, i)
		}
	}
	return at
}

// Marks in a column of the direction of an arc: from source to target, back, and both ways.
var (
	forwards  = strings.Fields("-> --> => ==> > → out outgoing forward forwards")
	backwards = strings.Fields("<- <-- <= <== < ← in incoming backward backwards reverse reversed")
	bothWise  = strings.Fields("<-> <--> <=> - -- = ↔ both none undirected")
)

// turningColumn returns the column that says of some rows that they lead back; -1 without one.
func (t *Table) turningColumn(p pair) int {
	for i := range t.columns() {
		if i != p.source && i != p.target && t.holds(i, backwards, slices.Concat(forwards, bothWise)) {
			return i
		}
	}
	return -1
}

// changeWords are names of columns that say how a row changes a graph.
var changeWords = strings.Fields("op operation action event change changetype update command cmd")

// Words in columns that say how a row changes a graph.
var (
	adding   = strings.Fields("add added a + insert inserted i create created new addedge add_edge ae")
	removing = strings.Fields("remove removed r - delete deleted del d drop dropped rm removeedge remove_edge deleteedge delete_edge de re")
)

// removingColumn returns the column that says of some rows that they remove arcs; -1 without one.
func (t *Table) removingColumn(p pair) int {
	for i, name := range t.Header {
		if i != p.source && i != p.target && slices.Contains(changeWords, Word(name)) && t.holds(i, removing, adding) {
			return i
		}
	}
	return -1
}

// holds says whether a column holds some of the wanted words, and besides them no words but others.
func (t *Table) holds(column int, wanted, others []string) bool {
	found := false
	for _, row := range t.Rows {
		word := strings.ToLower(string(row[column]))
		if slices.Contains(wanted, word) {
			found = true
		} else if !slices.Contains(others, word) {
			return false
		}
	}
	return found
}

// areLevels says whether two columns hold the communities of a graph, level after level. The nodes of each level are
// numbered from 0. They are the communities of the level before.
func (t *Table) areLevels(p pair) bool {
	const enough = 6
	nodes, communities, most, levels := uint64(0), uint64(0), uint64(0), 1
	for i, row := range t.Rows {
		u, ok := whole(row[p.source])
		v, ok2 := whole(row[p.target])
		if !ok || !ok2 {
			return false
		}
		if u == 0 && i > 0 { // the first node of the next level
			if most+1 > nodes || levels == 1 && most+1 == nodes || levels > 1 && nodes != communities {
				return false
			}
			nodes, communities, most = 0, most+1, 0
			levels++
		}
		if u != nodes {
			return false
		}
		nodes, most = nodes+1, max(most, v)
	}
	return len(t.Rows) >= enough && levels > 1 && nodes <= communities
}
