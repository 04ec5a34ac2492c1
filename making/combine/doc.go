// Package combine makes crawls from crawls: the union of two, their difference, and a part of one.
//
// The result is a crawl with the names, states, kinds and anchors of its inputs, and every command for crawls
// works on it. Graph and transpose are written together in passes over the inputs', so that nothing is sorted and
// no lists are held.
package combine
