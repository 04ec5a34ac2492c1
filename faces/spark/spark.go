// Package spark holds the job file with which Apache Spark or Sail extracts graphs from archives and measures them.
//
// The job runs "weft worker archive" on each archive, and joins the rows by the rules of weft/making/ingest. It writes shards,
// which are folders of Parquet files that "weft import" reads. Its measures compute on shards the results of weft/algo; the
// tests compare both. See docs/scale.md.
package spark

import (
	_ "embed"
	"encoding/json"
	"strings"
)

//go:embed weft_spark.py
var source string

// FileName is the usual name of the job file.
const FileName = "weft_spark.py"

// firstLine begins every job file.
var firstLine, _, _ = strings.Cut(source, "\n")

// IsJob reports whether a file that begins with text is a job file of some version.
func IsJob(text []byte) bool { return strings.HasPrefix(string(text), firstLine+"\n") }

// Job returns the job file of a version of weft. The job refuses workers of other versions or, where both are known, of
// other commits.
func Job(version, commit string) string {
	return strings.NewReplacer(`"@VERSION@"`, quoted(version), `"@COMMIT@"`, quoted(commit)).Replace(source)
}

// quoted returns a literal that Python and JSON read alike.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string can be marshalled
	}
	return string(b)
}
