// Package tables decides how a list of arcs is cut into columns, and which columns have the ends, weights and kinds of
// arcs. [Decide] reads a [Sample] of the text and the [Options] of the user, and returns a [Layout], which splits all lines.
//
// Separators, quotes, comments, headers and counts are judged by the whole sample. Package judge decides which columns are
// the ends. A list with two plausible readings is a question to the user, which names the options that choose one.
//
// The package is pure: it sees lines as bytes. It opens no files, adds no arcs and knows no pages.
package tables
