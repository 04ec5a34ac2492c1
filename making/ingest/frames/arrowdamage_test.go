package frames_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"weft/internal/mem"
	"weft/making/ingest/ingesttest"
)

// block is the place of a batch.
func block(at, head int64) string {
	b := binary.LittleEndian.AppendUint64(nil, uint64(at))                                                //nolint:gosec // its bits
	return string(binary.LittleEndian.AppendUint64(b, uint64(head))) + "\x00\x00\x00\x00\x00\x00\x00\x00" //nolint:gosec // its bits
}

// arrowOf is a file with a head of a batch and a footer.
func arrowOf(t *testing.T, head, footer string) ingesttest.Options {
	t.Helper()
	size := string(binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))) //nolint:gosec // short
	return in(ingesttest.File(t, "t.arrow", "ARROW1\x00\x00"+head+footer+size+"ARROW1"))
}

// Counts and places in the footer of a file.
func TestArrowFooters(t *testing.T) {
	var f flat
	footer := func(fields ...any) ingesttest.Options { return arrowOf(t, "", f.bytes(f.table(fields...))) }
	schema := func(fields ...any) ingesttest.Options { return footer(nil, f.table(fields...)) }
	field := func(fields ...any) ingesttest.Options { return schema(nil, f.list(1, f.table(fields...))) }
	nested := func(depth int) ref {
		at := f.table(f.list(1, "x"))
		for range depth {
			at = f.table(nil, nil, nil, nil, nil, f.list(1, at))
		}
		return at
	}
	sharing := func(n int) ingesttest.Options {
		pair := shared(f.table(f.list(2000, strings.Repeat("k", 2000))))
		return footer(nil, nil, nil, nil, f.list(int64(n), slices.Repeat([]any{pair}, n)...))
	}
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "no schema", Options: footer(), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "a schema without columns", Options: schema(), Want: `
records 0+0
error t.arrow: the table has the columns []: expected two, such as source and target`},
		{Name: "columns", Options: schema(nil, f.list(1, nested(2)), f.list(1, f.table(f.list(1, "k"), f.list(1, "v")))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "too many columns", Options: schema(nil, f.list(9, f.table(f.list(1, "x")))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 9 elements, which 63 bytes cannot hold: write it again`},
		{Name: "very many columns", Options: schema(nil, f.list(1<<32-1)), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 4294967295 elements, which 40 bytes cannot hold: write it again`},
		{Name: "too many pairs of a schema", Options: schema(nil, nil, f.list(7)), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 7 elements, which 42 bytes cannot hold: write it again`},
		{Name: "a long key", Options: schema(nil, nil, f.list(1, f.table(f.list(99, "k"), f.list(1, "v")))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 99 elements, which 76 bytes cannot hold: write it again`},
		{Name: "a long value", Options: schema(nil, nil, f.list(1, f.table(f.list(1, "k"), f.list(99, "v")))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 99 elements, which 76 bytes cannot hold: write it again`},
		{Name: "a long name", Options: field(f.list(30, "x")), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 30 elements, which 63 bytes cannot hold: write it again`},
		{Name: "too many inner columns", Options: field(f.list(1, "x"), nil, nil, nil, nil, f.list(20)), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 20 elements, which 81 bytes cannot hold: write it again`},
		{Name: "too many pairs of a column", Options: field(f.list(1, "x"), nil, nil, nil, nil, nil, f.list(20)), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 20 elements, which 83 bytes cannot hold: write it again`},
		{Name: "64 columns in each other", Options: schema(nil, f.list(1, nested(63))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "65 columns in each other", Options: schema(nil, f.list(1, nested(64))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, types are nested more than 64 deep: write it again`},
		{Name: "too many dictionaries", Options: footer(nil, nil, f.list(2, block(8, 8))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 2 elements, which 50 bytes cannot hold: write it again`},
		{Name: "too many batches", Options: footer(nil, nil, nil, f.list(2, block(8, 8))), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 2 elements, which 52 bytes cannot hold: write it again`},
		{Name: "too many pairs of a footer", Options: footer(nil, nil, nil, nil, f.list(5)), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 5 elements, which 30 bytes cannot hold: write it again`},
		{Name: "a root outside", Options: arrowOf(t, "", "\xff\x00\x00\x00\x00\x00"), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a part should begin at byte 255 of 6: write it again`},
		{Name: "an empty footer", Options: arrowOf(t, "", ""), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a part should begin at byte 0 of 0: write it again`},
		{Name: "a batch before the file", Options: footer(nil, nil, nil, f.list(1, block(-1, 8))), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: its head has 8 bytes from byte -1 on: expected a place in the 70 bytes of the file: write it again`},
		{Name: "a batch after the file", Options: footer(nil, nil, nil, f.list(1, block(70, 8))), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: its head has 8 bytes from byte 70 on: expected a place in the 70 bytes of the file: write it again`},
		{Name: "a short head", Options: footer(nil, nil, nil, f.list(1, block(8, 7))), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: its head has 7 bytes from byte 8 on: expected a place in the 70 bytes of the file: write it again`},
		{Name: "a second batch after the file", Options: arrowOf(t, "\x04\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x04\x00\x00\x00", f.bytes(f.table(nil, nil, nil, f.list(2, block(8, 16), block(999, 8))))), Want: `
records 0+0
error t.arrow: block 2 of 2: the Arrow file is damaged: its head has 8 bytes from byte 999 on: expected a place in the 110 bytes of the file: write it again`},
		{Name: "shared parts", Options: sharing(9), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a list counts 2000 elements, which 2084 bytes cannot hold: write it again`},
		{Name: "a few shared parts", Options: sharing(7), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
	})
}

// Counts in the head of a batch or a dictionary.
func TestArrowHeads(t *testing.T) {
	var f flat
	sixteen, eight := strings.Repeat("\x00", 16), "\x01\x00\x00\x00\x00\x00\x00\x00"
	message := func(kind string, batch ref, pairs any) ingesttest.Options {
		var typed, header any
		if kind != "" {
			typed = kind
		}
		if batch != nil {
			header = batch
		}
		head := f.bytes(f.table(nil, typed, header, nil, pairs))
		head = "\xff\xff\xff\xff" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(head)))) + head //nolint:gosec // short
		return arrowOf(t, head, f.bytes(f.table(nil, nil, nil, f.list(1, block(8, int64(len(head)))))))
	}
	const batch, dictionary = "\x03", "\x02"
	whole := f.table(nil, f.list(1, sixteen), f.list(2, sixteen, sixteen), nil, f.list(1, "\x02\x00\x00\x00\x00\x00\x00\x00"))
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "no batch", Options: message("", nil, nil), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "a batch", Options: message(batch, whole, nil), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "a dictionary", Options: message(dictionary, f.table(nil, whole), nil), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "a dictionary without a batch", Options: message(dictionary, f.table(), nil), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: a place or a length in it does not fit its other parts: write it again`},
		{Name: "pairs", Options: message("", nil, f.list(30)), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a list counts 30 elements, which 30 bytes cannot hold: write it again`},
		{Name: "too many columns of a batch", Options: message(batch, f.table(nil, f.list(5, sixteen)), nil), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a list counts 5 elements, which 63 bytes cannot hold: write it again`},
		{Name: "too many buffers", Options: message(batch, f.table(nil, nil, f.list(5, sixteen)), nil), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a list counts 5 elements, which 65 bytes cannot hold: write it again`},
		{Name: "too many counts", Options: message(batch, f.table(nil, nil, nil, nil, f.list(9, eight)), nil), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a list counts 9 elements, which 61 bytes cannot hold: write it again`},
		{Name: "a count beyond the buffers", Options: message(batch, f.table(nil, nil, f.list(1, sixteen), nil, f.list(2, eight, "\x02\x00\x00\x00\x00\x00\x00\x00")), nil), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a column counts 2 buffers of 1: write it again`},
		{Name: "a count below 0", Options: message(batch, f.table(nil, nil, f.list(1, sixteen), nil, f.list(1, strings.Repeat("\xff", 8))), nil), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a column counts -1 buffers of 1: write it again`},
		{Name: "too many columns of a dictionary", Options: message(dictionary, f.table(nil, f.table(nil, f.list(7, sixteen))), nil), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a list counts 7 elements, which 79 bytes cannot hold: write it again`},
		{Name: "a head of old writers", Options: arrowOf(t, "\x10\x00\x00\x00"+f.bytes(f.table(nil, batch, f.table(nil, f.list(5, sixteen)))), f.bytes(f.table(nil, nil, nil, f.list(1, block(8, 54))))), Want: `
records 0+0
error t.arrow: block 1 of 1: the Arrow file is damaged: in its head, a list counts 5 elements, which 50 bytes cannot hold: write it again`},
	})
}

// Files that are cut or changed, and batches that exceed the budget.
func TestArrowDamage(t *testing.T) {
	text := arrowText(t, ends(arrow.PrimitiveTypes.Int64), `[{"source":0,"Target":1}]`)
	file := func(text string) ingesttest.Options { return in(ingesttest.File(t, "t.arrow", text)) }
	changed := func(at int, b byte) ingesttest.Options {
		data := []byte(text)
		data[len(data)+at] = b
		return file(string(data))
	}
	large := `[{"source":"` + strings.Repeat("x", 9<<20) + `","Target":"b"}]`
	packed := ingesttest.File(t, "t.arrow", arrowText(t, append(ends(arrow.BinaryTypes.String), ipc.WithZstd()), large))
	long := ingesttest.File(t, "t.arrow", arrowText(t, ends(arrow.BinaryTypes.String), large))
	ingesttest.Run(t, []ingesttest.Case{
		{Name: "whole", Options: file(text), Want: `
as arrow, arcs from "source" to "target"
pages 0 1
arcs 0→1
records 1+0`},
		{Name: "the first bytes", Options: file(text[:17]), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: it has 17 bytes: expected a footer: write it again`},
		{Name: "the first bytes and an end", Options: file("ARROW1\x00\x00\x00\x00\x00\x00ARROW1"), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: in its footer, a part should begin at byte 0 of 0: write it again`},
		{Name: "without its end", Options: file(text[:len(text)-1]), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: it does not end as Arrow files do, perhaps because it was cut: write it again`},
		{Name: "with another end", Options: changed(-1, '2'), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: it does not end as Arrow files do, perhaps because it was cut: write it again`},
		{Name: "with a longer footer", Options: changed(-7, 1), Want: `
records 0+0
error t.arrow: the Arrow file is damaged: it does not end as Arrow files do, perhaps because it was cut: write it again`},
		{Name: "with a batch that does not fit", Options: within(mem.Least, long), Want: `
records 0+0
error t.arrow: block 1 of 1: an Arrow file with 9.0 MiB and more in a record batch needs 34.0 MiB, 'memory' is 32.0 MiB: give at least 'memory' 35MiB`},
		{Name: "with a packed batch that does not fit", Options: within(mem.Least, packed), Want: `
records 0+0
error t.arrow: an Arrow file with 9.0 MiB and more in a record batch needs 34.0 MiB, 'memory' is 32.0 MiB: give at least 'memory' 34MiB`},
		{Name: "with a packed batch in a large budget", Options: within(1<<30, packed), Want: `
records 0+1
log t.arrow 0 skipped row 1: a name of 9437184 bytes: at most 65536 are read
error bad input: 1 of 1 records are bad, more than 1 % ('max-bad' raises the limit). The first: t.arrow, offset 0: row 1: a name of 9437184 bytes: at most 65536 are read`},
		{Name: "with a large text in a large budget", Options: within(1<<30, long), Want: `
records 0+1
log t.arrow 0 skipped row 1: a name of 9437184 bytes: at most 65536 are read
error bad input: 1 of 1 records are bad, more than 1 % ('max-bad' raises the limit). The first: t.arrow, offset 0: row 1: a name of 9437184 bytes: at most 65536 are read`},
	})
}

// Damage anywhere in a file is an error that says so, or leaves the result as it is.
func TestArrowBytes(t *testing.T) {
	text := arrowText(t, ends(arrow.PrimitiveTypes.Int64), `[{"source":0,"Target":1}]`)
	whole := ingesttest.Tell(t, in(ingesttest.File(t, "t.arrow", text)))
	kinds := map[string]int{}
	for at := 8; at < len(text); at += 3 {
		data := []byte(text)
		data[at] ^= 0x81
		got := ingesttest.Tell(t, in(ingesttest.File(t, "t.arrow", string(data))))
		_, why, failed := strings.Cut(got, "error t.arrow: ")
		switch {
		case !failed:
			kinds["read"]++
			if !strings.HasPrefix(got, "as arrow") && !strings.Contains(got, "not the number of a page") && !strings.Contains(got, "records") {
				t.Errorf("byte %d: got %s, want %s or damage", at, got, whole)
			}
		case strings.HasPrefix(why, "the Arrow file is damaged"):
			kinds["file"]++
		case strings.HasPrefix(why, "block 1 of 1: the Arrow file is damaged"):
			kinds["block"]++
		case strings.HasPrefix(why, "record batch 0: the Arrow file is damaged"):
			kinds["batch"]++
		default:
			kinds["columns"]++
		}
	}
	for _, kind := range []string{"read", "file", "block", "batch"} {
		if kinds[kind] == 0 {
			t.Errorf("no change of a byte gives an error of the kind %s: %v", kind, kinds)
		}
	}
	t.Log(kinds)
}
