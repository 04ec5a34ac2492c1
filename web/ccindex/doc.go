// Package ccindex reads indexes in the formats of Common Crawl. They list captures: URL, archive, and place of the record
// in the archive.
//
// Three forms are read:
//
//   - lines of CDXJ or of JSON, as in the files cdx-00000.gz and in the answers of a CDX server;
//   - cluster.idx, an index of these files, for a binary search of the lines of a host;
//   - the table (Parquet) with the columns url, warc_filename, warc_record_offset and warc_record_length.
//
// A Selection names the URLs that are wanted.
package ccindex

import "errors"

// ErrCorrupt says that an index is damaged.
var ErrCorrupt = errors.New("the index is damaged")

// A Row says where a capture is.
type Row struct {
	URL    string
	File   string // the archive, below the root of the collection
	Offset int64  // of the record, in bytes
	Length int64  // of the compressed record, in bytes
	Digest string // of the payload, with or without "sha1:"; empty if the index does not say
}

func (r *Row) check() error {
	switch {
	case r.URL == "":
		return errors.New("it has no URL")
	case r.File == "":
		return errors.New("it does not say in which file the record is")
	case r.Offset < 0 || r.Length <= 0:
		return errors.New("it does not say where in the file the record is")
	}
	return nil
}
