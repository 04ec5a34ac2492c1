package frames_test

import (
	"testing"
	"time"

	"weft/making/ingest/ingesttest"
)

// Tables of pages that weft wrote, with facts of their responses.
func TestFactsOfWeft(t *testing.T) {
	type row struct {
		Page   int64      `parquet:"page"`
		URL    string     `parquet:"url"`
		State  string     `parquet:"state"`
		Status *int64     `parquet:"status,optional"`
		Type   *string    `parquet:"type,optional"`
		Size   *int64     `parquet:"size,optional"`
		Digest *string    `parquet:"digest,optional"`
		Time   *time.Time `parquet:"time,optional,timestamp(millisecond)"`
		Title  *string    `parquet:"title,optional"`
	}
	type numberTitle struct {
		Page       int64
		URL, State string
		Status     int64
		Type       string
		Size       int64
		Digest     string
		Time       time.Time `parquet:"time,timestamp(millisecond)"`
		Title      int64
	}
	type smallStatus struct {
		Page       int64
		URL, State string
		Status     int32
		Type       string
		Size       int64
		Digest     string
		Time       time.Time `parquet:"time,timestamp(millisecond)"`
		Title      string
	}
	type five struct {
		Page       int64
		URL, State string
		Status     int64
		Type       string
		Size       int64
		Digest     string
		Time       time.Time `parquet:"time,timestamp(millisecond)"`
	}
	at := time.Date(2014, 2, 25, 12, 30, 1, 5e6, time.UTC)
	none := row{Page: 1, URL: "http://b.example/", State: "ghost"}
	full := row{0, "http://a.example/", "fetched", new(int64(200)), new("text/html; charset=x"), new(int64(1234)), new("sha1:ABC"), &at, new("A title")}
	low, high := none, none
	low.Status, low.Size = new(int64(99)), new(int64(-1))
	high.Page, high.URL, high.Status, high.Size = 0, "http://a.example/", new(int64(1000)), new(int64(1))
	ends := [2]row{{Page: 0, URL: "http://a.example/", State: "failed", Status: new(int64(100))}, {Page: 1, URL: "http://b.example/", State: "failed", Status: new(int64(999))}}
	arcs := table(t, edge{0, 1})
	bad := ingesttest.Options{MaxBad: 1}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "facts", Options: in(tableBy(t, "weft", full, none), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state", and what the crawl knew of their responses
as parquet, arcs from "s" to "t"
pages http://a.example/:fetched http://b.example/:ghost
arcs http://a.example/→http://b.example/
facts http://a.example/ 200 1234 bytes "text/html" "sha1:ABC" "A title" 2014-02-25T12:30:01.005
records 3+0`},
		{Name: "facts beyond their limits", Options: in(tableBy(t, "weft", high, low), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state", and what the crawl knew of their responses
as parquet, arcs from "s" to "t"
pages http://a.example/:ghost http://b.example/:ghost
facts http://a.example/ 1 bytes
note 1 arcs of pages that were not fetched, left out
records 3+0`},
		{Name: "facts at their limits", Options: in(tableBy(t, "weft", ends[:]...), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state", and what the crawl knew of their responses
as parquet, arcs from "s" to "t"
pages http://a.example/:failed http://b.example/:failed
arcs http://a.example/→http://b.example/
facts http://a.example/ 100
facts http://b.example/ 999
records 3+0`},
		{Name: "a title that is a number", Options: in(tableBy(t, "weft", numberTitle{Page: 0, URL: "a", State: "fetched"}), arcs), Want: `
records 0+0
error t.parquet: the table has the columns ["page" "url" "state" "status" "type" "size" "digest" "time" "title"]: weft wrote it with a page a row, and no arcs: give arcs.parquet, which an export writes`},
		{Name: "a status of 32 bits", Options: with(bad, tableBy(t, "weft", smallStatus{Page: 0, URL: "a", State: "fetched", Status: 200}, smallStatus{Page: 1, URL: "b", State: "fetched", Status: 200}), arcs), Want: `
as parquet, pages numbered by "page", names in "url", states in "state", and what the crawl knew of their responses
as parquet, arcs from "s" to "t"
pages a:fetched b:fetched
arcs a→b
records 1+2
log t.parquet 0 skipped row 1: the column "status" has values of another type than weft export writes
log t.parquet 1 skipped row 2: the column "status" has values of another type than weft export writes`},
		{Name: "facts without a title", Options: in(tableBy(t, "weft", five{Page: 0, URL: "a", State: "fetched"}), arcs), Want: `
records 0+0
error t.parquet: the table has the columns ["page" "url" "state" "status" "type" "size" "digest" "time"]: weft wrote it with a page a row, and no arcs: give arcs.parquet, which an export writes`},
	})
}
