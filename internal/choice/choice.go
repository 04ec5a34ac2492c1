// Package choice tells people what they can choose from, and which of it they may have meant.
package choice

import (
	"fmt"
	"strings"
)

// Of describes the choices in place of a word: "one of bfs, dfs, random; did you mean bfs?".
func Of[T any](word string, from []T) string {
	names := make([]string, len(from))
	for i, f := range from {
		names[i] = fmt.Sprint(f)
	}
	return "one of " + strings.Join(names, ", ") + Meant(word, names)
}

// Meant is "; did you mean bfs?" if one name is near enough to a word for that, else "".
func Meant(word string, names []string) string {
	if name := Nearest(word, names); name != "" {
		return "; did you mean " + name + "?"
	}
	return ""
}

// Nearest returns the name that a word probably means, or "". It is the only name that begins with the word, or
// else the first name at the least edit distance, counting exchanged neighbours as one edit. The distance may be
// at most a third of the longer word.
func Nearest(word string, names []string) string {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "" || len(word) > 64 {
		return ""
	}
	best, least, begun := "", 1<<30, ""
	count := 0
	for _, name := range names {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, word) && len(word) > 2 {
			begun, count = name, count+1
		}
		if d := distance(word, lower); d < least && 3*d <= max(len(word), len(lower)) {
			best, least = name, d
		}
	}
	if count == 1 {
		return begun
	}
	return best
}

// distance counts the slips between two words, one of them never in a place twice (Damerau's, restricted), byte by byte.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row := rows[(i-1)%3], rows[i%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}
