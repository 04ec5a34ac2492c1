// Package crawl is the loop of every crawl: take the page that the strategy wants next, learn its links, remember, go on.
//
// It knows a [Web], which says what a page links to, and a [Strategy], which says which page comes next, and nothing else.
// A live crawl, an archive that is replayed, a stored graph whose lists are read, and a random model that is drawn while it
// is crawled are the same loop with another Web.
//
// A Strategy is a machine fed by what is learnt. In strict order replies are learnt in the order in which their pages were
// picked, at most a window of picks ahead: the same window, Web and Strategy give the same crawl for any number of workers. In
// the order of arrival a reply is learnt when it comes.
package crawl
