// Package lookup finds pages by the words of their URLs and titles, and by state, status, media type and day. It builds
// an index of a crawl, which is kept beside the results of the crawl, and reads it.
//
// # Words
//
// A word is a longest run of letters, marks and digits. Words are compared after Unicode normalization NFKC and case
// folding, so capitals and wide forms do not matter, and accents do. Percent escapes in URLs are decoded where they
// are UTF-8. Scripts without spaces between words (Han, Hiragana, Katakana, Thai, Lao, Khmer, Burmese) are cut into
// overlapping pairs of letters. Schemes are no words. An internationalized host has the words of both forms:
// xn--bcher-kva.example has xn, bcher, kva, bücher and example. The first [MaxWord] bytes of a word count.
//
// # File
//
// The index is a vector of bytes, results/index/lookup.npy, with its description results/index/lookup.json. Pages are called
// by the position of their names in sorted order. All numbers are little-endian.
//
//	magic      8 bytes, "weftfind"
//	version    8 bytes
//	pages      8 bytes
//	terms      8 bytes
//	sections   16 bytes for each of dictionary, blocks, lists, unions, degrees, times and facts: offset, and size in bytes
//
//	dictionary  the terms in order, a table of names (package store/names)
//	blocks      for every 32 terms: 8 bytes, where their lists begin in the section lists; 8 bytes, the sum of the
//	            sizes of all lists before
//	lists       the pages of each term: size·2 + form as a varint. Form 0: the first page and the gaps between pages
//	            as varints; if the size is more than 16, their length in bytes precedes. Form 1: length in bytes, and
//	            a Roaring bitmap in its portable format
//	unions      32 bytes each: the terms lo ≤ t < hi, and offset and size of the Roaring bitmap of their pages, in
//	            the part of the section after the last of the entries, whose number is the first 8 bytes of the section
//	degrees     4 bytes a page: number of pages that link to it
//	times       8 bytes a page: milliseconds since 1970 at which its request began; 0 if unknown. Empty without facts
//	facts       where each block begins and the last one ends, 8 bytes each, relative to the first; for every 64 pages a
//	            block, a zstd frame: status, size in bytes, length and text of the media type, length and text of the
//	            title of each page, numbers as varints. Empty without facts
//
// A term is a word, or a byte and a value. The byte is 1 for states, 2 for status, 3 for media type, and 4 for the day in
// UTC.
//
// The union of a prefix is stored if its terms have more than 32,768 pages in all. So each prefix of a word takes at
// most 32,768 numbers from small lists, or one stored bitmap.
package lookup
