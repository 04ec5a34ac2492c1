// Package ending knows the endings of files and their formats: one table for all commands. The ending of an output file
// chooses its format, or the command refuses the file before any work.
package ending

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"weft/internal/offered"
	"weft/internal/option"
)

// A format is a format of files, with its endings and the commands that write it, options in braces.
type format struct {
	name    string
	endings []string
	by      string
}

// formats has every format with an ending. Several formats may share an ending: a command uses its first one.
var formats = []format{
	{"csv", []string{".csv"}, "weft pages, weft links, weft export {format} csv, and {csv} of measures"},
	{"tsv", []string{".tsv"}, "weft export and weft missing {list}"},
	{"pages", []string{".tsv"}, "weft export {format} pages"},
	{"anchors", []string{".tsv"}, "weft export {format} anchors"},
	{"jsonl", []string{".jsonl", ".ndjson"}, "weft pages and weft links"},
	{"json", []string{".json"}, "{json}, which prints the result of any command"},
	{"parquet", []string{".parquet"}, "weft export, weft pages, weft links and weft compare"},
	{"matrix-market", []string{".mtx"}, "weft export"},
	{"graphml", []string{".graphml"}, "weft export and weft map"},
	{"gexf", []string{".gexf"}, "weft export and weft map"},
	{"wacz", []string{".wacz"}, "weft export"},
	{"html", []string{".html", ".htm"}, "weft report"},
	{"list", []string{neutral}, "weft seeds, weft site and weft compare {list}"},
	{"surt", []string{".surt"}, "weft site"},
	{"browsertrix", []string{".yaml", ".yml"}, "weft site and weft seeds"},
	{"heritrix", []string{".cxml", ".xml"}, "weft site and weft seeds"},
	{"wget", []string{".wgetrc"}, "weft site"},
	{"httrack", []string{neutral}, "weft site"},
	{"svg", []string{".svg"}, "weft map, {plots} and weft report {figures}"},
	{"pdf", []string{".pdf"}, "weft map, {plots} and weft report {figures}"},
	{"png", []string{".png"}, "weft map"},
	{"arrow", []string{".arrow"}, "weft worker"},
	{"python", []string{".py"}, "weft spark"},
	{"warc", []string{".warc"}, "weft crawl, into the folder of the crawl"},
	{"gz", []string{".gz", ".tgz"}, "gzip"},
	{"zst", []string{".zst"}, "zstd"},
	{"bz2", []string{".bz2"}, "bzip2"},
	{"xz", []string{".xz"}, "xz"},
	{"", []string{
		".avro", ".cdx", ".cdxj", ".db", ".doc", ".docx", ".dot", ".duckdb", ".feather", ".gif", ".gml", ".gv", ".jpeg", ".jpg", ".md",
		".net", ".npy", ".npz", ".nt", ".ods", ".odt", ".orc", ".rdf", ".sqlite", ".tar", ".tex", ".ttl", ".webp", ".xls", ".xlsx", ".zip",
	}, others},
}

// hosts are endings of hosts, too: a folder may be called example.net.
var hosts = []string{".dot", ".md", ".net", ".py", ".zip"}

// Folder is the format of folders. Basename is the format of several files; their names begin alike.
const (
	Folder   = "folder"
	Basename = "basename"
)

// neutral is the ending of any text. others stands for programs whose files weft does not write.
const (
	neutral = ".txt"
	others  = "other programs"
)

// Of returns the format of the file of the option output. A given format comes first, then the format of the ending, then the
// first format of the command; an empty text gives no format. Of refuses an ending that contradicts the given format, and an
// ending whose format the command lacks. Other endings, ".txt" and "-" allow any format. A given format that the command lacks
// is returned: the command refuses it.
func Of(path, given string, has ...string) (string, error) { return of("output", path, given, has) }

func of(name, path, given string, has []string) (string, error) {
	ending := strings.ToLower(filepath.Ext(path))
	names, by := formatsOf(ending)
	switch {
	case given != "" && (!slices.Contains(has, given) || !hasEnding(given)):
		return given, nil
	case names == nil || ending == neutral || given != "" && slices.Contains(names, given):
		return cmp.Or(given, has[0]), nil
	case isFolder(has) && slices.Contains(hosts, ending):
		return has[0], nil
	}
	for _, format := range has {
		if slices.Contains(names, format) && given == "" {
			return format, nil
		}
	}
	if given != "" {
		return "", option.Errorf("{"+name+"} %s contradicts {format} %s: expected %s, or an ending of no format", path, given, endingsOf(given))
	}
	return "", option.Errorf("{"+name+"} %s: expected %s; files %s are written by "+by, path, endingsOf(has...), ending)
}

// formatsOf returns the formats of an ending, and the commands that write the first of them.
func formatsOf(ending string) (names []string, by string) {
	for _, f := range formats {
		if slices.Contains(f.endings, ending) {
			names, by = append(names, f.name), cmp.Or(by, f.by)
		}
	}
	return names, by
}

func hasEnding(name string) bool {
	return slices.ContainsFunc(formats, func(f format) bool { return f.name == name })
}

func isFolder(has []string) bool {
	return slices.Contains(has, Folder) || slices.Contains(has, Basename)
}

// endingsOf lists the endings of some formats.
func endingsOf(names ...string) string {
	var all []string
	for _, f := range formats {
		if slices.Contains(names, f.name) && !slices.Contains(all, f.endings[0]) {
			all = append(all, f.endings[0])
		}
	}
	switch {
	case slices.Contains(names, Folder):
		return "the name of a folder"
	case slices.Contains(names, Basename):
		return "the beginning of the names of several files"
	case len(all) == 0:
		return "no ending of another format"
	case len(all) == 1:
		return "the ending " + all[0]
	}
	return "an ending " + strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// written is the annotation of a flag with the formats of its files.
const written = "weft_written"

// Set declares the formats of the files of a flag, or [Folder]. [Check] refuses other endings. Where another flag chooses the
// format, the command calls [Of].
func Set(f offered.Flags, flag string, formats ...string) {
	if err := f.SetAnnotation(flag, written, formats); err != nil {
		panic(err) // there is no such flag: a mistake in the program
	}
}

// Check refuses the value of a flag with an ending of another format than [Set] declared.
func Check(flag *pflag.Flag) error {
	has := flag.Annotations[written]
	if has == nil {
		return nil
	}
	paths := []string{flag.Value.String()}
	if list, is := flag.Value.(pflag.SliceValue); is {
		paths = list.GetSlice()
	}
	for _, path := range paths {
		if _, err := of(flag.Name, path, "", has); err != nil {
			return err
		}
	}
	return nil
}
