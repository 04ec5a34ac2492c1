// Package links reads the links of a web page: HTML bytes and response headers in, canonical URLs with their kinds and
// anchor texts out.
//
// An [Extractor] goes through the bytes once or, where a base or meta element stands late, twice, with a tokenizer of its
// own that follows the HTML Standard (section 13.2.5) but looks only at the elements that matter; tests hold it equal to
// golang.org/x/net/html on random input. No tree is built, so what the tree would move or drop is taken as written: an a
// element ends at its end tag, at the next a element or at the end. Scripts do not run, so links in noscript count, and
// those in template contents; as the standard says of a parser without scripts, links in script, style, textarea, title,
// xmp, iframe, noframes and noembed, and in comments, are text and do not.
//
// URLs are resolved by package weburl against the first base element, wherever it stands, and http and https ones are
// reported, every occurrence, in document order (an anchor when it ends), those of headers first. The encoding of the
// document is found as the standard says: byte order mark, Content-Type, meta element in the first 1024 bytes; a document
// that declares nothing is UTF-8 if it is valid UTF-8, else windows-1252. The query of a URL is percent-encoded in it.
package links
