package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"weft/making/ingest/unpack"
)

// A foreign format is known by its first bytes, and not read.
type foreign struct {
	magic, what, advice string
}

var foreigners = []foreign{
	{"SQLite format 3\x00", "a database of SQLite", "write the table of arcs as CSV: sqlite3 -header -csv FILE 'SELECT source, target FROM TABLE'"},
	{"%PDF-", "a PDF document", "copy its table into a text, or find the data that it was made from"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file", "write its arrays as CSV or Parquet, or with scipy.sparse.save_npz"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a workbook of Excel (xls) or another document of Office", "save the sheet of arcs as CSV"},
	{"FEA1", "a Feather file of version 1", "write it as Parquet, CSV or Feather of version 2: pandas.read_feather(FILE).to_parquet(NEW)"},
	{"RDX2\n", "data of R (RData)", "write the table of arcs as CSV: write.csv(EDGES, FILE, row.names = FALSE)"},
	{"RDX3\n", "data of R (RData)", "write the table of arcs as CSV: write.csv(EDGES, FILE, row.names = FALSE)"},
	{"RDA2\n", "data of R (RData)", "write the table of arcs as CSV: write.csv(EDGES, FILE, row.names = FALSE)"},
	{"RDA3\n", "data of R (RData)", "write the table of arcs as CSV: write.csv(EDGES, FILE, row.names = FALSE)"},
	{"X\n\x00\x00\x00", "an object of R (RDS)", "write the table of arcs as CSV: write.csv(EDGES, FILE, row.names = FALSE)"},
	{"MATLAB 5.0 MAT-file", "a file of MATLAB", "write its matrix with scipy.io.mmwrite, or its edges as CSV"},
	{"\x93NUMPY", "a NumPy array", "write a sparse matrix with scipy.sparse.save_npz, or two columns of arcs with numpy.savetxt(FILE, ARRAY, fmt='%d')"},
	{"ORC", "a table of ORC", "write it as Parquet"},
	{"Obj\x01", "records of Avro", "write them as Parquet, or as an object of JSON a line"},
}

// pickled is the output of pickle in Python, with the protocols 2 to 5.
var pickled = foreign{"\x80", "a pickle of Python", "read it in Python and write GraphML, or a list of arcs: networkx.write_edgelist(GRAPH, FILE, data=False)"}

// office and openDocument are zip files of XML.
var (
	office       = foreign{"", "a workbook of Excel (xlsx) or another document of Office", "save the sheet of arcs as CSV"}
	openDocument = foreign{"", "an OpenDocument, such as a spreadsheet (ods)", "save the sheet of arcs as CSV"}
)

// checkForeign names a format that weft does not read, by the first bytes of a file.
func checkForeign(magic []byte) error {
	for _, f := range foreigners {
		if bytes.HasPrefix(magic, []byte(f.magic)) && (len(f.magic) > 4 || f.magic == "FEA1" || bytes.IndexByte(magic, 0) >= 0) {
			return f.refusal()
		}
	}
	switch first := unpack.FirstZipped(magic); {
	case len(magic) > 2 && magic[0] == pickled.magic[0] && magic[1] >= 2 && magic[1] <= 5 && strings.IndexByte("\x95c(]})X\x8c}K", magic[2]) >= 0:
		return pickled.refusal()
	case first == "mimetype" && bytes.Contains(magic[:min(len(magic), 128)], []byte("opendocument")):
		return openDocument.refusal()
	case slices.Contains([]string{"[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "docProps/core.xml"}, first), strings.HasPrefix(first, "xl/"):
		return office.refusal()
	}
	return nil
}

func (f *foreign) refusal() error {
	return fmt.Errorf("it is %s, which weft does not read: %s", f.what, f.advice)
}
