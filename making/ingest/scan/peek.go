package scan

// TextPeek is the part of a text that is read to detect its format: it may begin with long comments or long lines.
const TextPeek = 4 << 20

// LongRow is the length of the part of a line that decides the kind of a text.
const LongRow = 1 << 16

// MaxWord is the largest number of bytes kept of a word, number or quoted text. Of longer ones only the length is
// kept.
const MaxWord = 64 << 10
