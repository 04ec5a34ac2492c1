// Package trap leaves out URLs that generate themselves without end, and says by which rule.
//
// [Guard.Check] applies rules that see a URL alone, as soon as it is found. [Guard.Admit] applies these and counts; it is
// called once for each URL, before it is fetched. [Guard.Learn] tells what was found there.
//
//	long URL                                more than 2,048 bytes
//	many segments                           more than 20 parts of the path
//	repeated path                           a block of segments more than 3 times in a row, as a/b/a/b/a/b/a/b, or more than 5 segments
//	                                        that occurred before
//	many parameters                         more than 16
//	date far from now                       more than 24 months ahead or 100 years ago, if the caller says when now is
//	same URL in another session             apart from jsessionid, PHPSESSID, sid and the like it was admitted before
//	same parameters in another order        apart from their order it was admitted before
//	calendar, paths of the same segments,   the budget is used up, see below
//	pages of one shape
//
// # Budgets
//
// The shape of a URL is its path with numbers, hexadecimal identifiers and dates replaced, and a mark in place of a query. A path with a date
// is cut there, so that months and days share a shape; paths in which a segment occurs again share one a host. URLs in which nothing is
// replaced have no shape, and are not counted.
//
// A shape has 16 pages free, and two more for each of its pages that was found to be different: its words, numbers and names of
// days apart, are unlike those of the last four different ones, or it was the first to lead to something other
// than itself. Up to 20 links from a seed, where endless chains have not come far, pages of one shape have 20,000 free instead, unless their URLs speak of dates
// or repeat segments: many a finite site numbers its pages and says little on each. Beyond that a shape draws on 100 pages that a host has for all its shapes. So an endless calendar ends after 116 pages, or
// 16 more for each further shape that it has; a real archive, in which every second page differs, never ends, however fast pages come, as long as no more
// than about a hundred are under way. A caller that learns nothing of what it fetched loses such archives.
//
// What is not caught: generators that write new words into both pages and paths, and endless host names. For these a crawl has limits on pages of a
// host and a domain.
//
// # Cost
//
// 1 to 2 µs a URL and no allocation but for sorting parameters and growing tables. A shape takes 48 bytes, a URL with a session or several
// parameters 8, twice that in a hash table. Each table holds at most Options.Memory of these in two generations: when the younger one
// is half of it, the older is forgotten. All is a function of the calls in their order; [Guard.Save] writes it and [Guard.Load] reads
// it back.
//
// Defaults are those of Heritrix where it has them (20 segments, 3 repetitions), and else chosen so that of 38,779 pages of real documentation
// none is lost, where two of three pages of a shape differ.
package trap
