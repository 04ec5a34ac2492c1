package frames

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"weft/internal/ascii"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/assemble"
	"weft/making/ingest/jsons"
	"weft/making/ingest/judge"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// columnHolds is the kind of a column's values.
type columnHolds uint8

const (
	holdsOther columnHolds = iota // nothing that could be a page: dates, floating-point numbers, …
	holdsNumbers
	holdsDecimals // numbers, exactly, with a number of digits after the point
	holdsTexts
	holdsUUIDs
)

// A tableColumn is a column of a Parquet table.
type tableColumn struct {
	name     string // in small letters; parts of a structure between dots; of a list the name of the list
	index    int
	holds    columnHolds
	what     string // what holdsOther stands for
	isFloat  bool   // floating-point numbers
	isList   bool   // a row has a list of values
	nested   bool   // lists of lists
	unsigned bool   // integers
	scale    int32  // of decimals: digits after the point
	beyond   bool   // some number is too large for the number of a page
}

func (c *tableColumn) isNumber() bool { return c.holds == holdsNumbers || c.holds == holdsDecimals }

// tableColumns describes the columns of a table.
func tableColumns(f *parquet.File) []tableColumn {
	var all []tableColumn
	for i, path := range f.Schema().Columns() {
		leaf, _ := f.Schema().Lookup(path...)
		c := tableColumn{index: i, isList: leaf.MaxRepetitionLevel > 0, nested: leaf.MaxRepetitionLevel > 1}
		c.name = strings.ToLower(strings.Join(path, "."))
		if c.isList {
			c.name, _, _ = strings.Cut(c.name, ".")
		}
		c.setType(leaf.Node.Type())
		c.beyond = c.isNumber() && hasBeyond(f, &c)
		all = append(all, c)
	}
	return all
}

func (c *tableColumn) setType(t parquet.Type) {
	var logical format.LogicalTypeValue
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	switch x := logical.(type) {
	case *format.DecimalType:
		c.holds, c.scale = holdsDecimals, x.Scale
		if x.Scale < 0 || x.Scale > 76 {
			c.holds, c.what = holdsOther, t.String()
		}
		return
	case *format.IntType:
		c.holds, c.unsigned = holdsNumbers, !x.IsSigned
		return
	case *format.UUIDType:
		c.holds = holdsUUIDs
		return
	case *format.StringType, *format.EnumType, *format.JsonType:
		c.holds = holdsTexts
		return
	case *format.DateType:
		c.what = "dates"
		return
	case *format.TimestampType:
		c.what = "times"
		return
	case *format.TimeType:
		c.what = "times of day"
		return
	case nil:
	default:
		c.what = t.String()
		return
	}
	switch t.Kind() {
	case parquet.Int32, parquet.Int64:
		c.holds = holdsNumbers
	case parquet.ByteArray, parquet.FixedLenByteArray:
		c.holds = holdsTexts
	case parquet.Int96:
		c.what = "times"
	case parquet.Float, parquet.Double:
		c.what, c.isFloat = "floating-point numbers", true
	case parquet.Boolean:
		c.what = "truth values"
	default:
		c.what = t.String()
	}
}

// hasBeyond reports whether the statistics of the file show a number above 32 bits: such numbers are names, for
// example hashes.
func hasBeyond(f *parquet.File, c *tableColumn) bool {
	for _, g := range f.Metadata().RowGroups {
		if c.index >= len(g.Columns) {
			continue
		}
		s := &g.Columns[c.index].MetaData.Statistics
		for _, b := range [][]byte{s.MaxValue, s.Max} {
			if n, ok := c.statistic(b); ok && n.BitLen() > 32 && n.Sign() > 0 {
				return true
			}
		}
	}
	return false
}

// statistic reads the greatest value of a column as the statistics of a file hold it.
func (c *tableColumn) statistic(b []byte) (*big.Int, bool) {
	if len(b) == 0 {
		return nil, false
	}
	if len(b) == 4 || len(b) == 8 {
		if c.holds == holdsNumbers || c.scale == 0 && len(b) == 8 && c.holds == holdsDecimals {
			le := slices.Clone(b)
			slices.Reverse(le)
			return c.signed(le), true
		}
	}
	if c.holds != holdsDecimals || len(b) <= 8 {
		return nil, false
	}
	n, err := c.whole(c.signed(b))
	return n, err == nil
}

// signed reads a big-endian number in two's complement.
func (c *tableColumn) signed(b []byte) *big.Int {
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 && !c.unsigned {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b)))) //nolint:gosec // a length
	}
	return n
}

// whole removes the digits after the point of a decimal, which must be zeros.
func (c *tableColumn) whole(n *big.Int) (*big.Int, error) {
	if c.scale == 0 {
		return n, nil
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(c.scale)), nil)
	q, rest := new(big.Int).QuoRem(n, power, new(big.Int))
	if rest.Sign() != 0 {
		return nil, tally.Badf("%s is not a whole number", new(big.Rat).SetFrac(n, power).FloatString(int(c.scale)))
	}
	return q, nil
}

// integer returns the value of a column of numbers; ok is false if it needs more than 63 bits.
func (c *tableColumn) integer(x parquet.Value) (n int64, ok bool, err error) {
	switch k := x.Kind(); {
	case k == parquet.Int64 && c.unsigned && x.Int64() < 0:
		return 0, false, nil
	case k == parquet.Int64:
		n = x.Int64()
	case k == parquet.Int32 && c.unsigned:
		n = int64(x.Uint32())
	case k == parquet.Int32:
		n = int64(x.Int32())
	default:
		q, err := c.whole(c.signed(x.ByteArray()))
		if err != nil {
			return 0, false, err
		}
		return q.Int64(), q.IsInt64(), nil
	}
	if c.scale == 0 {
		return n, true, nil
	}
	q, err := c.whole(big.NewInt(n))
	if err != nil {
		return 0, false, err
	}
	return q.Int64(), true, nil
}

// page returns the number of a page.
func (c *tableColumn) page(x parquet.Value) (uint32, error) {
	if x.IsNull() {
		return 0, tally.Badf("an end of the arc is missing")
	}
	n, ok, err := c.integer(x)
	if err != nil {
		return 0, err
	}
	if !ok || n < 0 || n >= assemble.None {
		return 0, tally.Badf("%s is not the number of a page", c.digits(x))
	}
	return uint32(n), nil
}

// digits returns a number as text.
func (c *tableColumn) digits(x parquet.Value) string {
	n, ok, err := c.integer(x)
	switch {
	case err == nil && ok:
		return strconv.FormatInt(n, 10)
	case x.Kind() == parquet.Int64:
		return strconv.FormatUint(x.Uint64(), 10)
	}
	q, err := c.whole(c.signed(x.ByteArray()))
	if err != nil {
		return x.String()
	}
	return q.String()
}

// appendName appends the name of a page that a value is.
func (c *tableColumn) appendName(dst []byte, x parquet.Value) ([]byte, error) {
	switch {
	case x.IsNull():
		return dst, tally.Badf("an end of the arc is missing")
	case c.isNumber():
		if _, _, err := c.integer(x); err != nil {
			return dst, err
		}
		return append(dst, c.digits(x)...), nil
	case c.holds == holdsUUIDs:
		return appendUUID(dst, x.ByteArray()), nil
	}
	return append(dst, x.ByteArray()...), nil
}

// appendText appends a value as text, whatever the column holds; nothing for a missing value.
func (c *tableColumn) appendText(dst []byte, x parquet.Value) []byte {
	if x.IsNull() {
		return dst
	}
	if c.holds != holdsOther {
		if name, err := c.appendName(dst, x); err == nil {
			return name
		}
	}
	return append(dst, x.String()...)
}

// appendUUID appends 16 bytes as RFC 9562 writes them.
func appendUUID(dst, b []byte) []byte {
	for i, end := range []int{4, 6, 8, 10, 16} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, b[min(len(b), []int{0, 4, 6, 8, 10}[i]):min(len(b), end)])
	}
	return dst
}

func columnNames(columns []tableColumn) (names []string) {
	for i := range columns {
		names = append(names, columns[i].name)
	}
	return names
}

// findColumn returns the column with one of some names; nil if there is none.
func findColumn(columns []tableColumn, names ...string) *tableColumn {
	for _, name := range names {
		for i := range columns {
			if columns[i].name == name {
				return &columns[i]
			}
		}
	}
	return nil
}

// namedPair finds the columns with the usual names for ends of arcs; s and t come from Common Crawl's tables of
// edges.
func namedPair(columns []tableColumn) (from, to *tableColumn, ok bool) {
	names := columnNames(columns)
	if u, v, ok := judge.FindPair(names); ok {
		return &columns[u], &columns[v], true
	}
	from, to = findColumn(columns, "s"), findColumn(columns, "t")
	return from, to, from != nil && to != nil
}

// A tableArcs says which columns are arcs.
type tableArcs struct {
	from, to, kinds *tableColumn // kinds is nil where there are none
	direction       *tableColumn // says whether an edge has a direction; nil where there is none
	weight          *tableColumn // nil where there is none, or weights are not kept
	left            int          // further columns
}

// String says which they are.
func (a *tableArcs) String() string {
	text := fmt.Sprintf("arcs from %q to %q", a.from.name, a.to.name)
	if a.to.isList {
		text = fmt.Sprintf("arcs from %q to each of %q", a.from.name, a.to.name)
	}
	if a.kinds != nil {
		text += fmt.Sprintf(", kinds in %q", a.kinds.name)
	}
	if a.weight != nil {
		text += fmt.Sprintf(", weights in %q", a.weight.name)
	}
	return text
}

// arcColumns finds the columns of arcs: columns in the options, columns with known names, or a page and a list. Else the judge
// of tables asks, with the first rows of the columns without lists.
func arcColumns(columns []tableColumn, o *tables.Options, ofWeft bool, rows func() ([][][]byte, error)) (*tableArcs, error) {
	a := new(tableArcs)
	var err error
	from, to, named := namedPair(columns)
	switch {
	case o.Columns != nil:
		err = a.take(columns, o)
	case named && (o.Forced || ofWeft || slices.ContainsFunc(columns, func(c tableColumn) bool { return c.isList })):
		a.from, a.to = from, to
	default:
		if err = a.guess(columns, o, rows); named && errors.As(err, new(*mem.ShortError)) { // of columns that are not needed
			a.from, a.to, err = from, to, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if k := findColumn(columns, "kinds"); k != nil && k != a.from && k != a.to && k.holds == holdsTexts && !k.isList {
		a.kinds = k
	}
	a.findDirection(columns)
	a.left = len(columns) - 2
	for _, c := range []*tableColumn{a.kinds, a.direction} {
		if c != nil {
			a.left--
		}
	}
	if a.weight, err = a.weightColumn(columns, o.Weigh); err != nil {
		return nil, err
	}
	if a.weight != nil {
		a.left--
	}
	return a, a.check()
}

// findDirection finds the column that says whether an edge has a direction. It is called Type, as in tables of Gephi, or
// directed.
func (a *tableArcs) findDirection(columns []tableColumn) {
	for _, name := range []string{"type", "directed"} {
		c := findColumn(columns, name)
		if c != nil && c != a.from && c != a.to && c != a.kinds && !c.isList && (c.holds == holdsTexts || name == "directed") {
			a.direction = c
			return
		}
	}
}

// take takes the columns that the user names.
func (a *tableArcs) take(columns []tableColumn, o *tables.Options) error {
	for i, end := range []**tableColumn{&a.from, &a.to} {
		name := strings.ToLower(o.Columns[i])
		if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(columns) {
			*end = &columns[n-1]
		} else {
			*end = findColumn(columns, name)
		}
		if *end == nil {
			return option.Errorf("%w: {columns}: there is no column %q: the table has %q", option.ErrUnfit, o.Columns[i], columnNames(columns))
		}
	}
	return nil
}

// guess takes a page and a list of pages. Of other tables it asks: their columns have unknown names.
func (a *tableArcs) guess(columns []tableColumn, o *tables.Options, rows func() ([][][]byte, error)) error {
	var lists, plain []*tableColumn
	for i := range columns {
		switch c := &columns[i]; {
		case c.isList:
			lists = append(lists, c)
		case c.holds != holdsOther:
			plain = append(plain, c)
		}
	}
	switch {
	case len(columns) < 2:
		return fmt.Errorf("the table has the columns %q: expected two, such as source and target", columnNames(columns))
	case len(lists) > 0:
		return a.guessList(columns, lists, plain)
	case o.Forced && len(plain) == 2:
		a.from, a.to = plain[0], plain[1]
		return nil
	}
	first, err := rows()
	if err != nil {
		return err
	}
	r, doubt := judge.Judge(&judge.Table{Header: columnNames(columns), Rows: first, Barred: barred(columns)})
	if doubt != nil {
		return tables.NewQuestion(doubt)
	}
	a.from, a.to = &columns[r.Source], &columns[r.Target]
	return nil
}

// barred says which columns cannot be pages by their types.
func barred(columns []tableColumn) []bool {
	all := make([]bool, len(columns))
	for i := range columns {
		all[i] = columns[i].holds == holdsOther
	}
	return all
}

// listPages and listTargets are the names of the columns of a page and of the list of its successors.
var (
	listPages   = []string{"url", "page", "uri", "id", "source", "src", "from", "node", "vertex", "name", "host", "domain"}
	listTargets = append([]string{"targets", "target", "successors", "neighbors", "neighbours", "adjacency", "adj", "dst", "to", "out"}, jsons.Lists...)
)

// guessList takes a column of pages and one of lists.
func (a *tableArcs) guessList(columns []tableColumn, lists, plain []*tableColumn) error {
	if a.to = findColumn(columns, listTargets...); a.to == nil || !a.to.isList {
		a.to = lists[0]
		if len(lists) > 1 {
			a.to = nil
		}
	}
	if a.from = findColumn(columns, listPages...); a.from == nil && len(plain) == 1 {
		a.from = plain[0]
	}
	if a.from == nil || a.to == nil {
		return option.Errorf("the table has the columns %q, of which %q hold lists, and nothing says which are a page and its successors: name two with {columns}", columnNames(columns), lists[0].name)
	}
	return nil
}

// check refuses columns that cannot be the ends of arcs.
func (a *tableArcs) check() error {
	for _, c := range []*tableColumn{a.from, a.to} {
		switch {
		case c.nested || c.isList && c == a.from:
			return fmt.Errorf("the column %s holds lists: expected a number or a text a row, or a list of them as target", c.name)
		case c.holds == holdsOther:
			return option.Errorf("the column %s holds %s, which are no pages: expected integers or texts; {columns} names other columns", c.name, c.what)
		}
	}
	if a.from.isNumber() != a.to.isNumber() {
		return fmt.Errorf("the columns %s and %s are of two types: expected integers or texts in both", a.from.name, a.to.name)
	}
	return nil
}

// asNames says whether numbers are names, as some are too large for the number of a page.
func (a *tableArcs) asNames() bool { return !a.from.isNumber() || a.from.beyond || a.to.beyond }

// A tablePages says which columns describe pages.
type tablePages struct {
	page, name, state *tableColumn   // name and state are nil where there are none
	facts             []*tableColumn // of factNames; nil where there are none
	host, reversed    bool           // names are hosts, perhaps reversed
}

// String says which they are.
func (p *tablePages) String() string {
	text := fmt.Sprintf("pages numbered by %q", p.page.name)
	if p.name != nil {
		text += fmt.Sprintf(", names in %q", p.name.name)
	}
	if p.reversed {
		text += ", which are reversed hosts"
	}
	if p.state != nil {
		text += fmt.Sprintf(", states in %q", p.state.name)
	}
	if p.facts != nil {
		text += ", and what the crawl knew of their responses"
	}
	return text
}

// Names of the columns of lists of pages of other programs.
var (
	pageNumbers = []string{"id", "page", "page_id", "node", "node_id", "vertex", "vertex_id", "vid"}
	pageNames   = []string{"url", "uri", "name", "host", "hostname", "host_rev", "host_name", "domain", "label"}
)

// pageColumns finds the columns of a list of pages: a list that weft exported, or, beside other inputs, numbers
// and names.
func pageColumns(columns []tableColumn, ofWeft, beside bool) (*tablePages, bool) {
	if slices.ContainsFunc(columns, func(c tableColumn) bool { return c.isList }) {
		return nil, false
	}
	p := &tablePages{page: findColumn(columns, "page"), name: findColumn(columns, "url"), state: findColumn(columns, "state")}
	known := 2
	if p.name != nil {
		known++
		p.facts = findFacts(columns)
		known += len(p.facts)
	}
	if ofWeft && len(columns) == known && p.page != nil && p.page.isNumber() && p.state != nil && p.state.holds == holdsTexts && (p.name == nil || p.name.holds == holdsTexts) {
		return p, true
	}
	if _, _, ok := namedPair(columns); ok || !beside || ofWeft {
		return nil, false
	}
	p = &tablePages{page: findColumn(columns, pageNumbers...), name: findColumn(columns, pageNames...)}
	if p.page == nil || p.name == nil || !p.page.isNumber() || p.name.holds != holdsTexts {
		return nil, false
	}
	p.host = strings.HasPrefix(p.name.name, "host") || p.name.name == "domain" || p.name.name == "name"
	return p, true
}

// isReversed says whether some names, in their order, are hosts whose top-level domain comes first.
func isReversed(names [][]byte) bool {
	dotted := false
	for i, name := range names {
		if !lists.IsReversedHost(name) || i > 0 && string(names[i-1]) >= string(name) {
			return false
		}
		dotted = dotted || slices.Contains(name, '.')
	}
	return dotted && len(names) > 0 && !ascii.IsNumber(names[0])
}
