// Package combine makes crawls of crawls: the union of two, what is in one and not in the other, and a part of one.
//
// Each is a crawl of its own with the names, states, kinds and anchors of what it is made of, on which everything works
// that works on crawls. Graph and transpose are made side by side in passes over those there are, so that nothing is
// sorted and no lists are held.
package combine
