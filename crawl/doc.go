// Package crawl is the loop of every crawl: fetch the page that the strategy chooses, learn its links, record
// them, continue.
//
// It uses only a [Web], which returns the links of a page, and a [Strategy], which chooses the next page. One loop
// serves a live crawl, the replay of an archive, the lists of a stored graph, and a random model that is drawn
// during the crawl; only the Web differs.
//
// A Strategy is a state machine driven by the replies. In strict order, replies are learnt in the order of the
// picks, at most a window of picks ahead. The same window, Web and Strategy then give the same crawl for any
// number of workers. In the order of arrival, a reply is learnt as soon as it comes.
package crawl
