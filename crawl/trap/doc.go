// Package trap finds URLs that generate themselves without end, and says of each by which rule. It leaves out nothing
// unseen: a rule is a suspicion, which puts a URL into a group, and what the pages of the group say decides how many of
// them are fetched.
//
//	long URL                                more than 2,048 bytes
//	many segments                           more than 20 parts of the path
//	repeated path                           a block of segments more than 3 times in a row, as a/b/a/b/a/b/a/b, or more than 5 segments
//	                                        that occurred before
//	many parameters                         more than 16
//	date far from now                       more than 24 months ahead or 100 years ago, if the caller says when now is
//	same URL in another session             apart from jsessionid, PHPSESSID, sid and the like it was judged before
//	same parameters in another order        apart from their order it was judged before
//	calendar                                a date, or numbers where dates are spoken of
//	paths of the same segments              a segment occurs again
//	pages of one shape                      numbers, hexadecimal identifiers, titles with a number, parameters
//
// The first six and the ninth are groups of their own for each host. The shape of a URL is its path with what is
// replaced as #, and what was replaced behind it, in no order; a path with a date is cut there, so that months and days
// share a shape. URLs that none of this is said of have no group, and are not counted.
//
// [Guard.Judge] returns the group of a URL. [Guard.Admit] says whether a page of it may be fetched now; if not, the
// caller holds it and asks again when [Guard.Room] says so. [Guard.News] says what is new in a page, [Guard.Keep] notes
// it, and [Guard.Learn] tells of the group what came out.
//
// # What is new
//
// A page says something new if it has a phrase that no page of its host had before, or eight numbers. Package similar
// makes them: phrases are what stands between tags and marks of punctuation, without order, without numbers, names of
// days and months, and words of the URL. So an article of ten words is one, and a month of a calendar, the same list
// sorted otherwise, the same page in another session or under a path that repeats itself is none. Of each page a few
// such things are kept as hashes of 32 bits.
//
// # Room
//
// Pages of a group that say nothing new are in doubt, and so are those under way. 12 of a group may be, one more for
// each two pages that said something new, up to 60, and 90 of a host that its groups share. A page that says something
// new makes 8 good that did not; one that leads to such a page of another group makes one good. So an endless calendar
// costs about 115 pages, 12 more for each further group that it has, and what is held stays so; an archive in which
// every fourth page says something new is fetched whole, in any order, with any number of pages under way.
//
// The caller does not ask for pages that something names which is finite, such as a sitemap, but for those that
// [Suspicion.Listable] says no list can speak for.
//
// What is not caught: generators that write new words into pages, or new words without numbers into paths, and endless
// host names. For these a crawl has limits on pages of a host.
//
// # Cost
//
// 1 to 2 µs a URL and no allocation but for sorting parameters and growing tables; 10 ns a phrase. A group takes 36
// bytes, a URL with a session or several parameters 12, twice that in a hash table, and a thing that was said 8. Each
// table holds at most Options.Memory of these in two generations: when the younger one is half of it, the older is
// forgotten. All is a function of the calls in their order; [Guard.Save] writes it and [Guard.Load] reads it back.
//
// Limits of URLs are those of Heritrix where it has them (20 segments, 3 repetitions).
package trap
