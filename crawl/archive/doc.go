// Package archive is a web of what was fetched before: WARC and ARC files and WACZ packages, looked up by URL.
//
// [Open] reads the files once and remembers where the records of each page are, 24 bytes each. A [Reader] then reads
// single pages as capture does.
package archive
