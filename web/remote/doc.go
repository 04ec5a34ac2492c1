// Package remote reads files of HTTP servers and of S3: whole, as a stream that goes on where a connection was cut, or
// parts of them.
//
// A stream checks what servers say: a file that changes while it is read, a part other than the requested one, and a
// digest that differs from the bytes are errors. Attempts that fail are repeated with growing pauses, and a server that
// says how long to wait (Retry-After) is believed up to a limit.
package remote
