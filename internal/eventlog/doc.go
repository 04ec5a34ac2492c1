// Package eventlog stores the events of a process that may be killed at any moment. A log is a header and records.
// Each record has its length and a checksum of everything before it, so a record that was cut while it was written
// is detected and dropped. The caller defines the content of header and records.
//
//	"weftlog\n"  8 bytes
//	version      4 bytes, 1, little-endian as all numbers
//	header       4 bytes of length, then the header
//	sum          4 bytes
//	records      each: length of the payload as a varint, a byte of kind, the payload, 4 bytes of sum
//
// A sum is the CRC-32C of everything before it except the sums, so the last one is a digest of the log.
package eventlog

import "weft/internal/corrupt"

// ErrCorrupt marks a log that is damaged before its end.
var ErrCorrupt = corrupt.Err

const (
	magic   = "weftlog\n"
	version = 1
	// MaxRecord is how long the payload of a record may be.
	MaxRecord = 1 << 28
	maxHeader = 1 << 28
	sumLen    = 4
)
