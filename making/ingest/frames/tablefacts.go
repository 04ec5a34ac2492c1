package frames

import (
	"time"

	"github.com/parquet-go/parquet-go"

	"weft/graph/page"
	"weft/making/assemble"
	"weft/making/ingest/tally"
)

// factNames are the columns of facts in the table of pages that weft export writes.
var factNames = []string{"status", "type", "size", "digest", "time", "title"}

// findFacts returns the columns of facts, if the table has all six.
func findFacts(columns []tableColumn) (all []*tableColumn) {
	for _, name := range factNames {
		for i := range columns {
			if c := &columns[i]; c.name == name && !c.isList {
				all = append(all, c)
				break
			}
		}
	}
	if len(all) < len(factNames) {
		return nil
	}
	status, kind, size, digest, at, title := all[0], all[1], all[2], all[3], all[4], all[5]
	if status.holds != holdsNumbers || size.holds != holdsNumbers || kind.holds != holdsTexts || digest.holds != holdsTexts || title.holds != holdsTexts || at.what != "times" {
		return nil
	}
	return all
}

// sightedInTable notes the facts of the page that was read last, with values in the order of factNames.
func (p *parquetTable) sightedInTable(state page.State, row [][]parquet.Value) error {
	f := &p.facts
	f.Reset()
	for i, set := range []func(v parquet.Value){
		func(v parquet.Value) { f.Status = statusOf(v.Int64()) },
		func(v parquet.Value) { f.SetType(string(v.ByteArray())) },
		func(v parquet.Value) { f.Size = max(0, v.Int64()) },
		func(v parquet.Value) { f.SetDigest(string(v.ByteArray())) },
		func(v parquet.Value) { f.Time = time.UnixMilli(v.Int64()).UTC() },
		func(v parquet.Value) { f.SetTitle(v.ByteArray()) },
	} {
		v := row[i][0]
		switch {
		case v.IsNull():
		case (i == 0 || i == 2 || i == 4) != (v.Kind() == parquet.Int64):
			return tally.Badf("the column %q has values of another type than weft export writes", factNames[i])
		default:
			set(v)
		}
	}
	c := p.im.Col
	c.Sighted(c.Page(p.t.Key, uint8(page.Ghost)), &assemble.Sighting{State: state, Whole: true, Facts: *f})
	return c.Room()
}

// statusOf returns a status of HTTP; 0 for other numbers.
func statusOf(n int64) int {
	if n < 100 || n > 999 {
		return 0
	}
	return int(n)
}
