package redis

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"weft/crawl/shared"
	"weft/crawl/shared/sharedtest"
	"weft/internal/drawn"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Address{
		"redis://h":                                {Host: "h:6379", Name: "weft"},
		"rediss://u:p%40@[::1]:7/5?name=a.B-1_":    {Host: "[::1]:7", TLS: true, User: "u", Password: "p@", Database: 5, Name: "a.B-1_"},
		"redis://:secret@127.0.0.1:6380/?name=two": {Host: "127.0.0.1:6380", Password: "secret", Name: "two"},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
		if again, err := Parse(got.String()); err != nil || again.Host != want.Host || again.Name != want.Name || again.Database != want.Database || again.TLS != want.TLS || again.User+again.Password != "" {
			t.Errorf("%s: %s is read as %+v, %v", text, got, again, err)
		}
	}
	for _, text := range []string{
		"", "h", "http://h", "redis://", "redis://:secret@", "redis://:secret@h/name", "redis://h/-1", "redis://h?db=1", "redis://h?name=", "redis://h?name=a*",
		"redis://h?name=a&name=b", "redis://:secret%zz@h", "redis://:sec ret@h", "redis://h?name=%zz", "redis://:secret@h:port", "redis://h?name=" + strings.Repeat("a", 101),
		"redis://u:12/secret@h", "redis://u:12?secret@h", "redis://u:12#secret@h", "redis://u:12?name=a&secret%40h@h", "redis://h#secret",
	} {
		if a, err := Parse(text); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: read as %+v, %v; want an error without the password", text, a, err)
		}
	}
}

func TestEntries(t *testing.T) {
	pages := sharedtest.Pages(drawn.Rand(t), 500, 9)
	pages = append(pages, shared.Page{Host: "h", Note: bytes.Repeat([]byte{255}, shared.LongestNote), URL: []byte("http://h")})
	for _, p := range pages {
		entry, err := appendEntry(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := unpack(append(fmt.Appendf(nil, "%04x%s", len(p.Host), p.Host), entry...))
		if err != nil || got.Key != p.Key || got.Host != p.Host || !bytes.Equal(got.URL, p.URL) || !bytes.Equal(got.Note, p.Note) {
			t.Errorf("%+v, %v; want %+v", got, err, p)
		}
	}
	for _, p := range []shared.Page{{Note: make([]byte, shared.LongestNote+1)}, {Host: strings.Repeat("h", longestHost+1)}} {
		if _, err := appendEntry(nil, p); err == nil {
			t.Errorf("a note of %d bytes and a host of %d are stored", len(p.Note), len(p.Host))
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add([]byte("0001h12345678\x00/"))
	f.Add([]byte("ffff"))
	f.Fuzz(func(t *testing.T, packed []byte) {
		p, err := unpack(packed)
		if err != nil {
			if !errors.Is(err, shared.ErrRefused) {
				t.Errorf("got %v, want ErrRefused", err)
			}
			return
		}
		entry, err := appendEntry(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := unpack(append(fmt.Appendf(nil, "%04x%s", len(p.Host), p.Host), entry...))
		if err != nil || again.Key != p.Key || again.Host != p.Host || !bytes.Equal(again.URL, p.URL) || !bytes.Equal(again.Note, p.Note) {
			t.Errorf("%+v comes back as %+v, %v", p, again, err)
		}
	})
}

// encode encodes a reply as Redis does.
func encode(v any) string {
	switch v := v.(type) {
	case nil:
		return "$-1\r\n"
	case int64:
		return fmt.Sprintf(":%d\r\n", v)
	case Error:
		return "-" + string(v) + "\r\n"
	case []byte:
		return fmt.Sprintf("$%d\r\n%s\r\n", len(v), v)
	case []any:
		text := fmt.Sprintf("*%d\r\n", len(v))
		for _, e := range v {
			text += encode(e)
		}
		return text
	}
	panic("no reply")
}

func FuzzReply(f *testing.F) {
	f.Add([]byte("*3\r\n$1\r\na\r\n:-5\r\n*2\r\n$-1\r\n+OK\r\n"))
	f.Add([]byte("-ERR x\r\n"))
	f.Add([]byte("$9999999999\r\n"))
	f.Add([]byte("*9999999999\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := readReply(bufio.NewReaderSize(bytes.NewReader(text), longestLine))
		if err != nil {
			if !errors.Is(err, shared.ErrRefused) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("got %v", err)
			}
			return
		}
		again, err := readReply(bufio.NewReaderSize(strings.NewReader(encode(v)), longestLine))
		if err != nil || encode(again) != encode(v) {
			t.Errorf("%q comes back as %q, %v", encode(v), encode(again), err)
		}
	})
}

// Replies that are too long or nested are refused before memory is taken for them.
func TestHostileReplies(t *testing.T) {
	for _, text := range []string{
		"$67108865\r\n", "$9223372036854775807\r\n", "$99999999999999999999\r\n", "$-2\r\n", "*-2\r\n", strings.Repeat("*1\r\n", 99),
		"?\r\n", "+\n", "\r\n", ":x\r\n", "$1\r\nabc\r\n", "*1\r\n$2\r\nabXX", "+" + strings.Repeat("a", longestLine+9) + "\r\n",
		"*9999999\r\n" + strings.Repeat(":1\r\n", 4_000_000),
	} {
		if v, err := readReply(bufio.NewReaderSize(strings.NewReader(text), longestLine)); !errors.Is(err, shared.ErrRefused) {
			t.Errorf("%.30q: got %.30v, %v; want that it is refused", text, v, err)
		}
	}
}
