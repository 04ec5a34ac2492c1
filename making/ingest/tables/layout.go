package tables

import (
	"bytes"
	"fmt"
	"strings"

	"weft/internal/ascii"
	"weft/internal/held"
	"weft/internal/option"
	"weft/internal/sheet"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
)

// A Layout describes how to read the lines of a list. It is decided once, from the start of the text, and holds
// for all of it: a line in another layout is a bad record.
type Layout struct {
	Sep     byte // between columns: a tab, a comma, …; a blank stands for any run of blanks and tabs
	Quotes  quoteUse
	escapes bool // backslashes escape quotes in quoted fields
	quoted  bool // quoted fields were seen
	Dicts   bool // each line ends in attributes between braces, as in lists of NetworkX
	Weights bool // a weight may follow the columns
	Signs   [len(SignBytes)]SignUse
	Columns int  // of each line; 0 for any number
	colon   bool // of adjacency lists: a colon follows the page

	Source, Target int
	directed       bool     // that column is called directed, and says yes or no
	Direction      int      // the column that says whether an edge has a direction; −1 if there is none
	Kinds          int      // 1 + the column with the kinds of arcs, as weft writes them; 0 if there is none
	Weight         int      // 1 + the column with the weights of arcs; 0 if there is none, or they are not kept
	guarded        bool     // an apostrophe before a name guards it from being taken for a formula
	weightName     string   // of a column of weights that some lines have; empty without a header
	ours           bool     // weft wrote it
	Header         []string // what the first line, or the comment before it, calls the columns; nil if it does not
	BareHeader     bool     // the header is in no quotes; a line in quotes is no header that comes again
	SkipHeader     bool     // the first line is the header
	headerSaid     bool     // the user says that the first line is the header
	Seeds          bool     // the source led to the target: an empty source marks a seed
	Numbers        bool     // pages are numbers
	URLs           bool     // pages are URLs; what is described
	commented      [len(SignBytes)]bool

	Arcs        [][2]string // the first three, as they stand in the text
	Directive   bool        // the first line is Excel's "sep=;"
	Drawn       bool        // lines of hyphens draw the table: of psql or Markdown
	barred      bool        // bars begin and end the lines: of Markdown
	Titled      bool        // rows with one field may stand before the header
	apostrophes bool        // each field stands in apostrophes
	preamble    bool        // lines that are marked as comments and come before the first record are comments
	headComment []byte      // the comment that names the columns; nil if none does
	Both        bool        // each arc goes both ways
	Right       uint32      // added to the numbers of targets, which are of another side than sources; 0 for graphs of one side
	Counts      *countsLine // the first line counts pages and arcs; nil if it does not
}

// quoteUse says how quotes around fields are read.
type quoteUse uint8

// Uses of quotes.
const (
	quotesNever  quoteUse = iota // they are of names
	quotesNeeded                 // only fields that need quotes have them, as writers do that quote as little as possible
	QuotesAlways                 // as in RFC 4180; a quoted field may go over several lines
)

// SignBytes may begin comments.
const SignBytes = "#%"

// SignUse says which of the lines that begin with a sign are comments.
type SignUse uint8

// Uses of signs.
const (
	SignNever   SignUse = iota // none: the sign begins a name
	signMarked                 // those where a blank or another sign follows, or nothing
	signPartial                // lines without the columns of the list
	SignAlways                 // all
)

// AnyLine is the layout of formats with their own structure of lines: words between blanks, and comments.
var AnyLine = Layout{Sep: ' ', Signs: [len(SignBytes)]SignUse{SignAlways, SignAlways}, Direction: -1, Target: 1}

// RawLine is the layout of formats that cut their lines up themselves.
var RawLine = Layout{Sep: '\n', Direction: -1, Target: 1}

// IsComment says whether a line is a comment. Blanks before the sign do not count.
func (l *Layout) IsComment(line []byte) bool {
	if line = bytes.TrimLeftFunc(line, scan.IsBlankRune); len(line) == 0 {
		return false
	}
	i := strings.IndexByte(SignBytes, line[0])
	if i < 0 {
		return false
	}
	switch l.Signs[i] {
	case SignAlways:
		return true
	case signMarked:
		return IsMarked(line)
	case signPartial:
		return !l.isComplete(line)
	}
	return false
}

// startsWithSign says whether a line begins with a sign that may begin comments.
func (l *Layout) startsWithSign(line []byte) bool {
	line = bytes.TrimLeftFunc(line, scan.IsBlankRune)
	return len(line) > 0 && strings.IndexByte(SignBytes, line[0]) >= 0
}

// isComplete reports whether a line has the columns of the list, including source and target. A line of URLs after
// a sign is an arc that was commented out.
func (l *Layout) isComplete(line []byte) bool {
	fields, open := l.Split(nil, line)
	if n := len(fields); open || n != l.Columns && !(l.Weights && n == l.Columns+1) || len(fields[l.Target]) == 0 {
		return false
	}
	source := fields[l.Source]
	return len(source) > 0 && !(l.URLs && judge.IsURL(bytes.TrimLeft(source, SignBytes+" \t")))
}

// IsMarked reports whether a line that begins with a sign is more likely a comment than a name. Nothing follows
// the sign, or a blank or another sign does.
func IsMarked(line []byte) bool {
	return len(line) == 1 || scan.IsBlank(line[1]) || line[1] == line[0] || line[1] == '!'
}

// Split appends the fields of a line to dst, lent; none for an empty line. open says that a quoted field does not end
// in the line.
func (l *Layout) Split(dst [][]byte, line []byte) (fields [][]byte, open bool) {
	if len(bytes.TrimSpace(line)) == 0 || l.Drawn && isRule(line) {
		return dst, false
	}
	if l.barred {
		line = withoutBars(line)
	}
	s := Splitter{Sep: l.Sep, Quotes: l.Quotes != quotesNever, needed: l.Quotes == quotesNeeded, dicts: l.Dicts, escapes: l.escapes}
	if l.colon {
		head, rest, _ := cutColon(line)
		if dst = append(dst, head); len(rest) == 0 { // it links to none
			return dst, false
		}
		line = rest
	}
	fields = s.Split(dst, line)
	return fields, s.Open
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

// A Splitter splits lines into fields, and counts quotes.
type Splitter struct {
	Sep               byte
	Quotes            bool
	needed            bool // only fields that need quotes are quoted, and none goes over several lines
	dicts             bool // the last field may be attributes between braces
	escapes           bool // backslashes escape quotes in quoted fields
	Open              bool // the last line ends inside a quoted field
	quoted, malformed int  // correctly quoted fields, and fields that only begin with a quote
	needing           int  // correctly quoted fields that need their quotes
}

// Split appends the fields of a line to dst.
func (s *Splitter) Split(dst [][]byte, line []byte) [][]byte {
	s.Open = false
	if s.Sep == '\n' {
		return append(dst, line)
	}
	line = s.trim(line)
	if at := s.dictAt(line); at > 0 {
		dict := line[at:]
		return append(s.Split(dst, line[:at-1]), dict)
	}
	if s.Sep == ' ' {
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
func (s *Splitter) dictAt(line []byte) int {
	if !s.dicts || !bytes.HasSuffix(line, []byte("}")) {
		return 0
	}
	for i := 1; i < len(line); i++ {
		if line[i] == '{' && (line[i-1] == s.Sep || s.Sep == ' ' && scan.IsBlank(line[i-1])) {
			return i
		}
	}
	return 0
}

// trim leaves out blanks around a text that are no separators.
func (s *Splitter) trim(b []byte) []byte {
	for len(b) > 0 && b[0] != s.Sep && scan.IsBlank(b[0]) {
		b = b[1:]
	}
	for n := len(b); n > 0 && b[n-1] != s.Sep && scan.IsBlank(b[n-1]); n-- {
		b = b[:n-1]
	}
	return b
}

// word reads a field that ends at a blank.
func (s *Splitter) word(line []byte) (field, rest []byte) {
	if field, rest, ok := s.QuotedField(line); ok {
		return field, rest
	}
	n := 0
	for n < len(line) && !scan.IsBlank(line[n]) {
		n++
	}
	return line[:n], line[n:]
}

// field reads a field that ends at the separator; more says that one follows.
func (s *Splitter) field(line []byte) (field, rest []byte, more bool) {
	if field, rest, ok := s.QuotedField(s.trim(line)); ok {
		if rest = s.trim(rest); len(rest) > 0 {
			return field, rest[1:], true
		}
		return field, nil, false
	}
	i := bytes.IndexByte(line, s.Sep)
	if i < 0 {
		return s.trim(line), nil, false
	}
	return s.trim(line[:i]), line[i+1:], true
}

// QuotedField reads a quoted field that ends before a separator or at the end; ok is false if there is none.
func (s *Splitter) QuotedField(line []byte) (field, rest []byte, ok bool) {
	if !s.Quotes || len(line) == 0 || line[0] != '"' {
		return nil, line, false
	}
	end := s.closingQuote(line)
	if end == 0 {
		s.Open = !s.needed
		s.malformed++
		return nil, line, false
	}
	after := s.trim(line[end+1:])
	if len(line) > end+1 && s.Sep == ' ' && !scan.IsBlank(line[end+1]) || s.Sep != ' ' && len(after) > 0 && after[0] != s.Sep {
		s.malformed++
		return nil, line, false
	}
	needs := needsQuotes(line[1:end], s.Sep)
	if s.needed && !needs {
		return nil, line, false
	}
	s.quoted++
	if needs {
		s.needing++
	}
	if s.escapes {
		return unescaped(line[1:end]), line[end+1:], true
	}
	return bytes.ReplaceAll(line[1:end], []byte(`""`), []byte(`"`)), line[end+1:], true
}

// needsQuotes reports whether a field could not be written without quotes. Such a field is empty, holds quotes, separators
// or line ends, begins with a sign of comments, or has blanks at its ends.
func needsQuotes(field []byte, sep byte) bool {
	if len(field) == 0 || bytes.ContainsAny(field, "\"\n\r") || bytes.IndexByte(field, sep) >= 0 {
		return true
	}
	return strings.IndexByte(SignBytes, field[0]) >= 0 || scan.IsBlank(field[0]) || scan.IsBlank(field[len(field)-1])
}

// closingQuote returns where the quoted field at the start of line ends; 0 if it does not.
func (s *Splitter) closingQuote(line []byte) int {
	for i := 1; i < len(line); i++ {
		if s.escapes && line[i] == '\\' {
			i++
			continue
		}
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

// SepName names a separator for people.
func SepName(sep byte) string {
	for name, s := range separators {
		if s == sep {
			return name + "s"
		}
	}
	return fmt.Sprintf("%q", sep)
}

// separators are the names of the separators that are detected, and that options may name.
var separators = map[string]byte{"tab": '\t', "comma": ',', "semicolon": ';', "pipe": '|', "blank": ' '}

// ParseSeparator reads the name of a separator, or the byte itself; 0 stands for none given.
func ParseSeparator(text string) (byte, error) {
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
	return 0, option.Errorf("%w: {separator} %q: expected tab, comma, semicolon, pipe, blank, or one character that is neither letter, digit nor quote", option.ErrUnfit, text)
}

// String says how a list is read: "two columns, tabs, # comments, numbers".
func (l *Layout) String() string {
	parts := []string{"any number of columns"}
	if l.Columns > 0 {
		parts[0] = l.describeColumns()
	}
	parts = append(parts, SepName(l.Sep))
	if l.quoted {
		parts = append(parts, "quoted fields")
	}
	for i, c := range SignBytes {
		switch {
		case l.commented[i] && l.Signs[i] == SignNever:
			parts = append(parts, string(c)+" begins names")
		case l.commented[i]:
			parts = append(parts, string(c)+" comments")
		}
	}
	if l.SkipHeader {
		parts = append(parts, "header")
	}
	switch {
	case l.Numbers:
		parts = append(parts, "numbers")
	case l.URLs:
		parts = append(parts, "URLs")
	default:
		parts = append(parts, "names")
	}
	if l.Kinds > 0 {
		parts = append(parts, fmt.Sprintf("kinds of arcs in column %d", l.Kinds))
	}
	if l.Weight > 0 {
		parts = append(parts, fmt.Sprintf("weights in column %d", l.Weight))
	}
	switch {
	case l.Both:
		parts = append(parts, "undirected")
	case l.Right > 0:
		parts = append(parts, fmt.Sprintf("two sides, numbers of the second + %d", l.Right))
	}
	if l.Counts != nil {
		parts = append(parts, l.Counts.String())
	}
	if left := l.leftOut(); len(left) > 0 {
		parts = append(parts, "left out: "+strings.Join(left, ", "))
	}
	return strings.Join(parts, ", ")
}

func (l *Layout) describeColumns() string {
	switch {
	case l.Columns == 2 && l.Source == 0:
		return "two columns"
	case l.Header != nil:
		return fmt.Sprintf("columns %.40q and %.40q of %d", l.Header[l.Source], l.Header[l.Target], l.Columns)
	}
	return fmt.Sprintf("columns %d and %d of %d", l.Source+1, l.Target+1, l.Columns)
}

// leftOut names the columns that are read and not kept.
func (l *Layout) leftOut() []string {
	const most = 8
	var left []string
	if l.Weights && l.Weight == 0 {
		left = append(left, "weights")
	}
	for i := range l.Columns {
		switch {
		case i == l.Source || i == l.Target || i == l.Direction || i == l.Kinds-1 || i == l.Weight-1:
		case len(left) == most:
			return append(left, "…")
		case l.Header != nil && i == 0 && l.Header[i] == "":
			left = append(left, "row names")
		case l.Header != nil:
			left = append(left, fmt.Sprintf("%.40q", l.Header[i]))
		default:
			left = append(left, fmt.Sprintf("column %d", i+1))
		}
	}
	return left
}

// rowCount is the last line of a table of psql.
var rowCount = held.Regexp(`^\(\d+ rows?\)$`)

// isRowCount reports whether a line counts rows, as the last line of a table of psql does.
func isRowCount(line []byte) bool {
	return len(line) > 0 && line[0] == '(' && rowCount().Match(bytes.TrimSpace(line))
}

// IsRowCount reports whether a line below a header counts the rows. psql writes such a line below drawn and other tables.
func (l *Layout) IsRowCount(line []byte) bool {
	return (l.Drawn || l.SkipHeader && l.Sep != ' ') && isRowCount(line)
}

// IsBoth reports whether the column for directions says of a row that its edge has none.
func (l *Layout) IsBoth(fields [][]byte) bool {
	if l.Direction < 0 {
		return false
	}
	name := "type"
	if l.directed {
		name = "directed"
	}
	return IsUndirected(name, fields[l.Direction])
}

// Unguarded removes the apostrophe that guards a name from being taken for a formula, and the apostrophes around each field.
func (l *Layout) Unguarded(field []byte) []byte {
	if l.guarded {
		return sheet.Unguarded(field)
	}
	if n := len(field); l.apostrophes && n >= 2 && field[0] == '\'' && field[n-1] == '\'' {
		return field[1 : n-1]
	}
	return field
}
