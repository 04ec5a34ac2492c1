// Package fidelity says how far the ranking of a crawl can be trusted: from the crawl alone, against the truth, and by
// crawling the crawl.
//
//   - Measure: γ, HAK and what they are made of, from the crawl and its ghosts; who is missing at the top; what to crawl next.
//   - Against: how far rankings of a crawl and of a larger one, such as the truth, agree.
//   - Calibrate: parts of the crawl are crawled again, and HAK is compared with what is measured there.
//
// Package algo/hak has the definitions and the formulas.
package fidelity
