// Package graphs has the formats of programs that draw and analyse graphs: GraphML, GEXF, GML, DOT, Pajek, GDF, TGF, LGL,
// DIMACS, NetInf and UCINET DL.
//
// Each format is a value of [formats.Format], with its detection and its reader. Most declare nodes with identifiers and
// edges between them. Their readers pass both to [assemble.Nodes], which decides whether identifiers are numbers or names.
// The package opens no files, and knows nothing of the crawl that an import makes.
package graphs
