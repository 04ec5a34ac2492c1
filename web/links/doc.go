// Package links reads the links of a web page: HTML bytes and response headers in, canonical URLs with their kinds and
// anchor texts out.
//
// An [Extractor] goes through the bytes once or, where a base or meta element stands late, twice, with a tokenizer of its
// own that follows the HTML Standard (section 13.2.5) but looks only at the elements that matter; tests hold it equal to
// golang.org/x/net/html on random input. No tree is built, so what the tree would move or drop is taken as written: an a
// element ends at its end tag, at the next a element or at the end. Scripts do not run, so links in noscript count, and
// those in template contents, which scripts show, and those in select, which older parsers drop and newer ones keep; as the
// standard says of a parser without scripts, links in script, style, textarea, title, xmp, iframe, noframes and noembed,
// and in comments, are text and do not. A srcdoc of an iframe is a document of its own, and not read.
//
// In SVG and MathML tags are read by the rules for foreign content: no element there holds text that is no markup, an
// empty one ends with its tag, CDATA is text, and of elements only a is a link, in SVG also by xlink:href. Where HTML, SVG
// and MathML are well nested the links are those of a tree; tests hold it so on random pages.
//
// URLs are resolved by package weburl against the first base element, wherever it stands, and http and https ones are
// reported, every occurrence, in document order (an anchor when it ends), those of headers first. The encoding of the
// document is found as the standard says: byte order mark, Content-Type, meta element in the first 1024 bytes; a document
// that declares nothing is UTF-8 if it is valid UTF-8, else windows-1252. The query of a URL is percent-encoded in it.
package links
