// Package terms makes the common parts of indexes of words, for packages store/lookup and store/textindex. A
// [Gatherer] takes the terms of pages in bounded memory, sorts them in runs and merges the runs. A [Dict] finds terms
// by their beginnings. [Frames] are compressed texts. A [Layout] describes a file of sections.
//
// Bytes that are read are compared with their checksums by a function that the caller gives, and lengths are bounded.
package terms
