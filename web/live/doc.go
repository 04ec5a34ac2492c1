// Package live fetches pages of the real Web for a crawl. It is an HTTP client that returns the exact bytes of
// each exchange, with a keeper of robots.txt policies.
//
// A [Client] gets one URL at a time and follows no redirect. Its own implementation speaks HTTP/1.1, over
// connections that are kept. So an [Answer] holds the bytes that came over the wire, with chunks and codings, from
// the status line to the last byte of the message. For HTTP/2 it uses net/http. Limits protect a crawler from
// servers: the size of headers and bodies, the time of each step, the slowness of a body, the memory of all bodies
// together, and the permitted addresses.
//
// After a whole header every outcome is an Answer, perhaps a truncated one. Every other outcome is an [*Error]
// with a [Cause].
//
// [Robots] fetches robots.txt before the first page of a host, once a day, and returns a [Verdict] about a page.
//
// # Cost
//
// A page of 40 KB over a kept connection on loopback takes client and server together 16 µs of CPU and 8
// allocations. Bare sockets need 14 µs of that. Memory: a buffer for each Answer in use, up to 256 KiB;
// Options.Budget for all larger bodies; and idle connections, at most two for each worker.
package live
