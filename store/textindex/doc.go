// Package textindex finds pages by their texts: words, phrases and beginnings of words, the best pages first.
// It builds an index of texts, which is kept beside the results of a crawl, and reads it.
//
// # Words
//
// Texts and queries are cut into words by [lookup.Split]: a word is a longest run of letters, marks and digits, and
// capitals do not matter. Scripts without spaces between words are cut into overlapping pairs of letters. The first
// [lookup.MaxWord] bytes of a word count.
//
// # Scores
//
// The score of a page is the sum of the scores of all parts of the query, by BM25 with k1 = 1.2 and b = 0.75. A page
// has two fields, title and text. A word of the title counts as [TitleWeight] words of the text, for the number of
// occurrences and for the length of the page.
//
//	score of a part = idf · (k1+1) · f / (f + k1 · (1 − b + b · length / mean length))
//	idf of a word   = ln(1 + (N − n + 0.5) / (n + 0.5))
//
// f is the weighted number of occurrences, N the number of pages with text, and n the number of pages with the word.
// The idf of a phrase is the sum over its words. A prefix counts as one word: n is the number of pages with any word
// of the prefix. Pages of equal scores follow each other in the order of their names.
//
// # File
//
// The index is a vector of bytes, results/index/texts.npy, with its description results/index/texts.json. A page with
// text has a number, in the order of names. All numbers are little-endian.
//
//	magic       8 bytes, "wefttext"
//	version     8 bytes
//	pages       8 bytes, pages with text
//	terms       8 bytes
//	text words  8 bytes, words of all texts
//	title words 8 bytes, words of all titles
//	sections    16 bytes for each of dictionary, blocks, lists, positions, pages and texts: offset, and size in bytes
//
//	dictionary  the words in order, a table of names (package store/names)
//	blocks      for every 32 words: 8 bytes each, where their lists begin, and where their positions begin
//	lists       the pages of each word: the number of pages, the length of the list in bytes, and the length of its positions
//	            as varints, and the list
//	positions   for each page of a word, the gaps between its positions as varints
//	pages       12 bytes a page: position of its name in sorted order, words of the text, words of the title
//	texts       where each frame begins and the last one ends, 8 bytes each, relative to the first; for every 16 pages a frame
//	            of zstd: length and text of the title, length and text of the page, lengths as varints
//
// A list has blocks of 128 pages. A block has the gaps between pages, less 1, times 2. One is added unless the word
// occurs once, in the text. For each other page the occurrences in the text follow, times 2, plus 1 if the title has
// the word. In that case, the occurrences in the title are next. All are varints. A list of several blocks begins
// with the length of a table. For each block the table has three varints: the gap between last pages, and the lengths
// of the block and of its positions. A byte follows, the greatest impact. The impact is f / (f + …) of the formula,
// times 255, rounded up.
//
// Positions count the words of a page from 0. The words of the title come first; one position between title and text
// is empty.
package textindex
