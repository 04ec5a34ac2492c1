// Package captures reads archives of captures (WARC, ARC, WAT), and the HTML of a site as files, and hands pages and links to
// the assembler. Workers read the pages; an Intake takes them in the order of the archive, within a budget. It knows neither
// where an archive lies nor in what it is packed.
package captures
