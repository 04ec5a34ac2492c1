// Package trap bounds how many pages a crawl requests from a site that generates pages without end. A URL alone proves
// nothing: a rule only assigns it to a group. The content of the fetched pages decides how the group continues.
//
// # Groups
//
//	long URL                            more than 2,048 bytes
//	many segments                       more than 20 segments of the path
//	repeated path                       a block of segments more than 3 times in a row, as in a/b/a/b/a/b/a/b,
//	                                    or more than 5 segments that occurred earlier
//	many parameters                     more than 16
//	date far from now                   more than 24 months ahead or 100 years ago, if the caller gives the current date
//	same URL in another session         equal to a known URL without jsessionid, PHPSESSID, sid and the like
//	same parameters in another order    equal to a known URL with sorted parameters
//	calendar                            a date, or numbers in a URL that announces dates
//	paths of the same segments          a segment occurs again
//	pages of one shape                  numbers, hexadecimal identifiers, titles with a number, parameters
//	pages that repeat others            all other URLs of a host
//
// The shape of a URL is its path with # for each part that varies. A path with a date ends there, so that months and
// days share a shape. Each calendar and each shape is a group; each other rule makes one group per host. The site of a
// group is its registered domain, so that endless host names of a domain share one budget.
//
// # Verdicts
//
// [Guard.Examine] compares a page with earlier pages of its site and group:
//
//	News     the page has a phrase that no page of its site had
//	Weak     words, numbers and addresses are known or few, but the page as a whole is new
//	Thin     fewer than two tokens are not in the template of the group; an address counts as two
//	Same     another page of the site says the same
//	Unheard  the content is unknown, for instance because the request failed
//
// Phrases and tokens come from package similar. Tokens leave out dates and whole numbers inside links. The comparison
// also leaves out the tokens of the page's own URL. The fingerprint of a page hashes the tokens of each row in order,
// and sums the rows: lists that are sorted differently are equal, and two solved puzzles differ. The template of a
// group are the rows and tokens that its first 64 pages without news have in common.
//
// A link to a page of the same kind often repeats the words of its address, as in lists of related searches. The
// comparison leaves out such words. If a page has nothing else beyond its template, its phrases are no news. To find such
// links, the crawl reads samples of plain URLs as tokens.
//
// Some content is masked before the comparison:
//
//   - What changes from request to request. [Guard.Twice] names page 24 of each group and site, then pages at doubled
//     distances. The caller requests such a page twice and passes both responses to Examine. A place in which more
//     tokens change than stay is masked: on the whole site for numbers in the context of an element and the word
//     before, in the group for rows. If the unmasked rest of both responses says nothing new, all pages of the group
//     are Same until the next such page. That ends a group of random text.
//   - Numbers that follow from a number of the URL by a linear law on 8 pages, such as "41 to 60" on page 3.
//   - Numbers that continue a count, such as the days of a month.
//
// # Accounts
//
// A repeating page is Same or Thin. It costs 1, and somebody pays:
//
//   - Its group pays for 12 repeating pages, and for one more per two pages with news, up to 60 more. Pages in flight
//     count. [Guard.Admit] takes such a page, and the crawl requests it in its usual order. A group with a poor form of
//     addresses pays for 1 page. The form is the names of the parameters, or the last segment with w for words and # for
//     numbers. A form is poor if fewer than one in 8 of its pages said something new.
//   - Otherwise the page is in doubt. The caller holds it, and requests it after all others as long as [Guard.Spare]
//     permits: the site pays for 2,000 repeating pages, and for one more per four pages with news. Pages in flight count
//     where news of their group does not cover them. After that, new groups of the site pay for 2 pages, and at 5/4 of
//     the budget for none, or at 9/8 if their form is poor.
//   - No account pays for a page that a sitemap or a page with news lists. [Suspicion.Listable] names the exceptions.
//
// A page with news pays back 8 repeating pages of its group, and a Weak page 1. A repeating page that leads to news of
// another group pays back 64, see [Guard.Credit]. A group may have 100,000 Weak pages. Further ones count as repeating,
// unless one page in a hundred has news.
//
// An endless group therefore ends after about 2,000 requests, and a finite site of Weak pages or news is fetched whole,
// in any order and with any number of pages in flight.
//
// # Limits
//
// The guard does not detect content that a server computes from the URL: random words with a fixed seed, new
// combinations of known words without end, images whose address has the number of the page. Only the limit of 100,000
// Weak pages or a limit on the pages of a host ends such a site. Beyond the budget, the guard holds back finite pages
// that differ only in a date, in whole numbers inside links, in words of their own URL, or in one token.
//
// # Cost and determinism
//
// Judging a URL takes 1 to 2 µs, and Examine about 40 ns a token, or 500 ns for a page with two responses. A group or a
// site takes 44 bytes, a URL with a session or several parameters 12, each twice that in a hash table, and a mark 8.
// Options.Memory limits each table. A profile of a group (template, masked places, lines) takes at most 12 KiB, and at
// most 4,096 groups have one. Each table has two generations: when the younger one is half of the limit, the older one
// is dropped.
//
// The state is a function of the calls of Judge, Admit, Take, Keep, Learn, Credit and SetBudget in their order. The
// other methods change nothing. [Guard.Save] writes the state and [Guard.Load] reads it. A [Finding] contains all that
// Keep needs, so that a replay of a log needs no pages.
//
// # Source
//
// The limits of URLs are those of Heritrix where it has them (20 segments, 3 repetitions). The comparison of pages is
// our own. The fingerprint by sums of hashes follows the multiset hashing of D. Clarke, S. Devadas, M. van Dijk, B.
// Gassend and G. E. Suh, "Incremental Multiset Hash Functions and Their Application to Memory Integrity Checking",
// ASIACRYPT 2003.
package trap
