// Package bv reads and writes compressed graphs in the BVGraph format of WebGraph.
//
// A graph with basename B has three files: B.properties (text), B.graph (bit stream) and B.offsets (the start of
// each list; may be missing). docs/format.md and P. Boldi and S. Vigna, "The WebGraph framework I: compression
// techniques" (2004) describe the format. With default options the output equals, byte for byte, the output of
// WebGraph 3.6.12 in Java, followed by zeros up to a multiple of 8 bytes. Java and Rust can read it.
//
// All input is checked. A damaged file gives an error marked with [ErrCorrupt]. It never gives a panic, a list
// that breaks the rules of package graph, or a list in memory with more nodes than the file has bits. Graphs
// written here have checksums, so every change is detected. They are compared once, before the first list is read.
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
