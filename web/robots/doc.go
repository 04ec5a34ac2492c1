// Package robots says what a site asks of crawlers: robots.txt by RFC 9309, and the robots directives of headers and meta
// elements.
//
// [Parse] reads a robots.txt, whatever its bytes, into [Rules]; [Rules.For] gives what they say to one crawler, a
// [Policy], the small value that a crawler keeps for each host: a policy that allows everything is its zero value, any
// other one string. [Decide] says what the outcome of fetching robots.txt means, [Lifetime] for how long.
//
// # What is followed
//
// Groups of one product token are merged, and the group "*" holds for crawlers without one of their own (section 2.2.1).
// Of the rules that match, the one with the most octets wins, wildcards counted, and Allow among equals (2.2.2); "*" and a
// final "$" are special (2.2.3). Lines of other kinds end no group (2.2.4). Of a file larger than [MaxSize] the lines that
// end within it count (2.5).
//
// Paths are compared as octets, and both sides are brought to one form first: what RFC 3986 leaves unreserved is decoded,
// "%62" is "b"; what is not ASCII or must not stand in a URL is encoded; a reserved character equals its encoding, so that
// "%24" and "%2A" in a rule are a dollar and an asterisk of the path. Except that in a path "/" and "%2F", "?" and "%3F"
// delimit or do not, and stay two things, which the RFC leaves open; in the query, as its example has it, they are one:
// "?u=https://a" and "?u=https%3A%2F%2Fa".
//
// # What is beyond the RFC
//
// Crawl-delay, as its users mean it: it holds for the user-agent lines just before it, and that of "*" for crawlers that
// are given none. Sitemap, for all crawlers. Files in UTF-16 with a byte order mark are read. Request-rate, Visit-time, Host,
// Clean-param, Noindex and whatever else is written are passed over. With [Options].Google the parser does as Google's
// does, see there.
package robots
