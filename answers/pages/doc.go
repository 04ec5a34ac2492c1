// Package pages selects pages of a crawl, orders them, and reads their rows. weft serve and weft pages use it.
//
// A crawl with an index of words (package store/lookup) answers in milliseconds. Without the index, a selection by
// words, facts or in-degree reads all names, facts or links, if the caller allows that. Texts of pages are found by
// an index of their own (package store/textindex).
package pages
