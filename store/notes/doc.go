// Package notes keeps what people write about a crawl: notes with tags, and saved boundaries of sites.
//
// Both are beside the files of the crawl, and the manifest does not list them. A folder has
//
//	notes.jsonl           a note a line, as JSON, in the order of kind and subject
//	boundaries/NAME.surt  a saved boundary; package answers/site reads and writes its content
//	.notes.lock           held while one of them changes
//
// A bare graph has them after its basename: graph.notes.jsonl and graph.boundaries. A change takes the lock, reads the
// newest file and writes a whole new one, so that changes of several processes are all kept.
package notes
