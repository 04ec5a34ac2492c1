// Package measure applies the algorithms to a crawl: it opens the view that each wants within the budget, runs it, and
// returns what commands print, results keep and reports show.
package measure
