// Package remote reads files of HTTP servers and S3: whole, as a stream that continues where a connection was cut, or in
// parts.
//
// A stream checks the server. Errors are a file that changes while it is read, a part that was not requested, and a wrong
// digest. Attempts that fail are repeated with growing pauses, and a server that
// says how long to wait (Retry-After) is believed up to a limit.
package remote
