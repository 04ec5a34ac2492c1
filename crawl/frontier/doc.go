// Package frontier remembers which pages a crawl has met: Known by fingerprints in memory, Names by name on disk.
//
// A folder of names has these files, all numbers little-endian:
//
//	names.blocks             names in blocks of 128, in batches
//	names.tail-0000012800    those from number 12,800 on, as they came; there are more while a full one becomes a batch
//	names.cut-0000012800     a tail to be, while names are cut off: it takes the place of all tails from its number on
//
// The tail is a list of frames, one for each Flush:
//
//	length      4 bytes, of the names
//	sum         4 bytes, CRC-32C of the tail's number and the sum of the frame before (0 for the first), 4 bytes each, and of the names
//	names       each: its length as a varint, its bytes
//
// A frame that is cut, or has another sum, ends a tail, and is an error if another tail follows. A tail of 2 MiB and a
// multiple of 128 names is synced, then its successor is created; it is written to the blocks, these are synced, then
// it is removed. So the tail with the lowest number says how many names the blocks must hold; what follows in their
// file is incomplete, and is written again. names.blocks:
//
//	"weftseen"  8 bytes
//	version     4 bytes, 1
//	block       4 bytes, 128
//	batches     each: its first name, its number of blocks, the bytes of its blocks, the CRC-32C of these and of the
//	            lengths, 4 bytes each; the length of each block, 4 bytes each; the blocks
//
// A block is the length of what is compressed, 4 bytes, the CRC-32C of the number of the block (4 bytes) and of that, 4
// bytes, and a Zstandard frame of, for each name, two varints: how many bytes it shares with the one before, and how
// many follow; then those bytes of all.
package frontier
