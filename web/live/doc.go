// Package live fetches pages of the real Web for a crawl: an HTTP client that hands out the very bytes of each exchange, and
// a keeper of what robots.txt files say.
//
// A [Client] gets one URL at a time and follows no redirect. It speaks HTTP/1.1 by itself, over connections that are kept, so
// that an [Answer] holds what came over the wire, chunks and codings included, from the status line to the last byte of the
// message; HTTP/2 is net/http's. What servers can do to a crawler is bounded: the size of headers and bodies, the time of
// each step, the slowness of a body, the memory of all bodies together, and the addresses that may be connected to.
//
// Whatever happens after a whole header is an Answer, if need be a truncated one; everything else is an [*Error] with a
// [Cause].
//
// [Robots] asks for robots.txt before a page is requested, once a day and host, and says what it came to in a [Verdict].
//
// # Cost
//
// A page of 40 KB over a kept connection on loopback takes client and server together 16 µs of CPU, of which 14 are those of
// bare sockets, and 8 allocations. Memory is a buffer for each Answer in use, up to 256 KiB, Options.Budget for all that is
// larger, and idle connections, at most twice as many as workers.
package live
