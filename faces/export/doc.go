// Package export writes a crawl in the formats of other programs: lines, Matrix Market, CSR as NumPy arrays, Parquet,
// and GraphML or GEXF of a part of it.
//
// Everything but the last two is one pass over the compressed lists, or two where the format wants the number of arcs
// first and only some kinds are wanted; memory does not depend on the crawl. Writers take an io.Writer; those of several
// files take a folder, which appears whole or not at all.
package export
