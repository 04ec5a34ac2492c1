package answer

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"weft/internal/digits"
)

// The text of a result derives from the same field tags that name its JSON and its reference:
//
//	label  what people read before the value, or above its column; a field without one is not shown
//	show   how the value is written: one of formats; by default the one of its type
//	unit   the noun of a count, in the singular: "page" makes "2 pages"
//	note   what follows the value, such as "of different pages"
//	none   what stands in place of a value that is null; without it, nothing does, and in tables a dash
//	hide   "zero": a value that is 0, empty or false is not shown
//
// Fields of embedded structs are shown among the fields of the struct. A list of structs is a table, and its label
// the title. Text that needs judgement is written by functions: as further blocks, or as cells of an [Extra]
// column.

// Describe returns the blocks of a result, a struct: for each labelled field, in order, a figure or a table.
func Describe(result any) []Block {
	var all []Block
	v := reflect.Indirect(reflect.ValueOf(result))
	for _, f := range shownFields(v.Type()) {
		if isTable(f.kind) {
			if rows, _ := f.value(v); rows.IsValid() && rows.Len() > 0 {
				first, last := columnsOf(rows)
				all = append(all, newTable(f.label, append(first, last...)))
			}
		} else if text, shown := f.text(v); shown {
			all = append(all, Figure{f.label, text})
		}
	}
	return all
}

// An Extra is a column whose cells a function writes. Texts are aligned to the left, numbers to the right.
type Extra[T any] struct {
	Title  string
	Text   func(row *T) string
	Number bool
}

// TableOf returns a table of structs: a column for each labelled field, then the extra columns. Long columns, of
// the formats url and name, come last. Numbers are aligned to the right, texts to the left. Each column is as wide
// as its widest cell, and columns without any value are left out.
func TableOf[T any](title string, rows []T, more ...Extra[T]) *Table {
	first, last := columnsOf(reflect.ValueOf(rows))
	for _, x := range more {
		c := column{title: x.Title, numeric: x.Number}
		for i := range rows {
			c.add(x.Text(&rows[i]), true)
		}
		first = append(first, c)
	}
	return newTable(title, append(first, last...))
}

// columnsOf returns the columns of labelled fields: the first ones, and the long ones that come last.
func columnsOf(rows reflect.Value) (first, last []column) {
	for _, f := range shownFields(rows.Type().Elem()) {
		c := column{title: f.label, numeric: f.numeric(), names: f.format.names()}
		for i := range rows.Len() {
			c.add(f.text(reflect.Indirect(rows.Index(i))))
		}
		if f.format.name == "url" || f.format.name == "name" {
			last = append(last, c)
		} else {
			first = append(first, c)
		}
	}
	return first, last
}

func newTable(title string, columns []column) *Table {
	t := &Table{Title: title, Apart: true}
	for i := range columns {
		columns[i].appendTo(t)
	}
	return t
}

// Numbered returns the table with the numbers of its rows before them, from 1 on.
func (t *Table) Numbered() *Table {
	t.Columns = append([]Column{{Width: 4}}, t.Columns...)
	for i, row := range t.Rows {
		t.Rows[i] = append([]string{digits.Grouped(i + 1)}, row...)
	}
	return t
}

// Ending returns the table with the column of a title moved to the end, where names of any length disturb no column.
func (t *Table) Ending(title string) *Table {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Title == title })
	if i < 0 {
		return t
	}
	t.Columns = append(slices.Delete(slices.Clone(t.Columns), i, i+1), t.Columns[i])
	for k, row := range t.Rows {
		t.Rows[k] = append(slices.Delete(slices.Clone(row), i, i+1), row[i])
	}
	return t
}

// A column is a column of a table that is being made.
type column struct {
	title   string
	numeric bool
	names   NamedThing
	cells   []string
	shown   bool // a row has a value
}

func (c *column) add(text string, shown bool) {
	c.cells = append(c.cells, text)
	c.shown = c.shown || shown
}

// appendTo appends the column to a table, if it has a value.
func (c *column) appendTo(t *Table) {
	if !c.shown {
		return
	}
	width := utf8.RuneCountInString(c.title)
	for _, cell := range c.cells {
		width = max(width, min(mostWidth, utf8.RuneCountInString(cell)))
	}
	if !c.numeric {
		width = -width
	}
	t.Columns = append(t.Columns, Column{Title: c.title, Width: width, Names: c.names})
	if t.Rows == nil {
		t.Rows = make([][]string, len(c.cells))
	}
	for i, cell := range c.cells {
		t.Rows[i] = append(t.Rows[i], cell)
	}
}

// mostWidth bounds the width of columns: longer texts, such as URLs, stick out.
const mostWidth = 60

// A shownField is a field that text shows.
type shownField struct {
	index            []int // index of the field, as in package reflect
	label            string
	format           format
	unit, note, none string
	hides            bool // if it is 0, empty or false
	kind             reflect.Type
}

// shownFields returns the labelled fields of a struct in order, including fields of embedded structs.
func shownFields(t reflect.Type) []shownField {
	if t = plain(t); t.Kind() != reflect.Struct {
		return nil
	}
	var all []shownField
	for f := range t.Fields() {
		label, labelled := f.Tag.Lookup("label")
		switch {
		case labelled:
			all = append(all, shownField{
				index: f.Index, label: label, format: readFormat(f.Tag.Get("show"), f.Type),
				unit: f.Tag.Get("unit"), note: f.Tag.Get("note"), none: f.Tag.Get("none"),
				hides: f.Tag.Get("hide") == "zero", kind: plain(f.Type),
			})
		case f.Anonymous:
			for _, in := range shownFields(f.Type) {
				in.index = append(append([]int(nil), f.Index...), in.index...)
				all = append(all, in)
			}
		}
	}
	return all
}

// plain returns the type that a pointer leads to, or the type itself.
func plain(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// isTable says whether a value is a list of structs.
func isTable(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && plain(t.Elem()).Kind() == reflect.Struct
}

func (f *shownField) numeric() bool {
	switch f.kind.Kind() {
	case reflect.String, reflect.Bool, reflect.Slice:
		return false
	}
	return true
}

// value returns the field of a struct, and the struct that directly contains it. It returns the zero Value if an
// embedded struct on the path is nil.
func (f *shownField) value(of reflect.Value) (v, parent reflect.Value) {
	for _, i := range f.index {
		if of = reflect.Indirect(of); !of.IsValid() {
			return of, of
		}
		parent, of = of, of.Field(i)
	}
	return of, parent
}

// text writes the value of the field; it says whether there is anything to show.
func (f *shownField) text(of reflect.Value) (text string, shown bool) {
	v, parent := f.value(of)
	switch {
	case !v.IsValid(), f.hides && v.IsZero():
		return "", false
	case v.Kind() == reflect.Pointer && v.IsNil():
		if f.none == "" {
			return digits.None, false
		}
		return f.none, true
	}
	v = reflect.Indirect(v)
	text = f.format.write(v, parent)
	if f.unit != "" {
		text = digits.Plural(asInt(v), f.unit)
	}
	if f.note != "" {
		text += f.noteMark() + f.note
	}
	return text, true
}

// noteMark stands between a value and its note. A note that begins with a mark has its own.
func (f *shownField) noteMark() string {
	if strings.HasPrefix(f.note, ":") || strings.HasPrefix(f.note, ",") || strings.HasPrefix(f.note, ";") {
		return ""
	}
	return " "
}

// CheckShown refuses tags of a result type, and of all structs in it, that would show nothing or something wrong.
// These are formats that do not exist or do not suit the type, units without a count, and tags without a label.
func CheckShown(result reflect.Type) error { return checkShown(result, map[reflect.Type]bool{}) }

func checkShown(t reflect.Type, seen map[reflect.Type]bool) error {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return nil
	}
	seen[t] = true
	for f := range t.Fields() {
		label, labelled := f.Tag.Lookup("label")
		where := fmt.Sprintf("%s.%s", t, f.Name)
		if err := checkTags(t, &f, label, labelled); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		if f.IsExported() || f.Anonymous {
			if err := checkShown(f.Type, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkTags(of reflect.Type, f *reflect.StructField, label string, labelled bool) error {
	if !labelled {
		for _, key := range []string{"show", "unit", "note", "none", "hide"} {
			if _, is := f.Tag.Lookup(key); is {
				return fmt.Errorf("the tag %s does nothing without the tag label", key)
			}
		}
		return nil
	}
	form := readFormat(f.Tag.Get("show"), f.Type)
	typ := plain(f.Type)
	_, isNone := f.Tag.Lookup("none")
	switch {
	case strings.TrimSpace(label) == "":
		return fmt.Errorf("the label is empty")
	case !f.IsExported():
		return fmt.Errorf("a field with a label must be exported")
	case isTable(typ):
		return nil
	case f.Tag.Get("hide") != "" && f.Tag.Get("hide") != "zero":
		return fmt.Errorf("the tag hide is %q: expected zero", f.Tag.Get("hide"))
	case formats[form.name] == nil:
		return fmt.Errorf("there is no format %q", form.name)
	case !formats[form.name].suits(typ):
		return fmt.Errorf("the format %q does not suit a %s", form.name, typ)
	case f.Tag.Get("unit") != "" && !isInt(typ):
		return fmt.Errorf("a unit is for counts, and this is a %s", typ)
	case form.name == "url" && !has(of, orPage(form.takes)):
		return fmt.Errorf("the format url is of a page, and there is no field %q", orPage(form.takes))
	case isNone && f.Type.Kind() != reflect.Pointer:
		return fmt.Errorf("the tag none is for values that can be null, and a %s cannot", f.Type)
	}
	return nil
}

func has(t reflect.Type, field string) bool {
	_, is := t.FieldByName(field)
	return is
}
