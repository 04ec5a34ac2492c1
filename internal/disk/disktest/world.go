package disktest

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/disk"
)

// A world is a folder on a disk, with its synced state.
type world struct {
	root *node
	dir  string
	open map[uint64]*node
	rnd  *rand.Rand
	old  bool // names are as before they were renamed
}

// find returns the folder of a path, and its name there.
func (w *world) find(path string) (*node, string) {
	n := w.root
	names := strings.Split(strings.TrimPrefix(strings.TrimPrefix(path, w.dir), "/"), "/")
	for _, name := range names[:len(names)-1] {
		if n = n.now[name]; n == nil {
			panic("disktest: no folder of " + path)
		}
	}
	return n, names[len(names)-1]
}

// doUnless makes a change, or the remaining part of a failed one.
func (w *world) doUnless(op *disk.Op, failed bool) {
	switch {
	case !failed:
		w.do(op)
	case op.Kind == disk.OpWrite:
		w.half(op)
	}
}

// do makes a change.
func (w *world) do(op *disk.Op) {
	in, name := w.find(op.Path)
	switch op.Kind {
	case disk.OpOpen:
		if in.now[name] == nil {
			in.now[name] = new(node)
		}
		w.open[op.File] = in.now[name]
	case disk.OpWrite:
		w.open[op.File].write(op.Data, op.Offset)
	case disk.OpTruncate:
		n := w.open[op.File]
		n.data = append(slices.Clone(n.data), make([]byte, max(0, int(op.Offset)-len(n.data)))...)[:op.Offset]
	case disk.OpSync:
		n := w.open[op.File]
		n.saved = n.data
	case disk.OpClose:
	case disk.OpRename:
		to, as := w.find(op.To)
		to.now[as] = in.now[name]
		delete(in.now, name)
		in.renamed[name], to.renamed[as] = true, true
	case disk.OpRemove:
		delete(in.now, name)
	case disk.OpMkdir:
		if in.now[name] == nil {
			in.now[name] = newFolder()
		}
	case disk.OpSyncDir:
		n := in.now[name]
		if name == "" {
			n = in
		}
		n.safe = maps.Clone(n.now)
		clear(n.renamed)
	}
}

// write never changes bytes in place, as saved may share them.
func (n *node) write(data []byte, at int64) {
	b := append(slices.Clone(n.data), make([]byte, max(0, int(at)+len(data)-len(n.data)))...)
	copy(b[at:], data)
	n.data = b
}

// half makes half of a write, and returns what takes it back.
func (w *world) half(op *disk.Op) (undo func()) {
	n := w.open[op.File]
	before := n.data
	n.write(op.Data[:len(op.Data)/2], op.Offset)
	return func() { n.data = before }
}

// build writes the state of a node after a crash. In a Torn one, a rename is complete or absent. Files that were
// made and removed exist or not, independently.
func (w *world) build(n *node, path string, c Crash) error {
	if !n.folder {
		return os.WriteFile(path, w.data(n, c), 0o644)
	}
	names := n.now
	switch c {
	case Power:
		names = n.safe
	case Torn:
		names = w.some(n)
	}
	err := os.Mkdir(path, 0o755)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		err = errors.Join(err, w.build(names[name], filepath.Join(path, name), c))
	}
	return err
}

// some draws which changes of names in a folder are there.
func (w *world) some(n *node) map[string]*node {
	all := maps.Clone(n.now)
	maps.Copy(all, n.safe)
	drawn := map[string]*node{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		from := n.now
		if n.renamed[name] && w.old || !n.renamed[name] && w.rnd.IntN(2) == 0 {
			from = n.safe
		}
		if m := from[name]; m != nil {
			drawn[name] = m
		}
	}
	return drawn
}

// data returns the content of a file after a crash.
func (w *world) data(n *node, c Crash) []byte {
	switch {
	case c == Kill || c == Short:
		return n.data
	case c != Torn:
		return n.saved
	}
	draw := w.rnd.IntN(4)
	switch more, added := bytes.CutPrefix(n.data, n.saved); {
	case draw == 0:
		return n.saved
	case draw == 1 || !added:
		return n.data
	default:
		part := slices.Concat(n.saved, more[:w.rnd.IntN(len(more)+1)])
		if draw == 3 {
			part = append(part, make([]byte, len(n.data)-len(part))...)
		}
		return part
	}
}
