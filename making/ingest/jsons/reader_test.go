package jsons_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"weft/making/ingest/jsons"
	"weft/making/ingest/scan"
)

// readAll reads the value of an object or a list and returns its parts: texts, numbers and words as they are read, with
// brackets and braces around them. Values of members called skip are skipped.
func readAll(in io.Reader) (string, error) {
	r := &jsons.Reader{Scanner: scan.NewScanner(bufio.NewReaderSize(in, 16))}
	var b strings.Builder
	var value func(kind jsons.Kind) error
	member := func(name string, kind jsons.Kind) error {
		fmt.Fprintf(&b, "%q:", name)
		if name == "skip" {
			return r.Skip(kind)
		}
		return value(kind)
	}
	value = func(kind jsons.Kind) error {
		switch kind {
		case jsons.Text:
			fmt.Fprintf(&b, "%q ", r.Word)
		case jsons.Number, jsons.Word:
			fmt.Fprintf(&b, "%s(%d) ", r.Word, kind)
		case jsons.List:
			b.WriteString("[ ")
			defer b.WriteString("] ")
			return r.Elements(value)
		case jsons.Object:
			b.WriteString("{ ")
			defer b.WriteString("} ")
			return r.Members(member)
		}
		return nil
	}
	err := value(jsons.Object)
	if err == nil {
		rest, _ := io.ReadAll(r.Reader)
		b.WriteString(string(rest))
	}
	return strings.TrimSpace(b.String()), err
}

func TestReader(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{}`, `{ }`},
		{` { } x`, `{ }  x`},
		{`{"a":1,"b":[],"c":{}}`, `{ "a":1(1) "b":[ ] "c":{ } }`},
		{"{\n\"a\" :\t[ 1 , \"x\",true ,false,null\r\n] }", `{ "a":[ 1(1) "x" true(2) false(2) null(2) ] }`},
		{`{"a":[-1.5e-3,0,+1]}`, "line 1, offset 16: found '+': expected a value"},
		{`{"a":[NaN,Infinity,-Infinity]}`, `{ "a":[ NaN(2) Infinity(2) -Infinity(1) ] }`},
		{`{"a":nil}`, "line 1, offset 8: found 'n': expected a value"},
		{`{"skip":[1,"]",{"x":[2]}],"b":2}`, `{ "skip":"b":2(1) }`},
		{`{"skip":{"x":"}","y":{"z":[]}},"b":2}`, `{ "skip":"b":2(1) }`},
		{`{"skip":"a","skip":7,"skip":null,"b":2}`, `{ "skip":"skip":"skip":"b":2(1) }`},
		{`{"a":"\"\\\/\b\f\n\r\t"}`, `{ "a":"\"\\/\b\f\n\r\t" }`},
		{`{"\u0061":"\u00e9\u20AC\uD83D\uDE00"}`, `{ "a":"é€😀" }`},
		{`{"a":"\ud83dx\ud83d\n\ud83d\u0041"}`, `{ "a":"�x�\n�A" }`},
		{`{"a":"\ud83d\ud83d\ude00\ud83d\ud83d"}`, `{ "a":"�😀��" }`},
		{`{"a":"\udbff\udfff\ud800\udc00\udc00"}`, `{ "a":"` + `\U0010ffff𐀀�" }`},
		{`{"a":"` + strings.Repeat("é", 30) + `"}`, `{ "a":"` + strings.Repeat("é", 30) + `" }`},
		{`{"a":` + strings.Repeat("1", 401) + `}`, `{ "a":` + strings.Repeat("1", 401) + `(1) }`},
		{`{"a":` + strings.Repeat("1", 402) + `}`, "line 1, offset 406: found '1' inside an object: expected a comma or '}'"},
		{``, "line 1, offset 0: the text ends inside an object"},
		{`[`, "line 1, offset 0: found '[' inside an object: expected '{'"},
		{`{`, "line 1, offset 1: the text ends inside an object"},
		{`{a`, "line 1, offset 1: found 'a' inside an object: expected '\"'"},
		{`{"a`, "line 1, offset 3: the text ends inside a text"},
		{`{"a"`, "line 1, offset 4: the text ends inside an object"},
		{`{"a"1`, "line 1, offset 4: found '1' inside an object: expected ':'"},
		{`{"a":`, "line 1, offset 5: the text ends inside a value"},
		{`{"a":1`, "line 1, offset 6: the text ends inside an object"},
		{`{"a":1]`, "line 1, offset 6: found ']' inside an object: expected a comma or '}'"},
		{`{"a":1,`, "line 1, offset 7: the text ends inside an object"},
		{`{"a":1,}`, "line 1, offset 7: found '}' inside an object: expected '\"'"},
		{"{\"a\":\n[1", "line 2, offset 8: the text ends inside a list"},
		{`{"a":[1 2`, "line 1, offset 8: found '2' inside a list: expected a comma or ']'"},
		{`{"a":[1,]}`, "line 1, offset 8: found ']': expected a value"},
		{`{"a":[:`, "line 1, offset 6: found ':': expected a value"},
		{`{"a":["`, "line 1, offset 7: the text ends inside a text"},
		{`{"a":"\`, "line 1, offset 7: the text ends inside a text"},
		{`{"a":"\x"}`, `line 1, offset 8: found \x inside a text: expected one of " \ / b f n r t u`},
		{`{"a":"\u12`, "line 1, offset 10: the text ends inside a text"},
		{`{"a":"\u12g4"}`, `line 1, offset 11: found 'g' inside \u: expected four hexadecimal digits`},
		{`{"a":"\ud83d\u12`, "line 1, offset 16: the text ends inside a text"},
		{"{\"a\":\"\t\"}", "line 1, offset 7: the byte 0x9 inside a text"},
		{"{\"a\":\"\x1f\"}", "line 1, offset 7: the byte 0x1f inside a text"},
		{"{\"a\x00\":1}", "line 1, offset 4: the byte 0x0 inside a text"},
		{`{"skip":[1,2`, "line 1, offset 12: the text ends inside a value"},
		{`{"skip":{"x":"`, "line 1, offset 14: the text ends inside a text"},
	} {
		got, err := readAll(strings.NewReader(c.text))
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%.80q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// A text that breaks off is reported with its cause.
func TestReaderBreaks(t *testing.T) {
	broken := errors.New("broken")
	_, err := readAll(io.MultiReader(strings.NewReader(`{"a":[1,`), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || err.Error() != "line 1, offset 8: the text breaks off inside a value: broken" {
		t.Errorf("got %v", err)
	}
}

// Of a long text only the beginning is kept.
func TestReaderLongText(t *testing.T) {
	for n, want := range map[int]int{scan.MaxWord: scan.MaxWord, scan.MaxWord + 1: scan.MaxWord} {
		r := &jsons.Reader{Scanner: scan.NewScanner(bufio.NewReader(strings.NewReader(`{"a":"` + strings.Repeat("x", n) + `","b":"y"}`)))}
		var lengths []int
		err := r.Members(func(string, jsons.Kind) error { lengths = append(lengths, len(r.Word)); return nil })
		if err != nil || len(lengths) != 2 || lengths[0] != want || lengths[1] != 1 {
			t.Errorf("%d bytes: got %v, %v, want %d and 1", n, lengths, err, want)
		}
	}
}

// Errors of the caller end the reading.
func TestReaderStops(t *testing.T) {
	stop := errors.New("stop")
	for _, text := range []string{`{"a":1,"b":2}`, `[1,2]`} {
		r := &jsons.Reader{Scanner: scan.NewScanner(bufio.NewReader(strings.NewReader(text)))}
		calls := 0
		var err error
		if text[0] == '{' {
			err = r.Members(func(string, jsons.Kind) error { calls++; return stop })
		} else if err = r.Expect('[', "a list"); err == nil {
			err = r.Elements(func(jsons.Kind) error { calls++; return stop })
		}
		if !errors.Is(err, stop) || calls != 1 {
			t.Errorf("%s: %d calls and %v", text, calls, err)
		}
	}
}
