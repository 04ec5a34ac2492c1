// Package ending knows the endings of files and their formats: one table for all commands. The ending of an output file
// chooses its format, or the command refuses the file before any work.
package ending

import (
	"path/filepath"
	"slices"
	"strings"

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
	{"heritrix", []string{".cxml"}, "weft site and weft seeds"},
	{"svg", []string{".svg"}, "weft map, {plots} and weft report {figures}"},
	{"pdf", []string{".pdf"}, "weft map, {plots} and weft report {figures}"},
	{"png", []string{".png"}, "weft map"},
	{"gz", []string{".gz"}, "gzip"},
	{"zst", []string{".zst"}, "zstd"},
}

// neutral is the ending of any text.
const neutral = ".txt"

// Of returns the format of an output file. A given format comes first, then the format of the ending, then the first format
// of the command; an empty text gives no format. Of refuses an ending that contradicts the given format, and an ending whose
// format the command lacks. Other endings, ".txt" and "-" allow any format.
func Of(path, given string, has ...string) (string, error) {
	ending := strings.ToLower(filepath.Ext(path))
	var names []string
	by := ""
	for _, f := range formats {
		if slices.Contains(f.endings, ending) {
			names = append(names, f.name)
			if by == "" {
				by = f.by
			}
		}
	}
	if names == nil || ending == neutral || given != "" && slices.Contains(names, given) {
		return orFirst(given, has), nil
	}
	for _, name := range has {
		if slices.Contains(names, name) && given == "" {
			return name, nil
		}
	}
	if given != "" {
		return "", option.Errorf("{output} %s contradicts {format} %s: expected %s, or an ending of no format", path, given, endingsOf(given))
	}
	return "", option.Errorf("{output} %s: expected %s; files %s are written by "+by, path, endingsOf(has...), ending)
}

func orFirst(given string, has []string) string {
	if given == "" {
		return has[0]
	}
	return given
}

// endingsOf lists the endings of some formats.
func endingsOf(names ...string) string {
	var all []string
	for _, f := range formats {
		if slices.Contains(names, f.name) && !slices.Contains(all, f.endings[0]) {
			all = append(all, f.endings[0])
		}
	}
	switch len(all) {
	case 0:
		return "no ending of another format"
	case 1:
		return "the ending " + all[0]
	}
	return "an ending " + strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}
