package warc

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// partial lists the records that a Reader with Partial returns: id, block, and a mark if the record is not whole; and
// how many bytes were lost.
func partial(t *testing.T, in io.Reader) (records []string, bad int, lost int64) {
	t.Helper()
	r := NewReader(in, Options{Partial: true})
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return records, bad, r.Lost()
		}
		if errors.Is(err, ErrBadRecord) {
			bad++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		mark := ""
		if rec.Flaw != nil {
			mark = "~"
		}
		records = append(records, fmt.Sprintf("%s%s=%s", mark, strings.TrimPrefix(rec.TargetURI(), "http://a.test/"), rec.Body))
	}
}

// Of a record that is not whole comes what is there, up to the next record; what is damaged inside compression does not.
func TestPartial(t *testing.T) {
	one, three := honest(1, "one"), honest(3, "three")
	umlauts := strings.Repeat("äöü", 200)
	smile := strings.Repeat("\U0001f600é", 300)
	lines := strings.Repeat("line\r\n", 500)
	zeros := strings.Repeat("\x00", 50_000)
	arc := "http://a.test/1 1.2.3.4 20080430204825 text/html 3\none\nhttp://a.test/2 1.2.3.4 20080430204825 text/html 6\nsecond\n"
	for _, c := range []struct {
		name, in string
		want     []string
		bad      int
		lost     int64
	}{
		{"whole", one + three, []string{"1=one", "3=three"}, 0, 0},
		{"short", one + record(2, "two and more", 9) + three, []string{"1=one", "~2=two and more", "3=three"}, 0, 0},
		{"short, code points", record(2, smile, 600) + three, []string{"~2=" + smile, "3=three"}, 0, 0},
		{"short, code units", record(2, smile, 900) + three, []string{"~2=" + smile, "3=three"}, 0, 0},
		{"short, one code point a letter", record(2, umlauts, 600) + three, []string{"~2=" + umlauts, "3=three"}, 0, 0},
		{"short, line ends", record(2, lines, len(lines)-500) + three, []string{"~2=" + lines, "3=three"}, 0, 0},
		{"short, members", gz(one, record(2, "two and more", 9), three), []string{"1=one", "~2=two and more", "3=three"}, 0, 0},
		{"short, one member", gz(one + record(2, "two and more", 9) + three), []string{"1=one", "~2=two and more", "3=three"}, 0, 0},
		{"long", one + record(2, "two", 40) + three, []string{"1=one", "~2=two", "3=three"}, 0, 0},
		{"far too long", one + record(2, "two", 1<<40) + three, []string{"1=one", "~2=two", "3=three"}, 0, 0},
		{"long, members", gz(one, record(2, "two", 40), three), []string{"1=one", "~2=two", "3=three"}, 0, 0},
		{"long, one member", gz(one + record(2, "two", 40) + three), []string{"1=one", "~2=two", "3=three"}, 0, 0},
		{"cut", one + strings.TrimSuffix(honest(2, "two and more"), " and more\r\n\r\n"), []string{"1=one", "~2=two"}, 0, 0},
		{"cut in the header", one + honest(2, "two")[:30], []string{"1=one"}, 1, 30},
		{"garbage", one + "garbage\n" + three, []string{"1=one", "3=three"}, 1, 8},
		{"hole between records", one + zeros + three, []string{"1=one", "3=three"}, 1, 50_000},
		{"hole in a block", one + record(2, "two"+zeros, 3)[:len(record(2, "two", 3))-4] + zeros + three, []string{"1=one", "~2=two", "3=three"}, 0, 50_000},
		{"hole to the end", one + three + zeros, []string{"1=one", "3=three"}, 1, 50_000},
		{"hole between members", gz(one) + zeros + gz(three), []string{"1=one", "3=three"}, 1, 50_000},
		{"damaged member", gz(one) + flip(gz(honest(2, umlauts)), 40) + gz(three), []string{"1=one", "3=three"}, 1, int64(len(gz(honest(2, umlauts))))},
		{"checksum", gz(one) + flip(gz(honest(2, "two")), len(gz(honest(2, "two")))-6) + gz(three), []string{"1=one", "3=three"}, 1, int64(len(gz(honest(2, "two"))))},
		{"ARC, short", strings.Replace(arc, "html 6", "html 4", 1), []string{"1=one", "~2=second"}, 0, 0},
		{"ARC, cut", arc[:len(arc)-3], []string{"1=one", "~2=seco"}, 0, 0},
		{"mark of UTF-8", "\xef\xbb\xbf" + one + three, []string{"1=one", "3=three"}, 0, 0},
		{"lines before", "\r\n \n\t\r\n" + one, []string{"1=one"}, 0, 0},
		{"mark of UTF-8, member", gz("\r\n\xef\xbb\xbf\r\n"+one, three), []string{"1=one", "3=three"}, 0, 0},
	} {
		for _, seek := range []bool{true, false} {
			var in io.Reader = strings.NewReader(c.in)
			if !seek {
				in = iotest.OneByteReader(onlyReader{in})
			}
			got, bad, lost := partial(t, in)
			if fmt.Sprint(got) != fmt.Sprint(c.want) || bad != c.bad || lost != c.lost {
				t.Errorf("%s (seek %v): got %.200q, %d bad and %d bytes lost, want %.200q, %d and %d", c.name, seek, got, bad, lost, c.want, c.bad, c.lost)
			}
		}
	}
}

// A member that is cut at the end of the file gives what it holds so far, wherever that is.
func TestPartialCutMember(t *testing.T) {
	block := strings.Repeat("all work and no play ", 3) + "0123456789abcdefghijklmnopqrstuvwxyz"
	two := gz(honest(2, block))
	some := 0
	for cut := range len(two) {
		got, bad, _ := partial(t, strings.NewReader(gz(honest(1, "one"))+two[:cut]))
		if len(got) == 0 || got[0] != "1=one" || len(got) > 2 || len(got)+bad > 2 {
			t.Fatalf("cut at %d: got %q and %d bad", cut, got, bad)
		}
		if len(got) < 2 {
			continue
		}
		some++
		part, ok := strings.CutPrefix(got[1], "~2=")
		if !ok || !strings.HasPrefix(block, part) {
			t.Fatalf("cut at %d: got %q", cut, got[1])
		}
	}
	if some < 8 {
		t.Errorf("%d cuts leave something of the block", some)
	}
}
