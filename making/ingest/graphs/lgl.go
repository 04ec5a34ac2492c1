package graphs

import (
	"bytes"
	"context"

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// LGL is the format of Large Graph Layout: "# node", then a line a neighbour, perhaps with a weight.
const LGL formats.Name = "lgl"

// LGLFormat is the format LGL.
var LGLFormat = formats.Format{
	Name: LGL, Group: formats.Programs, Endings: []string{".lgl"},
	Says:  "Large Graph Layout: \"# node\", then one neighbour per line, with or without a weight; {directed} no makes each edge two arcs",
	Takes: []string{tables.DirectedOption}, Read: readLGL,
	Marks: func(head []byte) bool { is, _ := examineLGL(head); return is },
	Doubt: func(head []byte) error {
		if _, doubt := examineLGL(head); doubt {
			return option.Errorf("it may be a list of arcs with comments, or a graph of LGL, whose lines \"# node\" begin the neighbours of a node: say {format} edges or {format} lgl")
		}
		return nil
	},
}

// lglHead returns the node of a line "# node"; nil for other lines.
func lglHead(line []byte) []byte {
	words := bytes.Fields(line)
	if len(words) == 2 && string(words[0]) == "#" {
		return words[1]
	}
	return nil
}

// examineLGL says whether a text is a graph of LGL (A. Adai and others, 2004). Each line that begins with # names another
// node, and some of these nodes are neighbours of others. An edge stands there once, and none is a loop.
// It may be a list of arcs with comments as well if each weight is the name of a node.
func examineLGL(head []byte) (is, doubt bool) {
	if len(head) >= scan.TextPeek {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	if !bytes.HasPrefix(bytes.TrimLeft(head, formats.BlankBytes), []byte("# ")) {
		return false, false
	}
	heads, nodes, edges := map[string]bool{}, map[string]bool{}, map[[2]string]bool{}
	var weights []string
	node := ""
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte{'\n'})
		words := bytes.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case words[0][0] == '#':
			name := lglHead(line)
			if name == nil || heads[string(name)] {
				return false, false
			}
			node = string(name)
			heads[node] = true
			continue
		case len(words) > 2 || len(words) == 2 && !scan.IsReal(words[1]):
			return false, false
		}
		to := string(words[0])
		if to == node || edges[[2]string{node, to}] || edges[[2]string{to, node}] {
			return false, false
		}
		nodes[to], edges[[2]string{node, to}] = true, true
		if len(words) == 2 {
			weights = append(weights, string(words[1]))
		}
	}
	linked, all := false, len(weights) == len(edges)
	for name := range heads {
		linked = linked || nodes[name]
	}
	for _, w := range weights {
		all = all && ascii.IsNumber([]byte(w)) && (nodes[w] || heads[w])
	}
	return linked, linked && all
}

func readLGL(ctx context.Context, t *formats.Text) error {
	both := !t.IsDirected()
	var node []byte
	return t.ReadIDLines(ctx, true, func(g *assemble.Nodes) error {
		if name := lglHead(t.Line); name != nil {
			node = append(node[:0], name...)
			if _, err := g.ID(node); err != nil {
				return err
			}
			return formats.ErrNoRecord
		}
		words := bytes.Fields(t.Line)
		switch {
		case len(node) == 0:
			return tally.Badf("expected a line \"# node\" before its neighbours")
		case len(words) > 2 || len(words) == 2 && !scan.IsReal(words[1]):
			return tally.Badf("expected a neighbour of %.80q, perhaps with a weight", node)
		case len(words) == 2:
			g.Left(assemble.EdgeAttributes)
		}
		return settledRecord(g.Edge(node, words[0], both))
	})
}
