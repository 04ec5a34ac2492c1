package ingest

import (
	"weft/making/ingest/formats"
	"weft/making/ingest/tables"
)

// Formats that are no texts.
var (
	archiveFormat = formats.Format{
		Name: Archive, Group: formats.Archives, Endings: []string{".warc", ".arc", ".wat"},
		Says:   "WARC 1.0 and 1.1, ARC, WAT",
		States: true,
	}
	waczFormat = formats.Format{
		Name: WACZ, Group: formats.Archives, Endings: []string{".wacz"}, Exports: []string{"wacz"},
		Says:   "a WACZ package, or a package of packages",
		States: true,
	}
	bvGraphFormat = formats.Format{
		Name: BVGraph, Group: formats.Lists, Endings: []string{".graph"}, Exports: []string{"bvgraph"},
		Says: "a basename, with or without .offsets; names of pages from BASENAME.urls or BASENAME.nodes, if present",
	}
	htmlFormat = formats.Format{
		Name: HTML, Group: formats.Archives, Endings: []string{".html"},
		Says:   "a folder, a tar archive or a zip file of the HTML of a site; {base-url} is its address. Pages are files named .html and the like, in any language and charset (index.html.ja.jis), and other files that begin like HTML: the output of .php, names without extension. A type map of Apache becomes the page that the server would send ({languages}). dir/ and dir/index.html are two pages unless {index-files} joins them; the notes count the links that would change. Server-side includes are followed inside the tree. Files left out are counted by reason and listed in import.log",
		States: true, Takes: []string{baseURLOption, rootOption, indexFilesOption, languagesOption},
	}
	parquetFormat = formats.Format{
		Name: Parquet, Group: formats.Lists, Endings: []string{".parquet"}, Exports: []string{"parquet"},
		Says:  "columns source and target, src and dst, from and to, s and t, and the like; lists of targets; kinds; tables of pages with names or states; a folder of these, such as the export of weft",
		Takes: []string{tables.ColumnsOption, formats.WeightsOption},
	}
	containerFormat = formats.Format{
		Name: Container, Group: formats.Lists, Endings: []string{".tar", ".zip"},
		Says:  "a tar archive or a zip file of any of these, nested at most once: each file is an input; {root} selects one file or folder. A bvgraph must be selected: {root} FOLDER/BASENAME. Files of unknown format, README and the like are left out, counted and listed",
		Takes: []string{rootOption},
	}
	rowStreamFormat = formats.Format{
		Name: RowStream, Group: formats.Archives,
		Says:   "the output of weft worker archive: many such files make the crawl of all their archives",
		States: true,
	}
	shardsFormat = formats.Format{
		Name: Shards, Group: formats.Archives, Exports: []string{"shards"},
		Says:   "a folder of Parquet files with manifest.json: a whole crawl, with results of engines, from weft export {format} shards or a Spark job; weft compares each file with its checksum",
		States: true,
	}
)
