package cores

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"weft/algo/core"
	"weft/graph"
	"weft/store"
	"weft/web/weburl"
)

// A Community is a clique with the names of its pages.
//
//json:object community
type Community struct {
	// Words are the words of most link texts from its fans to its centers. Words that occur in fewer of the other
	// listed communities weigh more. Hosts are the hosts of most of its centers.
	Words   []string `json:"words"`   // most frequent words in anchor texts of links from fans to centers
	Hosts   []string `json:"hosts"`   // hosts with the most centers
	Fans    []string `json:"fans"`    // fans: names, or numbers if pages have no names
	Centers []string `json:"centers"` // centers: names, or numbers if pages have no names
}

// tellBy is how many words and hosts tell a community, wordLetters what a word has at least.
const tellBy, wordLetters = 3, 3

// tell describes the topics of some cliques.
func tell(c *store.Crawl, cliques []core.Clique) ([]Community, error) {
	all := make([]Community, len(cliques))
	words := make([]map[string]int, len(cliques))
	in := map[string]int{} // communities with a word
	for i, k := range cliques {
		all[i] = Community{Fans: labels(c, k.Fans), Centers: labels(c, k.Centers)}
		var err error
		if words[i], err = wordsOf(c, k); err != nil {
			return nil, err
		}
		for w := range words[i] {
			in[w]++
		}
		all[i].Hosts = most(hostsOf(all[i].Centers), func(string) float64 { return 1 })
	}
	for i := range all {
		all[i].Words = most(words[i], func(w string) float64 { return math.Log(1 + float64(len(cliques))/float64(in[w])) })
	}
	return all, nil
}

// most are the names that count the most, times their weight; ties go by the name.
func most(counts map[string]int, weight func(string) float64) []string {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(float64(counts[b])*weight(b), float64(counts[a])*weight(a))
	})
	return append([]string{}, names[:min(tellBy, len(names))]...)
}

// hostsOf counts the hosts of names.
func hostsOf(names []string) map[string]int {
	hosts := map[string]int{}
	for _, name := range names {
		if h := weburl.HostName(store.Key(nil, []byte(name))); h != "" {
			hosts[h]++
		}
	}
	return hosts
}

// wordsOf counts the words in texts of links from fans to centers, in each text once.
func wordsOf(c *store.Crawl, k core.Clique) (map[string]int, error) {
	words := map[string]int{}
	for _, v := range k.Centers {
		cur := c.Anchors(graph.Range{Lo: int(v), Hi: int(v) + 1})
		for cur.Next() {
			for _, a := range cur.Anchors() {
				if a.From == v || !slices.Contains(k.Fans, a.From) {
					continue
				}
				text, err := cur.Text(nil, a)
				if err != nil {
					return nil, err
				}
				for w := range wordsIn(text) {
					words[w]++
				}
			}
		}
		if err := cur.Err(); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// wordsIn are the words of a text, in lower case.
func wordsIn(text []byte) map[string]bool {
	words := map[string]bool{}
	for _, w := range bytes.FieldsFunc(bytes.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCount(w) >= wordLetters {
			words[string(w)] = true
		}
	}
	return words
}
