// Package frontier remembers the pages that a crawl has met: Known by fingerprints in memory, Names by name on
// disk.
//
// A folder of names has these files, all numbers little-endian:
//
//	names.blocks             names in blocks of 128, in batches
//	names.tail-0000012800    names from number 12,800 on, in order; there are several while a full one becomes a batch
//	names.cut-0000012800     a future tail, while names are cut off: it replaces all tails from its number on
//
// The tail is a list of frames, one for each Flush:
//
//	length      4 bytes, of the names
//	sum         4 bytes, CRC-32C of the tail's number and the sum of the frame before (0 for the first), 4 bytes each, and of the names
//	names       each: its length as a varint, its bytes
//
// An incomplete frame, or a frame with another sum, ends a tail. If another tail follows, it is an error. A tail
// of 2 MiB and a multiple of 128 names is synced. Then its successor is created, the tail is written to the
// blocks, the blocks are synced, and the tail is removed. So the tail with the lowest number gives the number of
// names that the blocks must hold. Later bytes of their file are incomplete, and are written again. names.blocks:
//
//	"weftseen"  8 bytes
//	version     4 bytes, 1
//	block       4 bytes, 128
//	batches     each: its first name, its number of blocks, the bytes of its blocks, the CRC-32C of these and of the
//	            lengths, 4 bytes each; the length of each block, 4 bytes each; the blocks
//
// A block begins with the length of its compressed part, 4 bytes, and the CRC-32C of the block's number (4 bytes)
// and that part, 4 bytes. The compressed part is a Zstandard frame. It holds two varints for each name: how many
// bytes it shares with the name before, and how many follow. Then come the bytes of all names.
package frontier
