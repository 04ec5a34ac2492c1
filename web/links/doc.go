// Package links extracts the links of a web page: from HTML bytes and response headers to canonical URLs with
// their kinds and anchor texts.
//
// # Reading
//
// An [Extractor] reads the bytes once, or twice if a base or meta element comes late. Its tokenizer follows the
// HTML Standard (section 13.2.5) but handles only the elements that matter. Tests hold it equal to
// golang.org/x/net/html on random input. It builds no tree, so content that the tree would move or drop is taken
// as written: an a element ends at its end tag, at the next a element or at the end of the page.
//
// Scripts do not run. So links in noscript count, as do links in template contents, which scripts show, and links
// in select, which older parsers drop and newer ones keep. Links in comments are text, and so are links in script,
// style, textarea, title, xmp, iframe, noframes and noembed, as the standard says for a parser without scripts. A
// srcdoc of an iframe is a separate document and is not read.
//
// In SVG and MathML, tags are read by the rules for foreign content: no element holds raw text, an empty element
// ends with its tag, and CDATA is text. There only an a element is a link, in SVG also by xlink:href. Where HTML,
// SVG and MathML are well nested, the links equal the links of a tree; tests check that on random pages.
//
// # Results
//
// Package weburl resolves URLs against the first base element, wherever it stands. The Extractor reports every
// occurrence of an http or https URL. The links of headers come first, then the others in document order; an
// anchor counts where it ends. The encoding of the document is found as the standard says: byte order mark,
// Content-Type, meta element in the first 1024 bytes. Without a declaration it is UTF-8 if the bytes are valid
// UTF-8, and else windows-1252. The query of a URL is percent-encoded in that encoding.
package links
