// Package pages selects pages of a crawl, orders them, and reads their rows: for the table of weft serve, for its downloads and
// for weft pages.
//
// A crawl with an index of words (package store/lookup) answers in milliseconds. Without the index, a selection by words,
// facts or in-degree reads all names, facts or links, if the caller allows that.
package pages
