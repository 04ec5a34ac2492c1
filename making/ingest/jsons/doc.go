// Package jsons has the formats of JSON: a record per line, arrays of records, matrices, graphs of NetworkX and D3, and
// graphs of domains.
//
// Each format is a value of [formats.Format], with its detection and its reader. A [Reader] takes the text
// piece by piece, so that one object may have many gigabytes. The package opens no files, and knows nothing of the crawl
// that an import makes.
package jsons
