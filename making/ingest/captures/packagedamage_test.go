package captures_test

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"

	"weft/making/ingest/ingesttest"
)

// damagedPackage returns a package of two archives of a page each, after a change of the first. The change receives the
// whole package and the offset of the content of the first archive.
func damagedPackage(t *testing.T, o ingesttest.Options, change func(data []byte, at int64)) ingesttest.Options {
	t.Helper()
	data := []byte(zippedFiles(t, files{"datapackage.json", "{}", "archive/1.warc", page(a, "<a href=/x>x</a>"), "archive/2.warc", page(b, "<a href=/y>y</a>")}))
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(z.File, func(f *zip.File) bool { return f.Name == "archive/1.warc" })
	at, err := z.File[i].DataOffset()
	if err != nil {
		t.Fatal(err)
	}
	change(data, at)
	o.Inputs = []string{ingesttest.File(t, "p.wacz", string(data))}
	if o.MaxBad == 0 && !o.Strict {
		o.MaxBad = 1
	}
	return o
}

// A damaged archive of a package breaks off. The other archives are read.
func TestDamagedPackages(t *testing.T) {
	over := func(from int64, text string) func([]byte, int64) {
		return func(data []byte, at int64) { copy(data[at+from:], text) }
	}
	encrypt := func(data []byte, _ int64) {
		name := bytes.LastIndex(data, []byte("archive/1.warc")) // in the directory
		data[name-46+8] |= 1
	}
	const local = -30 - int64(len("archive/1.warc")) // where the header of the first archive begins
	const second = `as wacz
pages http://b.example/:fetched http://b.example/y:ghost
arcs http://b.example/→http://b.example/y
text http://b.example/→http://b.example/y y
facts http://b.example/ 200 60 bytes "text/html" 2020-01-01T00:00:00.000
responses 1 of 60 bytes, 0 revisits, 0 resources, 200: 1, text/html: 1, 2020-01-01 00:00:00 to 2020-01-01 00:00:00
note 1 html
note 1 inputs that break off: the rest is missing
note 1 responses
`
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "at its start", Options: damagedPackage(t, ingesttest.Options{}, over(0, "\xff\xff\xff\xff")), Want: second + `records 1+1
log p.wacz#archive/1.warc 0 skipped a part of the package breaks off: flate: corrupt input before offset 1
break p.wacz#archive/1.warc 0 (197 bytes missing) flate: corrupt input before offset 1`},
		{Name: "inside a record header", Options: damagedPackage(t, ingesttest.Options{}, over(60, "\xff\xff\xff\xff")), Want: strings.Replace(second, "note 1 responses", "note 1 records cut before their content at the end of archives\nnote 1 responses", 1) + `records 2+0, 1 incomplete captures
log p.wacz#archive/1.warc 0 cut bad record at offset 0: found the end of the file, expected a whole record header
break p.wacz#archive/1.warc 0 (184 bytes missing) bad record at offset 0: found the end of the file, expected a whole record header`},
		{Name: "at its start, in a strict import", Options: damagedPackage(t, ingesttest.Options{Strict: true}, over(0, "\xff\xff\xff\xff")), Want: `
records 0+1
break p.wacz#archive/1.warc 0 (197 bytes missing) flate: corrupt input before offset 1
error bad input: p.wacz#archive/1.warc, offset 0: a part of the package breaks off: flate: corrupt input before offset 1`},
		{Name: "inside a record header, in a strict import", Options: damagedPackage(t, ingesttest.Options{Strict: true}, over(60, "\xff\xff\xff\xff")), Want: `
records 0+1, 17 bytes skipped
error bad input: p.wacz#archive/1.warc, offset 0: bad record at offset 0: found the end of the file, expected a whole record header`},
		{Name: "at its start, with a limit of missing bytes", Options: damagedPackage(t, ingesttest.Options{MaxBad: 0.1}, over(0, "\xff\xff\xff\xff")), Want: `
records 1+1
log p.wacz#archive/1.warc 0 skipped a part of the package breaks off: flate: corrupt input before offset 1
break p.wacz#archive/1.warc 0 (197 bytes missing) flate: corrupt input before offset 1
error bad input: p.wacz#archive/1.warc is truncated at offset 0: flate: corrupt input before offset 1: 197 of 788 bytes of the input are missing, more than 10 % ('max-bad' raises the limit)`},
		{Name: "inside a record header, with a limit of missing bytes", Options: damagedPackage(t, ingesttest.Options{MaxBad: 0.1}, over(60, "\xff\xff\xff\xff")), Want: `
records 2+0, 1 incomplete captures
break p.wacz#archive/1.warc 0 (184 bytes missing) bad record at offset 0: found the end of the file, expected a whole record header
error bad input: p.wacz#archive/1.warc is truncated at offset 0: bad record at offset 0: found the end of the file, expected a whole record header: 184 of 788 bytes of the input are missing, more than 10 % ('max-bad' raises the limit)`},
		{Name: "in the header of the file", Options: damagedPackage(t, ingesttest.Options{}, over(local, "zzzz")), Want: second + `records 1+1
log p.wacz#archive/1.warc 0 skipped a part of the package breaks off: bad record: WACZ: open archive/1.warc: zip: not a valid zip file
break p.wacz#archive/1.warc 0 (197 bytes missing) bad record: WACZ: open archive/1.warc: zip: not a valid zip file`},
		{Name: "in the header of the file, in a strict import", Options: damagedPackage(t, ingesttest.Options{Strict: true}, over(local, "zzzz")), Want: `
records 0+1
break p.wacz#archive/1.warc 0 (197 bytes missing) bad record: WACZ: open archive/1.warc: zip: not a valid zip file
error bad input: p.wacz#archive/1.warc, offset 0: a part of the package breaks off: bad record: WACZ: open archive/1.warc: zip: not a valid zip file`},
		{Name: "an encrypted archive", Options: damagedPackage(t, ingesttest.Options{}, encrypt), Want: second + `records 1+1
log p.wacz#archive/1.warc 0 skipped a part of the package breaks off: bad record: WACZ: archive/1.warc is encrypted
break p.wacz#archive/1.warc 0 (197 bytes missing) bad record: WACZ: archive/1.warc is encrypted`},
	})
}
