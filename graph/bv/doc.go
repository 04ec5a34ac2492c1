// Package bv reads and writes compressed graphs in the BVGraph format of WebGraph.
//
// A graph with basename B is the files B.properties (text), B.graph (bit stream) and B.offsets (where each list
// begins; it may be missing). The format is described in docs/format.md and in P. Boldi and S. Vigna, "The WebGraph
// framework I: compression techniques" (2004). What is written with default options equals, byte for byte, what
// WebGraph 3.6.12 in Java writes, followed by zeros up to a multiple of 8 bytes; Java and Rust read it.
//
// Everything that is read is checked: a damaged file gives an error marked with [ErrCorrupt], never a panic, a list
// that breaks the promises of package graph, or a list in memory with more nodes than the file has bits. What was written here
// has checksums, so that no change goes unseen; they are compared once, before the first list is read.
package bv

import "weft/internal/corrupt"

// ErrCorrupt marks errors that come from damaged files.
var ErrCorrupt = corrupt.Err

// Extensions of the files that make a graph.
const (
	GraphExt      = ".graph"
	OffsetsExt    = ".offsets"
	PropertiesExt = ".properties"
)
