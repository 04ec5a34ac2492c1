package captures

import (
	"bytes"
	"errors"
	"io/fs"
	"net/url"
	"path"
	"strings"
)

// Limits of server-side includes: how deep they stand inside each other, how many a page may have, and by how many bytes it
// may grow.
const (
	maxDepth    = 16
	maxIncludes = 1 << 12
	maxGrowth   = 4 << 20
)

var includeMark = []byte("<!--#include")

// An expansion puts the files that a page includes into it.
type expansion struct {
	tree     *tree
	out      []byte
	limit    int // of out
	included int
	missing  []string // not in the tree, binary, or too deep
	unread   []string // errors of files that are there and cannot be read
	full     bool     // a limit was reached
}

// expandIncludes returns the page with its server-side includes, <!--#include virtual="…" --> and file="…",
// replaced by files of the tree, as Apache's mod_include does. virtual is an address, relative to the including
// file or to the root of the server. file is relative, without "..". Other directives, such as #if, stay comments.
// Missing and binary files are left out. If there is any include, the result is in buf, which grows.
func (t *tree) expandIncludes(buf []byte, name string, body []byte) ([]byte, *expansion) {
	if !bytes.Contains(body, includeMark) {
		return body, nil
	}
	e := &expansion{tree: t, out: buf[:0], limit: len(body) + maxGrowth}
	e.add(name, body, 0)
	return e.out, e
}

func (e *expansion) add(name string, body []byte, depth int) {
	for len(body) > 0 && !e.full {
		at := bytes.Index(body, includeMark)
		if at < 0 {
			at = len(body)
		}
		if room := e.limit - len(e.out); at > room {
			at, e.full = room, true
		}
		e.grow(at)
		e.out = append(e.out, body[:at]...)
		if body = body[at:]; len(body) == 0 || e.full {
			return
		}
		end := bytes.Index(body, []byte("-->"))
		if end < 0 {
			return // a comment that does not end holds no link
		}
		for _, target := range includeTargets(string(body[len(includeMark):end])) {
			e.include(name, target, depth)
		}
		body = body[end+3:]
	}
}

// grow makes room for n bytes; beyond a mebibyte for all that the page may become, so that it is copied once.
func (e *expansion) grow(n int) {
	need := len(e.out) + n
	if need <= cap(e.out) {
		return
	}
	size := min(2*need, e.limit)
	if size > 1<<20 {
		size = e.limit
	}
	e.out = append(make([]byte, 0, size), e.out...)
}

// includeTargets returns the values of virtual and file, the latter with a mark of its own before.
func includeTargets(attrs string) []string {
	var out []string
	for {
		name, rest, ok := strings.Cut(attrs, "=")
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !ok || len(rest) == 0 {
			return out
		}
		var value string
		if q := rest[0]; q == '"' || q == '\'' || q == '`' {
			value, attrs, _ = strings.Cut(rest[1:], string(q))
		} else {
			value, attrs, _ = strings.Cut(rest, " ")
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "virtual":
			out = append(out, value)
		case "file":
			out = append(out, fileMark+value)
		}
	}
}

const fileMark = "\x00file:"

func (e *expansion) include(from, target string, depth int) {
	name, ok := e.tree.locate(from, target)
	if e.included+len(e.missing)+len(e.unread) >= maxIncludes {
		e.full = true
		return
	}
	if !ok || depth >= maxDepth {
		e.missing = append(e.missing, strings.TrimPrefix(target, fileMark))
		return
	}
	room := e.limit - len(e.out)
	data, cut, err := e.tree.files.read(name, int64(max(room, sniffSize)))
	if errors.Is(err, errUnreadable) || errors.Is(err, fs.ErrPermission) {
		e.unread = append(e.unread, err.Error())
		return
	}
	if err != nil || !mayBeIncluded(name, data) {
		e.missing = append(e.missing, name)
		return
	}
	if len(data) > room {
		data, cut = data[:room], true
	}
	e.included++
	e.add(name, data, depth+1)
	e.full = e.full || cut
}

// locate returns the file that an include in another one names; false if it is outside the tree.
func (t *tree) locate(from, target string) (string, bool) {
	if file, ok := strings.CutPrefix(target, fileMark); ok {
		if strings.HasPrefix(file, "/") || strings.Contains("/"+file+"/", "/../") {
			return "", false
		}
		return path.Join(path.Dir(from), file), true
	}
	if i := strings.IndexAny(target, "?#"); i >= 0 {
		target = target[:i]
	}
	target, err := url.PathUnescape(target)
	if err != nil || target == "" || strings.IndexByte(target, 0) >= 0 {
		return "", false
	}
	if !strings.HasPrefix(target, "/") {
		target = path.Join(path.Dir(t.path+from), target)
		if strings.HasSuffix(target, "/") {
			return "", false
		}
	}
	target = path.Clean(target)
	name, ok := strings.CutPrefix(target, t.path)
	return name, ok && name != ""
}
