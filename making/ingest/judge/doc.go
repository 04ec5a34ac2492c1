// Package judge decides which two columns of a table are the ends of arcs. All tables pass it, from whatever file they come:
// lists of text, Parquet, JSON.
//
// A reading is taken only if the file states it, by a header whose words are known, or if no second reading is plausible.
// Otherwise the judge returns a [Doubt] with the plausible readings, each with its first three arcs.
//
// The package is pure: it sees the beginning of a table, cut into fields, and no file.
package judge
