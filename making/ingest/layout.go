package ingest

import (
	"bytes"
	"fmt"
	"strings"

	"weft/internal/ascii"
	"weft/internal/option"
	"weft/making/ingest/scan"
)

// A layout describes how to read the lines of a list. It is decided once, from the start of the text, and holds
// for all of it: a line in another layout is a bad record.
type layout struct {
	sep     byte // between columns: a tab, a comma, …; a blank stands for any run of blanks and tabs
	quotes  quoteUse
	quoted  bool // quoted fields were seen
	dicts   bool // each line ends in attributes between braces, as in lists of NetworkX
	weights bool // a weight may follow the columns
	signs   [len(signBytes)]signUse
	columns int  // of each line; 0 for any number
	colon   bool // of adjacency lists: a colon follows the page

	source, target int
	direction      int      // the column that says whether an edge has a direction; −1 if there is none
	kinds          int      // 1 + the column with the kinds of arcs, as weft writes them; 0 if there is none
	weight         int      // 1 + the column with the weights of arcs; 0 if there is none, or they are not kept
	guarded        bool     // an apostrophe before a name guards it from being taken for a formula
	header         []string // what the first line, or the comment before it, calls the columns; nil if it does not
	bareHeader     bool     // the header is in no quotes; a line in quotes is no header that comes again
	skipHeader     bool     // the first line is the header
	seeds          bool     // the source led to the target: an empty source marks a seed
	numbers        bool     // pages are numbers
	urls           bool     // pages are URLs; what is described
	commented      [len(signBytes)]bool

	arcs        [][2]string // the first three, as they stand in the text
	directive   bool        // the first line is Excel's "sep=;"
	drawn       bool        // lines of hyphens draw the table: of psql or Markdown
	barred      bool        // bars begin and end the lines: of Markdown
	titled      bool        // rows with one field may stand before the header
	apostrophes bool        // each field stands in apostrophes
	preamble    bool        // lines that are marked as comments and come before the first record are comments
	headComment []byte      // the comment that names the columns; nil if none does
	both        bool        // each arc goes both ways
	right       uint32      // added to the numbers of targets, which are of another side than sources; 0 for graphs of one side
	counts      *countsLine // the first line counts pages and arcs; nil if it does not
}

// quoteUse says how quotes around fields are read.
type quoteUse uint8

const (
	quotesNever  quoteUse = iota // they are of names
	quotesNeeded                 // only fields that need quotes have them, as writers do that quote as little as possible
	quotesAlways                 // as in RFC 4180; a quoted field may go over several lines
)

// signBytes may begin comments.
const signBytes = "#%"

// signUse says which of the lines that begin with a sign are comments.
type signUse uint8

const (
	signNever   signUse = iota // none: the sign begins a name
	signMarked                 // those where a blank or another sign follows, or nothing
	signPartial                // lines without the columns of the list
	signAlways                 // all
)

// anyLine is the layout of formats with their own structure of lines: words between blanks, and comments.
var anyLine = layout{sep: ' ', signs: [len(signBytes)]signUse{signAlways, signAlways}, direction: -1, target: 1}

// rawLine is the layout of formats that cut their lines up themselves.
var rawLine = layout{sep: '\n', direction: -1, target: 1}

// isComment says whether a line is a comment. Blanks before the sign do not count.
func (l *layout) isComment(line []byte) bool {
	if line = bytes.TrimLeftFunc(line, scan.IsBlankRune); len(line) == 0 {
		return false
	}
	i := strings.IndexByte(signBytes, line[0])
	if i < 0 {
		return false
	}
	switch l.signs[i] {
	case signAlways:
		return true
	case signMarked:
		return isMarked(line)
	case signPartial:
		return !l.isComplete(line)
	}
	return false
}

// startsWithSign says whether a line begins with a sign that may begin comments.
func (l *layout) startsWithSign(line []byte) bool {
	line = bytes.TrimLeftFunc(line, scan.IsBlankRune)
	return len(line) > 0 && strings.IndexByte(signBytes, line[0]) >= 0
}

// isComplete reports whether a line has the columns of the list, including source and target. A line of URLs after
// a sign is an arc that was commented out.
func (l *layout) isComplete(line []byte) bool {
	fields, open := l.split(nil, line)
	if n := len(fields); open || n != l.columns && !(l.weights && n == l.columns+1) || len(fields[l.target]) == 0 {
		return false
	}
	source := fields[l.source]
	return len(source) > 0 && !(l.urls && isURL(bytes.TrimLeft(source, signBytes+" \t")))
}

// isMarked reports whether a line that begins with a sign is more likely a comment than a name: a blank or another
// sign follows, or nothing.
func isMarked(line []byte) bool {
	return len(line) == 1 || scan.IsBlank(line[1]) || line[1] == line[0] || line[1] == '!'
}

// split appends the fields of a line to dst, lent; none for an empty line. open says that a quoted field does not end
// in the line.
func (l *layout) split(dst [][]byte, line []byte) (fields [][]byte, open bool) {
	if len(bytes.TrimSpace(line)) == 0 || l.drawn && isRule(line) {
		return dst, false
	}
	if l.barred {
		line = withoutBars(line)
	}
	s := splitter{sep: l.sep, quotes: l.quotes != quotesNever, needed: l.quotes == quotesNeeded, dicts: l.dicts}
	if l.colon {
		head, rest, _ := cutColon(line)
		if dst = append(dst, head); len(rest) == 0 { // it links to none
			return dst, false
		}
		line = rest
	}
	fields = s.split(dst, line)
	return fields, s.open
}

// cutColon cuts an adjacency list after its page: at the first colon that a blank follows or the end, or that stands
// after a number. ok is false if there is none.
func cutColon(line []byte) (head, rest []byte, ok bool) {
	line = bytes.TrimSpace(line)
	for i, c := range line {
		if c != ':' {
			continue
		}
		if i+1 == len(line) || scan.IsBlank(line[i+1]) || scan.IsNumber(line[:i]) {
			return bytes.TrimSpace(line[:i]), bytes.TrimSpace(line[i+1:]), true
		}
	}
	return line, nil, false
}

// A splitter splits lines into fields, and counts quotes.
type splitter struct {
	sep               byte
	quotes            bool
	needed            bool // only fields that need quotes are quoted, and none goes over several lines
	dicts             bool // the last field may be attributes between braces
	open              bool // the last line ends inside a quoted field
	quoted, malformed int  // correctly quoted fields, and fields that only begin with a quote
	needing           int  // correctly quoted fields that need their quotes
}

func (s *splitter) split(dst [][]byte, line []byte) [][]byte {
	s.open = false
	if s.sep == '\n' {
		return append(dst, line)
	}
	line = s.trim(line)
	if at := s.dictAt(line); at > 0 {
		dict := line[at:]
		return append(s.split(dst, line[:at-1]), dict)
	}
	if s.sep == ' ' {
		for line = bytes.TrimLeftFunc(line, scan.IsBlankRune); len(line) > 0; line = bytes.TrimLeftFunc(line, scan.IsBlankRune) {
			var field []byte
			field, line = s.word(line)
			dst = append(dst, field)
		}
		return dst
	}
	for {
		field, rest, more := s.field(line)
		dst = append(dst, field)
		if !more {
			return dst
		}
		line = rest
	}
}

// dictAt returns where the attributes begin that a line ends in; 0 if it does not, or they are not asked for.
func (s *splitter) dictAt(line []byte) int {
	if !s.dicts || !bytes.HasSuffix(line, []byte("}")) {
		return 0
	}
	for i := 1; i < len(line); i++ {
		if line[i] == '{' && (line[i-1] == s.sep || s.sep == ' ' && scan.IsBlank(line[i-1])) {
			return i
		}
	}
	return 0
}

// trim leaves out blanks around a text that are no separators.
func (s *splitter) trim(b []byte) []byte {
	for len(b) > 0 && b[0] != s.sep && scan.IsBlank(b[0]) {
		b = b[1:]
	}
	for n := len(b); n > 0 && b[n-1] != s.sep && scan.IsBlank(b[n-1]); n-- {
		b = b[:n-1]
	}
	return b
}

// word reads a field that ends at a blank.
func (s *splitter) word(line []byte) (field, rest []byte) {
	if field, rest, ok := s.quotedField(line); ok {
		return field, rest
	}
	n := 0
	for n < len(line) && !scan.IsBlank(line[n]) {
		n++
	}
	return line[:n], line[n:]
}

// field reads a field that ends at the separator; more says that one follows.
func (s *splitter) field(line []byte) (field, rest []byte, more bool) {
	if field, rest, ok := s.quotedField(s.trim(line)); ok {
		if rest = s.trim(rest); len(rest) > 0 {
			return field, rest[1:], true
		}
		return field, nil, false
	}
	i := bytes.IndexByte(line, s.sep)
	if i < 0 {
		return s.trim(line), nil, false
	}
	return s.trim(line[:i]), line[i+1:], true
}

// quotedField reads a quoted field that ends before a separator or at the end; ok is false if there is none.
func (s *splitter) quotedField(line []byte) (field, rest []byte, ok bool) {
	if !s.quotes || len(line) == 0 || line[0] != '"' {
		return nil, line, false
	}
	end := closingQuote(line)
	if end == 0 {
		s.open = !s.needed
		s.malformed++
		return nil, line, false
	}
	after := s.trim(line[end+1:])
	if len(line) > end+1 && s.sep == ' ' && !scan.IsBlank(line[end+1]) || s.sep != ' ' && len(after) > 0 && after[0] != s.sep {
		s.malformed++
		return nil, line, false
	}
	needs := needsQuotes(line[1:end], s.sep)
	if s.needed && !needs {
		return nil, line, false
	}
	s.quoted++
	if needs {
		s.needing++
	}
	return bytes.ReplaceAll(line[1:end], []byte(`""`), []byte(`"`)), line[end+1:], true
}

// needsQuotes reports whether a field could not be written without quotes: it is empty, holds quotes, separators
// or line ends, begins with a sign of comments, or has blanks at its ends.
func needsQuotes(field []byte, sep byte) bool {
	if len(field) == 0 || bytes.ContainsAny(field, "\"\n\r") || bytes.IndexByte(field, sep) >= 0 {
		return true
	}
	return strings.IndexByte(signBytes, field[0]) >= 0 || scan.IsBlank(field[0]) || scan.IsBlank(field[len(field)-1])
}

// closingQuote returns where the quoted field at the start of line ends; 0 if it does not.
func closingQuote(line []byte) int {
	for i := 1; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			i++
			continue
		}
		return i
	}
	return 0
}

// sepName names a separator for people.
func sepName(sep byte) string {
	for name, s := range separators {
		if s == sep {
			return name + "s"
		}
	}
	return fmt.Sprintf("%q", sep)
}

// separators are the names of the separators that are detected, and that options may name.
var separators = map[string]byte{"tab": '\t', "comma": ',', "semicolon": ';', "pipe": '|', "blank": ' '}

// parseSeparator reads the name of a separator, or the byte itself; 0 stands for none given.
func parseSeparator(text string) (byte, error) {
	name := strings.ToLower(strings.TrimSuffix(text, "s"))
	switch {
	case text == "":
		return 0, nil
	case separators[name] != 0:
		return separators[name], nil
	case name == "space" || text == " ":
		return ' ', nil
	case text == `\t`:
		return '\t', nil
	case len(text) == 1 && text[0] > ' ' && text[0] < 0x7f && text[0] != '"' && !ascii.IsAlnum(text[0]):
		return text[0], nil
	}
	return 0, option.Errorf("%w: {separator} %q: expected tab, comma, semicolon, pipe, blank, or one character that is neither letter, digit nor quote", ErrOptions, text)
}

// String says how a list is read: "two columns, tabs, # comments, numbers".
func (l *layout) String() string {
	parts := []string{"any number of columns"}
	if l.columns > 0 {
		parts[0] = l.describeColumns()
	}
	parts = append(parts, sepName(l.sep))
	if l.quoted {
		parts = append(parts, "quoted fields")
	}
	for i, c := range signBytes {
		switch {
		case l.commented[i] && l.signs[i] == signNever:
			parts = append(parts, string(c)+" begins names")
		case l.commented[i]:
			parts = append(parts, string(c)+" comments")
		}
	}
	if l.skipHeader {
		parts = append(parts, "header")
	}
	switch {
	case l.numbers:
		parts = append(parts, "numbers")
	case l.urls:
		parts = append(parts, "URLs")
	default:
		parts = append(parts, "names")
	}
	if l.kinds > 0 {
		parts = append(parts, fmt.Sprintf("kinds of arcs in column %d", l.kinds))
	}
	if l.weight > 0 {
		parts = append(parts, fmt.Sprintf("weights in column %d", l.weight))
	}
	switch {
	case l.both:
		parts = append(parts, "undirected")
	case l.right > 0:
		parts = append(parts, fmt.Sprintf("two sides, numbers of the second + %d", l.right))
	}
	if l.counts != nil {
		parts = append(parts, l.counts.String())
	}
	if left := l.leftOut(); len(left) > 0 {
		parts = append(parts, "left out: "+strings.Join(left, ", "))
	}
	return strings.Join(parts, ", ")
}

func (l *layout) describeColumns() string {
	switch {
	case l.columns == 2 && l.source == 0:
		return "two columns"
	case l.header != nil:
		return fmt.Sprintf("columns %.40q and %.40q of %d", l.header[l.source], l.header[l.target], l.columns)
	}
	return fmt.Sprintf("columns %d and %d of %d", l.source+1, l.target+1, l.columns)
}

// leftOut names the columns that are read and not kept.
func (l *layout) leftOut() []string {
	const most = 8
	var left []string
	if l.weights && l.weight == 0 {
		left = append(left, "weights")
	}
	for i := range l.columns {
		switch {
		case i == l.source || i == l.target || i == l.direction || i == l.kinds-1 || i == l.weight-1:
		case len(left) == most:
			return append(left, "…")
		case l.header != nil && i == 0 && l.header[i] == "":
			left = append(left, "row names")
		case l.header != nil:
			left = append(left, fmt.Sprintf("%.40q", l.header[i]))
		default:
			left = append(left, fmt.Sprintf("column %d", i+1))
		}
	}
	return left
}
