// Package lists has the formats of texts with an arc, a page or a matrix row per line. These are lists of arcs in columns,
// adjacency lists, METIS, Matrix Market and other matrices, and tables of pages.
//
// Each format is a value of [formats.Format], with its detection and its reader. The readers share lines, numbers and arcs
// in [formats.Text]. The package opens no files, and knows nothing of the crawl that an import makes.
package lists
