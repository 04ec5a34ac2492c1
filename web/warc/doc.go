// Package warc reads and writes Web archives: WARC 1.0 and 1.1 (ISO 28500:2017), ARC version 1 and 2, the WAT
// metadata of Common Crawl, and WACZ packages. It also reads the older WARC 0.17 and 0.18.
//
// A [Reader] takes any stream of bytes. At each record it detects anew, by content, whether the stream is plain,
// gzip or zstd, and whether it holds WARC or ARC. A gzip member may hold one record or many, and a record may span
// several members. Damage is an ordinary event in archives: the reader returns each bad record once, as a
// [*BadRecord] with its offset, and continues at the next record that it finds. Only an error of the underlying
// reader is fatal.
//
// Bodies and header fields of a record are slices of the reader's buffers: they are valid until the next call of
// Next. [Response.Parse] undoes HTTP framing leniently. [ParseWAT] turns a WAT record into a page with links.
// [OpenWACZ] lists the archives inside a package. [Writer] writes records that other tools can check.
//
// JSON is read by a scanner of this package. It needs the whole text and returns slices of it without copying,
// because most of a WAT record is skipped. Package ingest has another scanner, for JSON that is larger than
// memory.
//
// A crawler writes through [Packer] and [Files]. Each worker compresses records with its own Packer, and one
// goroutine appends them to a folder of files. The folder survives a full disk and a killed process. Its indexes
// are CDXJ, sorted by the keys of [AppendSURT]; [EachCDXJ] makes the lines for any archive.
package warc
