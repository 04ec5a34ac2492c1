package graphs

import (
	"bytes"
	"context"
	"slices"

	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
)

// TGF is the Trivial Graph Format of yEd: "id label" a node, a line "#", "from to label" an edge.
const TGF formats.Name = "tgf"

// TGFFormat is the format TGF.
var TGFFormat = formats.Format{
	Name: TGF, Group: formats.Programs, Endings: []string{".tgf"},
	Says:  "yEd's Trivial Graph Format: \"id label\", a line \"#\", \"from to\"",
	Marks: tgfForm.marks, Read: tgfForm.read,
	Doubt: tgfForm.doubt,
}

// NetInf is a network of SNAP's program NetInf: "id,name" a node, an empty line, "from,to" an edge.
const NetInf formats.Name = "netinf"

// NetInfFormat is the format NetInf.
var NetInfFormat = formats.Format{
	Name: NetInf, Group: formats.Programs,
	Says:  "SNAP's NetInf: \"id,name\", an empty line, \"from,to\"",
	Marks: netInfForm.marks, Read: netInfForm.read,
	Doubt: netInfForm.doubt,
}

// A dividedForm is a form of texts with a block of nodes, a dividing line, and a block of edges. Both blocks have the
// words of a line between the same separator.
type dividedForm struct {
	divider string
	sep     byte // blanks or a comma
}

var (
	tgfForm    = dividedForm{divider: "#", sep: ' '}
	netInfForm = dividedForm{divider: "", sep: ','}
)

// cut cuts the first word off a line.
func (d dividedForm) cut(line []byte) (word, rest []byte) {
	if d.sep != ' ' {
		word, rest, _ = bytes.Cut(line, []byte{d.sep})
		return bytes.TrimSpace(word), bytes.TrimSpace(rest)
	}
	i := bytes.IndexAny(line, " \t")
	if i < 0 {
		return line, nil
	}
	return line[:i], bytes.TrimSpace(line[i:])
}

// marks says whether a text has this form: the identifiers before the divider are distinct, and all ends of edges after
// it are among them.
func (d dividedForm) marks(head []byte) bool {
	is, _ := d.examine(head)
	return is
}

// doubt refuses a text that may be a list of arcs as well: the label of a node is the identifier of another.
func (d dividedForm) doubt(head []byte) error {
	if _, doubt := d.examine(head); doubt {
		return option.Errorf("it may be a list of arcs, or nodes with labels and then edges (%s): say {format} edges or {format} %[1]s", d.format())
	}
	return nil
}

func (d dividedForm) format() formats.Name {
	if d == tgfForm {
		return TGF
	}
	return NetInf
}

// examine reads the beginning of a text, of whole lines.
func (d dividedForm) examine(head []byte) (is, doubt bool) {
	if len(head) >= scan.TextPeek {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	if !bytes.Contains(head, []byte("\n"+d.divider+"\n")) && !bytes.Contains(head, []byte("\n"+d.divider+"\r\n")) {
		return false, false
	}
	x := divided{dividedForm: d, labels: map[string]string{}}
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		if !x.add(bytes.TrimSpace(line)) {
			return false, false
		}
	}
	return x.edges > 0, x.edges > 0 && x.isDoubtful()
}

// divided are the lines of a text that may have such a form.
type divided struct {
	dividedForm
	labels map[string]string // of the nodes
	passed bool              // the divider
	edges  int
}

// add reads a line, and says whether it may stand there.
func (x *divided) add(line []byte) bool {
	if string(line) == x.divider && len(x.labels) > 0 {
		again := x.passed && x.divider != ""
		x.passed = true
		return !again
	}
	if len(line) == 0 {
		return true
	}
	first, rest := x.cut(line)
	if x.passed {
		second, _ := x.cut(rest)
		_, ok1 := x.labels[string(first)]
		_, ok2 := x.labels[string(second)]
		x.edges++
		return ok1 && ok2
	}
	_, again := x.labels[string(first)]
	x.labels[string(first)] = string(rest)
	one := x.sep != ',' || len(rest) > 0 && bytes.IndexByte(rest, ',') < 0
	return len(first) > 0 && first[0] != '#' && !again && one
}

// isDoubtful says whether some label is the identifier of another node, perhaps before numbers, as the target of an arc
// before its weight.
func (x *divided) isDoubtful() bool {
	for id, label := range x.labels {
		word, rest := x.cut([]byte(label))
		if _, ok := x.labels[string(word)]; ok && string(word) != id && !slices.ContainsFunc(bytes.Fields(rest), isNoMeasure) {
			return true
		}
	}
	return false
}

func isNoMeasure(word []byte) bool { return !judge.IsMeasure(word) }

func (d dividedForm) read(ctx context.Context, t *formats.Text) error {
	t.Empty = true
	passed := false
	return t.ReadIDLines(ctx, false, func(g *assemble.Nodes) error {
		line := bytes.TrimSpace(t.Line)
		switch {
		case string(line) == d.divider && !passed:
			passed = true
			return formats.ErrNoRecord
		case len(line) == 0:
			return formats.ErrNoRecord
		}
		first, rest := d.cut(line)
		if !passed {
			return settledRecord(g.Node(first, rest))
		}
		second, label := d.cut(rest)
		if len(second) == 0 {
			return tally.Badf("one word: expected the two nodes of an edge")
		}
		if len(label) > 0 {
			g.Left(assemble.EdgeAttributes)
		}
		return settledRecord(g.Edge(first, second, false))
	})
}
