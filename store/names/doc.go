// Package names stores a sorted list of byte strings, such as the sort keys of pages, in a mapped file. It finds
// names by number and numbers by name.
//
// Names are front-coded in blocks. The first name of a block is stored in full. Each other name is the number of
// bytes it shares with the previous one, and the rest, coded with symbols that stand for up to eight bytes.
// Segments of up to 32,768 names have symbols of their own. On disk, all numbers little-endian:
//
//	"weftname"  8 bytes
//	version     4 bytes, 2
//	block       4 bytes, names per block
//	segments    each: a table of symbols, the blocks of names, zeros up to a multiple of 8
//	index       8 bytes per block: where it begins in the file
//	tables      16 bytes per segment: the number of its first block, where its table begins
//	segments    8 bytes, number of segments
//	count       8 bytes, number of names
//	index at    8 bytes, where the index begins
//	"emantfew"  8 bytes
//
// A name is at most MaxLen bytes long.
package names

import "weft/internal/corrupt"

// ErrCorrupt marks errors that come from damaged files.
var ErrCorrupt = corrupt.Err

// MaxLen is the length of the longest name in bytes.
const MaxLen = 1 << 20

const (
	magicStart = "weftname"
	magicEnd   = "emantfew"
	version    = 2
	blockSize  = 32
	headerLen  = 16
	footerLen  = 32
)
