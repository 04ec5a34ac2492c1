package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/internal/inert"
	"weft/internal/mem"
	"weft/making/ingest"
	"weft/store"
)

// jsonVersion is the number that every object has as "weft". It grows when a key changes its meaning or goes; new keys
// leave it as it is. docs/json describes the objects.
const jsonVersion = `"weft":1`

// printJSON writes an object with the version before its own keys, and the sites that it goes by, if there are any.
func printJSON(w io.Writer, v any, sites *store.SitesUsed) error {
	var b, out bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	text := bytes.TrimPrefix(bytes.TrimSpace(inert.JSON(b.Bytes())), []byte("{"))
	head := "{" + jsonVersion
	if sites != nil {
		used, err := json.Marshal(sites)
		if err != nil {
			return err
		}
		head += `,"sites_used":` + string(inert.JSON(used))
	}
	if text[0] != '}' {
		head += ","
	}
	if err := json.Indent(&out, append([]byte(head), text...), "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err := w.Write(out.Bytes())
	return err
}

// A failure is an error as --json tells it.
//
//json:object what went wrong
type failure struct {
	// kind of the error: usage, no_names, damage, other_graph, exists, bad_input, no_file, permission,
	// memory, stopped or failed
	Kind    string `json:"kind"`
	Message string `json:"message"`                                        // text of the error, as on standard error
	File    string `json:"file,omitempty"`                                 // file that the error is about
	Hint    string `json:"hint,omitempty" absent:"no suggestion is known"` // suggestion what to do
	Status  int    `json:"exit_status"`                                    // exit status, 1 or 2
}

// failed is the object of a command that fails.
//
//json:object error
type failed struct {
	Error failure `json:"error"` // what went wrong
}

// errorKinds lists the kinds of errors with their tests; the first match counts. Other errors are "failed".
var errorKinds = []struct {
	name string
	is   func(error) bool
}{
	{"memory", as[*mem.ShortError]},
	{"damage", is(store.ErrCorrupt, errDamaged)},
	{"other_graph", is(store.ErrOtherGraph)},
	{"no_names", is(store.ErrNoNames)},
	{"usage", isUsage},
	{"exists", is(store.ErrExists, fs.ErrExist)},
	{"bad_input", is(ingest.ErrBadInput)},
	{"no_file", is(fs.ErrNotExist)},
	{"permission", is(fs.ErrPermission)},
}

func as[T error](err error) bool {
	_, ok := errors.AsType[T](err)
	return ok
}

func is(wanted ...error) func(error) bool {
	return func(err error) bool {
		return slices.ContainsFunc(wanted, func(w error) bool { return errors.Is(err, w) })
	}
}

// isUsage says whether the command line is wrong, or does not fit the crawl.
func isUsage(err error) bool {
	return as[*usageError](err) || as[*answer.OptionError](err) || is(store.ErrNoNames, kinds.ErrUnknown, ingest.ErrOptions)(err)
}

func (a *app) describeError(err error, status int) failure {
	f := failure{Kind: "failed", Message: words(err), File: a.fileOf(err), Hint: hint(err), Status: status}
	for _, k := range errorKinds {
		if k.is(err) {
			f.Kind = k.name
			break
		}
	}
	return f
}

// fileOf returns the file of an error: the unusable file if there is one, else the first existing file that the
// message names.
func (a *app) fileOf(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Path
	}
	for part := range strings.SplitSeq(words(err), ": ") {
		if a.isFile(part) { // it may have blanks
			return part
		}
		for word := range strings.FieldsSeq(part) {
			if word = strings.Trim(word, `",;:`); a.isFile(word) {
				return word
			}
		}
	}
	return ""
}

// isFile says whether a word of a message is a file: it looks like one, or stands on the command line, and is there.
func (a *app) isFile(word string) bool {
	if !strings.ContainsAny(word, "/.") && !slices.Contains(a.words, word) {
		return false
	}
	_, err := os.Stat(word)
	return err == nil && strings.Trim(word, "./") != ""
}

// counted counts the bytes written to standard output.
type counted struct {
	io.Writer
	n int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += int64(n)
	return n, err
}

// printError prints an error as an object, unless there is something on standard output already: it would be no object then.
func (a *app) printError(f failure) {
	if a.json && a.stdout.n == 0 {
		printJSON(a.stdout, failed{f}, nil) //nolint:errcheck // the error is printed on standard error, too
	}
}

// wantsJSON says whether the command line has --json, also where it is wrong.
func wantsJSON(args []string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--json") || slices.Contains(args, "--json=true")
}
