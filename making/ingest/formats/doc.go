// Package formats defines formats of texts, and has the parts that their readers share.
//
// A [Format] is a value: the name of the format, its detection, its reader and the options that it takes. Each family of
// formats has a package with these values; making/ingest lists them all. A reader gets a [Text]: the lines of one input,
// how they are cut into columns, and the [Import] that takes pages and arcs. Readers of lists add arcs line by line
// ([Text.Each]); readers of graphs whose nodes have identifiers add nodes and edges ([NewIDGraph]).
//
// The package knows no format of its own, and opens no files: making/ingest detects, opens and decompresses the inputs.
package formats
