// Package shards reads and writes crawls as folders of Parquet files of bounded size, which engines for clusters read and write
// in parallel.
//
// docs/format.md describes the layout. A [Folder] reads one: it checks size and SHA-256 of each file before it decodes a value,
// and the order of the rows. [Create] writes one.
package shards
