// Package scan reads texts: line by line with [Lines], byte by byte with a [Scanner], and numbers of pages. Both readers
// know their place in the text, for errors and for the log of bad records. It also has the limits of lines and words
// that all readers of texts share.
//
// The package is pure: it takes readers and bytes. It knows no format, no columns and no pages.
package scan
