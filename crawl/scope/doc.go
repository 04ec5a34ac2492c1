// Package scope says which URLs belong to a crawl, and which rule said so.
//
// A [Scope] is made of [Options] and never changes: [Scope.Judge] may be called by many goroutines at once. In this order a
// URL is asked
//
//  1. whether it is canonical, its scheme and its port are allowed, and its path is not too deep;
//  2. whether a pattern excludes it; patterns are regular expressions of Go's syntax, found anywhere in the canonical URL;
//  3. whether it is in the area: the longest prefix of the lists that holds for it decides, whether it includes or
//     excludes; where there is none, a pattern that includes lets it in, and else the seeds do, by host, registered
//     domain or prefix;
//  4. where it is not in the area, whether it stands near enough to it: so many links beyond, and so many frames and
//     redirects beyond those;
//  5. whether it is near enough to a seed.
//
// Seeds are asked the first two questions, and whether a list excludes them. Limits on pages, bytes and time, of a
// crawl or a host, are the caller's.
//
// # Lists of SURT prefixes
//
// [ReadList] reads the lists of Heritrix, a rule a line: a SURT prefix or a URL, "+" before what is included (as are lines
// without a sign), "-" before what is excluded, "#" before comments.
//
//	+http://(org,debian,            debian.org and all hosts below it
//	+http://(org,debian,)/          debian.org itself
//	-(org,debian,lists,)/cgi-bin/   paths of a host; scheme and parenthesis may lack
//	+org,debian,www)/Bugs           as in a CDX file
//	+http://www.debian.org/a/b      paths of the host that begin with /a/, up to the last slash
//	+debian.org                     debian.org and all hosts below it
//
// Prefixes are compared as bytes, so that "(org,deb" holds for debian.org and for deb.org. They hold for any scheme,
// and for any port unless they name one, as in "(org,debian,:8080)/". Paths keep their case. As in Heritrix, one list
// may widen what the seeds say; other than there, of prefixes within each other the longest decides.
//
// # Cost
//
// A verdict takes well under 1 µs and no allocation with rules of any kind but patterns, which are searched one by
// one, and registered domains, which are checked against the public suffixes where they could hold. Memory: about 100 bytes
// and the text for each prefix, host or domain.
package scope
