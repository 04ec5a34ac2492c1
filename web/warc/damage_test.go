package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// record makes a plain WARC record with a block, and a Content-Length that may lie.
func record(i int, block string, length int) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:%d>\r\nWARC-Target-URI: http://a.test/%d\r\n"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", i, i, length, block)
}

func honest(i int, block string) string { return record(i, block, len(block)) }

func gz(parts ...string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for _, p := range parts {
		w.Reset(&b)
		_, _ = io.WriteString(w, p)
		_ = w.Close()
	}
	return b.String()
}

func zst(tb testing.TB, dict []byte, parts ...string) string {
	tb.Helper()
	opts := []zstd.EOption{zstd.WithEncoderCRC(true)}
	if dict != nil {
		opts = append(opts, zstd.WithEncoderDict(dict))
	}
	enc, err := zstd.NewWriter(nil, opts...)
	if err != nil {
		tb.Fatal(err)
	}
	var b []byte
	for _, p := range parts {
		b = enc.EncodeAll([]byte(p), b)
	}
	return string(b)
}

func flip(s string, at int) string {
	b := []byte(s)
	b[at] ^= 0x55
	return string(b)
}

// TestDamage states for each kind of damage which records survive and where the damage is said to be.
func TestDamage(t *testing.T) {
	big := strings.Repeat("0123456789abcdef\n", 200_000) // 3.4 MB: more than is kept of unwanted blocks
	one, two, three := honest(1, "one"), honest(2, "two"), honest(3, "three\n")
	arc := "filedesc://x.arc 0.0.0.0 20080430204825 text/plain 9\n1 0 test\n\nhttp://a.test/1 1.2.3.4 20080430204825 text/html 3\none\n" +
		"http://a.test/a b c 1.2.3.4 20080430204825 text/html 5\nthree\n"
	long := "WARC/1.0\r\nX: " + strings.Repeat("x", 2<<20) + "\r\n\r\n"
	n1, g1 := int64(len(one)), int64(len(gz(one)))
	cases := []struct {
		name, in string
		survive  string  // ids
		bad      []int64 // offsets
	}{
		{"plain", one + two + three, "1 2 3", nil},
		{"members", gz(one, two, three), "1 2 3", nil},
		{"one member", gz(one + two + three), "1 2 3", nil},
		{"zstd", zst(t, nil, one, two+three), "1 2 3", nil},
		{"split", gz(one[:7], one[7:40], one[40:]+two, three), "1 2 3", nil},
		{"mixed", one + gz(two) + three, "1 2 3", nil},
		{"zstd after gzip", gz(one) + zst(t, nil, two) + three, "1 2 3", nil},
		{"empty members", gz("", one, "", "", two, "\r\n", three, ""), "1 2 3", nil},
		{"empty", "", "", []int64{0}},
		{"only line ends", "\r\n\r\n", "", []int64{0}},
		{"no archive", "hello, world\nand more\n", "", []int64{0}},
		{"no archive, gzip", gz("hello, world\n"), "", []int64{0}},
		{"zeros at the end", gz(one, two) + strings.Repeat("\x00", 5000), "1 2", []int64{int64(len(gz(one, two)))}},
		{"zeros at the end of plain", one + strings.Repeat("\x00", 100_000), "1", []int64{n1}},
		{"garbage between members", gz(one) + "garbage\x1f\x8b\x08" + gz(two, three), "1 2 3", []int64{g1}},
		{"garbage between records", one + "garbage\n\nWARC/\nWARC/1.0\nno\n" + two + three, "1 2 3", []int64{n1}},
		{"garbage first", "garbage" + gz(one, two), "1 2", []int64{0}},
		{"garbage member", gz(one, "garbage", two, three), "1 2 3", []int64{g1}},
		{"length too long", one + record(2, "two", 40) + three, "1 3", []int64{n1}},
		{"length far too long", one + record(2, "two", 1<<40) + three, "1 3", []int64{n1}},
		{"length too long, member", gz(one, record(2, "two", 400), three), "1 3", []int64{g1}},
		{"length too long, one member", gz(one + record(2, "two", 40) + three), "1 3", []int64{0}},
		{"length far too long, one member", gz(one + record(2, "two", 1<<40) + three), "1 3", []int64{0}},
		{"length too short", one + record(2, "two and more", 3) + three, "1 3", []int64{n1}},
		{"length too short, member", gz(one, record(2, "two and more", 3), three), "1 3", []int64{g1}},
		{"length too long by megabytes", one + record(2, big, len(big)+100) + three, "1 3", []int64{n1}},
		{"length too long by megabytes, one member", gz(one + record(2, big, len(big)+100) + three), "1 3", []int64{0}},
		{"length too long by more megabytes, one member", gz(one + record(2, big, 2*len(big)) + three), "1 3", []int64{0}},
		{"length too short by megabytes", gz(one+record(2, big, 2<<20)+three) + gz(one), "1 3 1", []int64{0}},
		{"cut within megabytes", gz(one + two + honest(3, big))[:6000], "1 2", []int64{0}},
		{"length no number", one + strings.Replace(two, "Length: ", "Length: x", 1) + three, "1 3", []int64{n1}},
		{"no length", one + strings.Replace(two, "Content-Length", "Content-Size", 1) + three, "1 3", []int64{n1}},
		{"two lengths", one + strings.Replace(two, "WARC-Type", "Content-Length: 9\r\nWARC-Type", 1) + three, "1 3", []int64{n1}},
		{"no type", one + strings.Replace(two, "WARC-Type", "Type", 1) + three, "1 3", []int64{n1}},
		{"no version", one + strings.TrimPrefix(two, "WARC/1.0\r\n") + three, "1 3", []int64{n1}},
		{"no version, member", gz(one, strings.TrimPrefix(two, "WARC/1.0\r\n"), three), "1 3", []int64{g1}},
		{"odd header line", one + strings.Replace(two, "WARC-Type", "odd line\r\nWARC-Type", 1) + three, "1 2 3", nil},
		{"no line ends behind", strings.TrimSpace(one) + strings.TrimSpace(two) + three, "1 2 3", nil},
		{"header of 2 MB", one + long + two + three, "1 2 3", []int64{n1}},
		{"line of 2 MB", one + strings.Repeat("x", 2<<20) + "\n" + two + three, "1 2 3", []int64{n1}},
		{"cut member", gz(one, two)[:g1+20] + gz(three), "1 3", []int64{g1}},
		{"cut at the end", gz(one, two)[:g1+20], "1", []int64{g1}},
		{"checksum", flip(gz(one), int(g1)-6) + gz(two, three), "2 3", []int64{0}},
		{"zstd damaged", zst(t, nil, one) + flip(zst(t, nil, two), 30) + zst(t, nil, three), "1 3", []int64{int64(len(zst(t, nil, one)))}},
		{"zstd cut", zst(t, nil, one) + zst(t, nil, two)[:40], "1", []int64{int64(len(zst(t, nil, one)))}},
		{"arc", arc, "F A1 Aa%20b%20c", nil},
		{"arc members", gz(arc[:63], arc[63:]), "F A1 Aa%20b%20c", nil},
		{"arc length too short", strings.Replace(arc, "text/html 3", "text/html 2", 1), "F Aa%20b%20c", []int64{63}},
		{"arc length too long", strings.Replace(arc, "text/html 3", "text/html 9", 1), "F Aa%20b%20c", []int64{63}},
	}
	for _, c := range cases {
		for _, seek := range []bool{true, false} {
			var in io.Reader = strings.NewReader(c.in)
			if !seek {
				in = iotest.HalfReader(onlyReader{in})
			}
			got := count(t, in, Options{Want: func(*Record, []byte) bool { return !strings.Contains(c.name, "megabytes") }})
			if s := strings.Join(short(got.ids), " "); s != c.survive {
				t.Errorf("%s (seek %v): records %q, want %q; %v", c.name, seek, s, c.survive, got.bad)
			}
			if fmt.Sprint(offsets(got.bad)) != fmt.Sprint(c.bad) {
				t.Errorf("%s (seek %v): errors %v, want them at %v", c.name, seek, got.bad, c.bad)
			}
		}
	}
}

func short(ids []string) (names []string) {
	for _, id := range ids {
		typ, id, _ := strings.Cut(id, " ")
		uri := id[:strings.LastIndexByte(id, ' ')]
		switch {
		case strings.HasPrefix(uri, "filedesc:"):
			names = append(names, "F")
		case typ == TypeResponse:
			names = append(names, "A"+strings.ReplaceAll(strings.TrimPrefix(uri, "http://a.test/"), " ", "%20"))
		default:
			names = append(names, strings.TrimPrefix(uri, "http://a.test/"))
		}
	}
	return names
}

func offsets(bad []*BadRecord) (at []int64) {
	for _, b := range bad {
		at = append(at, b.Offset)
	}
	return at
}

// TestReadError checks that an error of the input is fatal and stays.
func TestReadError(t *testing.T) {
	broken := errors.New("broken disk")
	for _, whole := range []string{honest(1, "one") + honest(2, "two"), gz(honest(1, "one"), honest(2, "two"))} {
		for cut := range len(whole) {
			r := NewReader(io.MultiReader(strings.NewReader(whole[:cut]), iotest.ErrReader(broken)), Options{})
			var err error
			for err == nil {
				_, err = r.Next()
			}
			_, again := r.Next()
			if !errors.Is(err, broken) || !errors.Is(again, broken) {
				t.Fatalf("cut at %d: errors %v, then %v, want %v", cut, err, again, broken)
			}
		}
	}
}

func buildDict(tb testing.TB, pieces []string) []byte {
	tb.Helper()
	contents := make([][]byte, len(pieces))
	for i, p := range pieces {
		contents[i] = []byte(p)
	}
	history := []byte(strings.Join(pieces[:20], ""))
	dict, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 42, Contents: contents, History: history, Offsets: [3]int{1, 4, 8}})
	if err != nil {
		tb.Fatal(err)
	}
	return dict
}

// What is no record is told from what was expected: in a file of WARC records another one, in an ARC file an ARC header line.
func TestExpectedAfterWhatWasRead(t *testing.T) {
	const arc = "http://a.test/ 1.2.3.4 20200101000000 text/html 5\nhello\n"
	for _, c := range []struct{ text, want string }{
		{"nonsense\n", "WARC/ and a version, or an ARC header line"},
		{honest(1, "x") + "nonsense\n", "WARC/ and a version"},
		{gz(arc, "nonsense\n"), "an ARC header line"},
		{gz(arc, honest(1, "x"), "nonsense\n"), "WARC/ and a version"},
		{"http://a.test/ 1.2.3.4 20200101000000 text/html many\n", "a number of bytes"},
		{"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: x\r\n\r\n", "a Content-Length in bytes"},
		{"WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n", "a type such as response"},
	} {
		r := NewReader(strings.NewReader(c.text), Options{})
		var err error
		for err == nil {
			_, err = r.Next()
		}
		if bad, ok := errors.AsType[*BadRecord](err); !ok || bad.Expected != c.want {
			t.Errorf("%q: got %v, want that %q was expected", c.text, err, c.want)
		}
	}
}
