package scan

// MaxLine is the length of the longest line that is read, with its line end, in bytes: a page with a million successors
// fits.
const MaxLine = 16 << 20

// TextPeek is the number of bytes at the beginning of a text that are read to detect its format. A text may begin with
// long comments or long lines.
const TextPeek = 4 << 20

// LongRow is the number of bytes at the beginning of a line that decide the kind of a text.
const LongRow = 1 << 16

// MaxWord is the largest number of bytes kept of a word, number or quoted text. Of longer ones only the length is
// kept.
const MaxWord = 64 << 10
