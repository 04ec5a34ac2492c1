package shards

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
)

const noFiles = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// Whatever a manifest holds, it is refused or describes files inside its folder.
func FuzzManifest(f *testing.F) {
	f.Add(`{"format":"weft-shards","version":1,"pages":0,"arcs":0,"texts":0,"files":[],"checksum":"` + noFiles + `"}`)
	f.Add(`{"format":"weft-shards","version":1,"pages":1,"files":[{"name":"pages/a.parquet","rows":1,"bytes":9,"sha256":"` + noFiles + `"}],"checksum":"77fd6bdfb2dbb8ff09be2b5ba9b29ad7ee26c2ea50f4a4b1ae2cae2ea42b40d3"}`)
	f.Add(`{"format":"weft-shards","version":1,"files":[{"name":"pages/../../x.parquet"},null]}`)
	f.Add(`{"result":"pagerank","pages":1,"type":"float64","files":[{"name":"a.parquet","rows":1,"sha256":"` + noFiles + `"}],"residual":1e-9}`)
	f.Add(`{"format":["weft-shards"`)
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := ParseManifest([]byte(text)); err == nil {
			checkInside(t, m.Files)
			if m.Checksum != checksum(m.Files) || m.Pages < 0 || m.Arcs < 0 || m.Texts < 0 {
				t.Errorf("taken: %+v", m)
			}
		}
		if r, err := parseResult([]byte(text), "pagerank"); err == nil {
			checkInside(t, r.Files)
			if r.Name != "pagerank" {
				t.Errorf("taken: %+v", r)
			}
		}
		statesFormat(strings.NewReader(text))
	})
}

func checkInside(t *testing.T, files []File) {
	for _, f := range files {
		if !filepath.IsLocal(f.Name) || strings.Contains(f.Name, "..") && strings.Contains(f.Name, "../") || f.Rows < 0 || f.Bytes < 0 {
			t.Errorf("taken: %+v", f)
		}
	}
}

// A manifest is recognised by its format near its start, whatever stands before it.
func TestStatesFormat(t *testing.T) {
	for text, want := range map[string]bool{
		`{"format": "weft-shards"`:                               true,
		`{"version": 1, "files": [{}], "format": "weft-shards"}`: true,
		`{"format": "other"}`:                                    false,
		`{"name": {"format": "weft-shards"}}`:                    false,
		`["format", "weft-shards"]`:                              false,
		``:                                                       false,
		`{"x": "` + strings.Repeat("x", formatPlace) + `", "format": "weft-shards"}`: false,
	} {
		if got := statesFormat(strings.NewReader(text)); got != want {
			t.Errorf("%.60s: got %v", text, got)
		}
	}
}

// Timestamps of earlier versions of Spark: the Julian day and the nanoseconds of the day.
func TestJulian(t *testing.T) {
	for _, c := range []struct {
		day   uint32
		nanos uint64
		want  string
	}{{2440588, 0, "1970-01-01T00:00:00Z"}, {2440587, 86399_999_000_000, "1969-12-31T23:59:59.999Z"}, {2460677, 43200_123_456_789, "2025-01-01T12:00:00.123Z"}} {
		ms, ok := julian(deprecated.Int96{uint32(c.nanos), uint32(c.nanos >> 32), c.day}) //nolint:gosec // two halves
		if got := time.UnixMilli(ms).UTC().Format(time.RFC3339Nano); !ok || got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// A list of 300,000 files is checked in seconds.
func TestManyFiles(t *testing.T) {
	m := Manifest{Format: Format, Version: Version}
	for i := range 300_000 {
		m.Files = append(m.Files, File{Name: "arcs/" + string(rune('a'+i/100_000)) + number(i) + tableExt, SHA256: noFiles})
	}
	m.Checksum = checksum(m.Files)
	text, err := json.Marshal(&m)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if _, err := ParseManifest(text); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("%v", took)
	}
	m.Files[100_000], m.Files[100_001] = m.Files[100_001], m.Files[100_000]
	m.Checksum = checksum(m.Files)
	if text, err = json.Marshal(&m); err != nil {
		t.Fatal(err)
	}
	if _, err := ParseManifest(text); err == nil || !strings.Contains(err.Error(), "file 100002") {
		t.Errorf("got %v", err)
	}
}

func number(i int) string { return fmt.Sprintf("%06d", i%1_000_000) }
