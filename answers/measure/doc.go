// Package measure applies the algorithms to a crawl. For each algorithm it opens a view within the budget, runs
// the algorithm, and returns a result for commands to print, for results to keep and for reports to show.
package measure
