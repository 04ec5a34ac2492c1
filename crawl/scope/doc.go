// Package scope decides which URLs belong to a crawl, and by which rule.
//
// A [Scope] is made from [Options] and never changes: many goroutines may call [Scope.Judge] at once. It applies
// these tests to a URL, in order:
//
//  1. The URL is canonical, its scheme and its port are allowed, and its path is not too deep.
//  2. No pattern excludes it. Patterns are regular expressions in Go's syntax, found anywhere in the canonical
//     URL.
//  3. It is in the area. The longest matching prefix of the lists decides, whether it includes or excludes.
//     Without one, a pattern may include it. Otherwise the seeds decide, by host, registered domain or prefix.
//  4. If it is not in the area, it is near enough to it: a number of links beyond, and of frames and redirects
//     beyond those.
//  5. It is near enough to a seed.
//
// Seeds must pass the first two tests, and no list may exclude them. The caller handles limits on pages, bytes and
// time, of a crawl or a host.
//
// # Lists of SURT prefixes
//
// [ReadList] reads the lists of Heritrix, one rule per line: a SURT prefix or a URL. "+" marks included prefixes,
// as does no sign. "-" marks excluded prefixes, "#" comments.
//
//	+http://(org,debian,            debian.org and all hosts below it
//	+http://(org,debian,)/          debian.org itself
//	-(org,debian,lists,)/cgi-bin/   paths of a host; scheme and parenthesis may lack
//	+org,debian,www)/Bugs           as in a CDX file
//	+http://www.debian.org/a/b      paths of the host that begin with /a/, up to the last slash
//	+debian.org                     debian.org and all hosts below it
//
// Prefixes are compared as bytes, so that "(org,deb" holds for debian.org and for deb.org. They hold for any
// scheme, and for any port unless they name one, as in "(org,debian,:8080)/". Paths keep their case. As in
// Heritrix, a list may widen the area of the seeds. Unlike in Heritrix, the longest of nested prefixes decides.
//
// # Cost
//
// A verdict takes well under 1 µs and no allocation, except with patterns, which are searched one by one, and with
// registered domains, which are checked against the public suffixes where they could hold. Memory: about 100 bytes
// and the text for each prefix, host or domain.
package scope
