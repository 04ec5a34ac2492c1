// Package archive is a Web of stored pages: WARC and ARC files and WACZ packages, looked up by URL.
//
// [Open] reads the files once and remembers the places of each page's records, 24 bytes each. A [Reader] then
// reads single pages through package capture.
package archive
