// Package warc reads and writes Web archives: WARC 1.0 and 1.1 (ISO 28500:2017; the older 0.17 and 0.18 are read),
// ARC version 1 and 2, the WAT metadata of Common Crawl, and WACZ packages.
//
// A [Reader] takes any stream of bytes and finds out by content, at every record anew, whether it is plain, gzip (a
// member per record, many records in a member, or one record over several members) or zstd, and whether it holds WARC
// or ARC. Damage is an ordinary event in archives: each bad record is returned once, as a [*BadRecord] with its offset,
// and the reader continues at the next record it can find. Only an error of the underlying reader is fatal.
//
// What a record holds is lent: bodies and header fields are slices of the reader's buffers and are valid until the next
// call of Next. [Response.Parse] undoes HTTP framing leniently, [ParseWAT] turns a WAT record into a page with links,
// [OpenWACZ] lists the archives inside a package, and [Writer] writes records that other tools can check.
//
// JSON is read by a scanner of our own, which lends slices of a text that is there whole, as most of a WAT record is
// passed over and nothing of it need be copied. Package ingest has another for JSON that is larger than memory.
//
// A crawler writes through [Packer] and [Files]: each of its workers compresses records with a Packer of its own, one
// goroutine appends what they made to a folder of files, and the folder survives a full disk and being killed. Its indexes
// are CDXJ, by the keys of [AppendSURT]; [EachCDXJ] makes the lines for any archive.
package warc
