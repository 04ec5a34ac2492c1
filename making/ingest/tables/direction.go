package tables

import (
	"bytes"
	"slices"
	"strings"

	"weft/internal/ascii"
	"weft/internal/held"
	"weft/internal/option"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// Values of the option Directed.
const (
	DirectedYes = "yes"
	DirectedNo  = "no"
)

// Comments before a list that state whether its arcs have a direction. SNAP uses a word ("Undirected graph: …").
// KONECT uses the first word of the first line: sym, asym, or bip for graphs of two sides, whose numbers follow.
var (
	saysUndirected = held.Regexp(`(?i)\bundirected\b|\bdirected\s*[:=]\s*(no|false|0)\b`)
	saysDirected   = held.Regexp(`(?i)\bdirected\b`)
	notDirected    = held.Regexp(`(?i)\bdirected\s*[:=]\s*(no|false|0)\b`)
	konectKind     = held.Regexp(`^%\s*(sym|asym|bip)(\s|$)`)
	konectSize     = held.Regexp(`^%\s*\d+\s+(\d+)\s+(\d+)\s*$`)
)

// useDirection finds out from the comments before the first arc whether the arcs have a direction, and whether sources
// and targets are numbered apart.
func (c *candidate) useDirection(s *Sample, o *Options) error {
	undirected, directed, kind := false, false, ""
	left := uint32(0)
	for _, l := range s.Lines {
		if l.Sign < 0 {
			break
		}
		text := bytes.TrimSpace(l.Text)
		if m := konectKind().FindSubmatch(text); m != nil && kind == "" {
			kind = string(m[1])
		} else if m := konectSize().FindSubmatch(text); m != nil && kind != "" {
			left, _ = scan.ParseNumber(m[1])
		}
		undirected = undirected || saysUndirected().Match(text)
		directed = directed || saysDirected().Match(notDirected().ReplaceAll(text, nil))
	}
	if kind == "bip" && c.Numbers {
		return c.useSides(left, o)
	}
	switch {
	case o.Directed != "":
		c.Both = o.Directed == DirectedNo
	case kind != "":
		c.Both = kind == "sym"
	case undirected && directed && c.Direction < 0:
		return option.Errorf("the comments before the list call it directed, and undirected: say {directed} yes or {directed} no")
	default:
		c.Both = undirected && c.Direction < 0
	}
	return nil
}

// useSides numbers the targets of a graph of two sides after its sources.
func (c *candidate) useSides(left uint32, o *Options) error {
	if left == 0 {
		return option.Errorf("after %% bip sources and targets are numbered apart, and nothing counts them: add a line %% EDGES SOURCES TARGETS, or remove the first line")
	}
	c.Right = left
	c.Both = o.Directed == DirectedNo
	return nil
}

// useSigns decides which lines that begin with # or % are comments. In lists of numbers all are. In lists of names
// with a separator other than blanks, lines without the columns of the list are comments. So are lines before the
// first record that are marked as such, for example by a blank after the sign. If all of the marked lines have the
// columns, it is an error.
func (c *candidate) useSigns(s *Sample, o *Options) error {
	if o.Comments != "" || c.Numbers || c.Sep == ' ' {
		c.DecideSigns(s, o.Comments, c.Numbers, c.isNamed)
		return nil
	}
	var names, comments [len(SignBytes)]int
	doubt, before := -1, true
	for i, l := range s.Lines {
		line := bytes.TrimLeftFunc(l.Text, scan.IsBlankRune)
		switch {
		case l.Sign < 0:
			before = false
		case !c.isComplete(line), bytes.Equal(line, c.headComment):
			comments[l.Sign]++
			c.preamble = c.preamble || before
		case before && (IsMarked(line) || i == 0 && c.mayNameColumns(line)):
			doubt = i
		default:
			names[l.Sign]++
		}
	}
	for i := range SignBytes {
		c.commented[i] = names[i]+comments[i] > 0
		if comments[i] > 0 {
			c.Signs[i] = signPartial
		}
	}
	if doubt < 0 {
		return nil
	}
	if !c.preamble && !o.Forced {
		return option.Errorf("%.80q before the other lines may be a comment or an arc, because it has %d columns: say {comments} none if it is an arc, {comments} %c if it is a comment", s.Lines[doubt].Text, c.Columns, SignBytes[s.Lines[doubt].Sign])
	}
	c.preamble = true
	c.commented[s.Lines[doubt].Sign] = true
	return nil
}

// mayNameColumns reports whether a line that begins with a sign may name the columns: its words stand in no other line.
func (c *candidate) mayNameColumns(line []byte) bool {
	fields, _ := c.Split(nil, bytes.TrimLeft(line, SignBytes))
	t := judge.Table{Maybe: true, Rows: append([][][]byte{fields}, c.rows...)}
	return len(fields) == c.Columns && t.MayName(c.Source) && t.MayName(c.Target)
}

// IsPreamble says whether a line before the first record is a comment.
func (l *Layout) IsPreamble(line []byte) bool {
	line = bytes.TrimLeftFunc(line, scan.IsBlankRune)
	if len(line) == 0 || strings.IndexByte(SignBytes, line[0]) < 0 {
		return false
	}
	return l.preamble && IsMarked(line) || l.headComment != nil && bytes.Equal(line, l.headComment)
}

// Words of a column that is called directed.
var (
	yesWords = strings.Fields("true t yes y 1 directed")
	noWords  = strings.Fields("false f no n 0 undirected")
)

// findDirection finds the column that says whether an edge has a direction. In Gephi's table of edges it is called Type, and
// says "Directed" or "Undirected". Other programs call it directed, and say yes or no.
func (c *candidate) findDirection() {
	c.Direction = slices.IndexFunc(c.Header, func(n string) bool { return strings.EqualFold(n, "type") })
	at := slices.IndexFunc(c.Header, func(n string) bool { return strings.EqualFold(n, "directed") })
	isWord := func(f []byte) bool {
		word := strings.ToLower(string(f))
		return slices.Contains(yesWords, word) || slices.Contains(noWords, word)
	}
	if at >= 0 && c.columnShare(at, isWord) == 1 {
		c.Direction, c.directed = at, true
	}
}

// BothNote counts edges without direction.
const BothNote = "edges without direction, which are two arcs"

// IsUndirected reports whether the value of a column or a member says that an edge has no direction. The value is undirected,
// or a word for no under the name directed.
func IsUndirected(name string, value []byte) bool {
	switch {
	case strings.EqualFold(name, "type"):
		return ascii.EqualFold(value, "undirected")
	case strings.EqualFold(name, "directed"):
		return slices.ContainsFunc(noWords, func(word string) bool { return ascii.EqualFold(value, word) })
	}
	return false
}
