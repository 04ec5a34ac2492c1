package warc_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"weft/web/warc"
)

// A hole that begins in the fields of one record and ends in those of another joins both: its bytes are lost, not read as a record.
func TestHolesInFields(t *testing.T) {
	record := func(i int) string {
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.test/%d\r\nWARC-Record-ID: <urn:uuid:%032d>\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n", i, i)
	}
	whole := ""
	for i := range 40 {
		whole += record(i)
	}
	for fill, bytes := range map[string]func(int) string{
		"one letter":         func(n int) string { return strings.Repeat("x", n) },
		"control characters": func(n int) string { return strings.Repeat("y\x01", n/2) },
	} {
		from, to := strings.Index(whole, record(9))+100, strings.Index(whole, record(29))+100
		damaged := whole[:from] + bytes(to-from) + whole[to:]
		r := warc.NewReader(strings.NewReader(damaged), warc.Options{})
		read, bad := 0, 0
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if b := (*warc.BadRecord)(nil); errors.As(err, &b) {
				bad++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if uri := rec.Header.Get("WARC-Target-URI"); uri == "http://a.test/9" {
				t.Errorf("%s: a record of both ends of the hole is read as %s", fill, uri)
			}
			read++
		}
		if read != 19 || bad == 0 {
			t.Errorf("%s: %d records, %d bad, want 19 and some", fill, read, bad)
		}
	}
}
