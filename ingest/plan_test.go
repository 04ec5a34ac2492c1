package ingest_test

import (
	"errors"
	"strings"
	"testing"

	"weft/ingest"
	"weft/internal/mem"
	"weft/store"
)

func TestPlanImport(t *testing.T) {
	const names = "http://a.example/ http://b.example/\n"
	for _, c := range []struct {
		text, format string
		pages, need  int64
	}{
		{names, "edges", 0, mem.Least},
		{"%%MatrixMarket matrix coordinate pattern general\n3 40000000 1\n1 2\n", "matrixmarket", 40_000_000, mem.Base + 80_000_000},
		{"*Vertices 9000000\n1 \"a\"\n", "pajek", 9_000_000, mem.Base + 34*9_000_000},
		{"WARC/1.0\r\n", "archive", 0, mem.Least},
		{"PAR1", "parquet", 0, mem.Least},
	} {
		p, err := ingest.PlanImport(ingest.Options{Inputs: []string{written(t, c.text)}, Output: "none", Memory: 1 << 30})
		if err != nil {
			t.Errorf("%.20q: %v", c.text, err)
			continue
		}
		if got := p.Inputs[0]; got.Format != c.format || got.Bytes != int64(len(c.text)) || p.Pages != c.pages || p.Need != c.need {
			t.Errorf("%.20q: got %+v, %d pages, need %d; want %s, %d, %d", c.text, got, p.Pages, p.Need, c.format, c.pages, c.need)
		}
		if two := strings.HasPrefix(p.Passes, "2 "); two != (c.format == "parquet") {
			t.Errorf("%s: got %q passes", c.format, p.Passes)
		}
	}
	here := written(t, names)
	for name, c := range map[string]struct {
		o    ingest.Options
		want error
	}{
		"no input":   {ingest.Options{Memory: mem.Least}, nil},
		"missing":    {ingest.Options{Inputs: []string{here + "x"}, Memory: mem.Least}, nil},
		"no format":  {ingest.Options{Inputs: []string{written(t, "\x00\x01")}, Memory: mem.Least}, nil},
		"no graph":   {ingest.Options{Inputs: []string{here}, Format: ingest.BVGraph, Memory: mem.Least}, nil},
		"output":     {ingest.Options{Inputs: []string{here}, Output: here, Memory: mem.Least}, store.ErrExists},
		"too little": {ingest.Options{Inputs: []string{here}, Memory: 1 << 20}, &mem.ShortError{}},
	} {
		_, err := ingest.PlanImport(c.o)
		_, short := errors.AsType[*mem.ShortError](err)
		if _, wantShort := errors.AsType[*mem.ShortError](c.want); err == nil || short != wantShort || c.want != nil && !short && !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
}
