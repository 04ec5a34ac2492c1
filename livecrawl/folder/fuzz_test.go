package folder

import (
	"strings"
	"testing"
)

// Whatever crawl.json says, it is read or refused with a word that names it.
func FuzzFolder(f *testing.F) {
	f.Add([]byte(`{"kind": "weft crawl", "format": 1, "runs": [{"whole": true}], "crc32c": "00000000"}`))
	f.Add([]byte(`{"kind": "weft crawl", "format": 1}`))
	f.Add([]byte(`{"kind": "weft crawl", "format": 2}`))
	f.Add([]byte(`{"kind": "weft crawl", "format": 1, "settings": {"crc32c": ["x"]}, "crc32c": ""}`))
	f.Add([]byte(`"crc32c": "`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if folder, err := parse("crawl.json", data); (folder == nil) == (err == nil) || err != nil && !strings.HasPrefix(err.Error(), "crawl.json") {
			t.Errorf("%q: %+v, %v", data, folder, err)
		}
	})
}
