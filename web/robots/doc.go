// Package robots reads the rules that a site sets for crawlers: robots.txt by RFC 9309, and the robots directives
// of headers and meta elements.
//
// [Parse] reads a robots.txt, whatever its bytes, into [Rules]. [Rules.For] returns the rules for one crawler, a
// [Policy]. A crawler keeps one Policy per host. It is small: the zero value allows everything, and any other is
// one string. [Decide] maps the result of fetching robots.txt to rules, and [Lifetime] says how long they hold.
//
// # The RFC
//
// Groups of one product token are merged. The group "*" holds for crawlers without a group of their own (section
// 2.2.1). The matching rule with the most octets wins, wildcards counted; among equals Allow wins (2.2.2). "*" and
// a final "$" are special (2.2.3). Lines of other kinds end no group (2.2.4). In a file larger than [MaxSize],
// only the lines that end within it count (2.5).
//
// Paths are compared as octets, after both sides are normalised. Characters that RFC 3986 leaves unreserved are
// decoded: "%62" is "b". Characters that are not ASCII, or not allowed in a URL, are encoded. A reserved character
// equals its encoding, so "%24" and "%2A" in a rule are a dollar and an asterisk of the path. Delimiters are an
// exception, which the RFC leaves open: in a path "/" and "%2F" differ, and so do "?" and "%3F". In the query they
// are equal, as in the RFC's example: "?u=https://a" and "?u=https%3A%2F%2Fa".
//
// # Beyond the RFC
//
// Crawl-delay holds for the user-agent lines just before it, as its users mean it. The delay of "*" holds for
// crawlers without their own. Sitemap holds for all crawlers. Files in UTF-16 with a byte order mark are read.
// Request-rate, Visit-time, Host, Clean-param, Noindex and other fields are skipped. With [Options].Google the
// parser follows Google's parser.
package robots
