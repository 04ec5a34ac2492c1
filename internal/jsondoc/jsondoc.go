// Package jsondoc makes docs/json, the reference of all output of --json, from the types that are printed.
//
// Each fact is in one place, beside its field:
//
//   - key and type of a value: the json tag and the Go type;
//   - its meaning: the comment of the field. A comment at the end of the line has priority over one above it;
//   - when the key is absent or null: the tag absent. Without it, a field with omitempty or omitzero is absent when it
//     is empty. "never" is for pointers that are never nil. Single quotes stand for back quotes, which a tag cannot contain;
//   - the name of an object: a line //json:object NAME in the comment of its type; further sentences about the object:
//     lines //json:note TEXT.
//
// Meanings are comments and not tags for three reasons. They are sentences of up to 200 characters, which would
// make the structs unreadable. They need back quotes. And readers of the code need the same sentence, which a tag
// would duplicate.
package jsondoc

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// A Section is an object that commands print.
type Section struct {
	Type reflect.Type
	By   string // the commands, in Markdown; the default is made from the name: "by `weft info`"
}

// A page is a reference that is being written.
type page struct {
	src     *sources
	names   map[string]reflect.Type // of objects that are mentioned
	pending []reflect.Type          // objects to describe
	errs    []error
}

// Write writes the sections in order, then the objects that they mention, in alphabetical order. The folder root
// holds the sources of the module. Missing meanings, unnamed types and impossible absent tags are errors; the
// output is then incomplete.
func Write(w io.Writer, root string, sections []Section) error {
	p := &page{src: newSources(root), names: map[string]reflect.Type{}}
	var b strings.Builder
	for _, s := range sections {
		p.mention(s.Type)
	}
	p.pending = nil
	for _, s := range sections {
		by := s.By
		if by == "" {
			by = "by `weft " + p.name(s.Type) + "`"
		}
		p.section(&b, s.Type, by)
	}
	written := map[string]string{}
	for len(p.pending) > 0 {
		t := p.pending[0]
		p.pending = p.pending[1:]
		var o strings.Builder
		p.section(&o, t, "")
		written[p.name(t)] = o.String()
	}
	order := slices.Collect(func(yield func(string) bool) {
		for name := range written {
			if !yield(name) {
				return
			}
		}
	})
	slices.SortFunc(order, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	for _, name := range order {
		b.WriteString(written[name])
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return errors.Join(p.errs...)
}

func (p *page) errorf(format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf(format, args...))
}

// name returns the name of the object of a struct type, and refuses types without one.
func (p *page) name(t reflect.Type) string {
	name := p.src.of(t).object
	if name == "" {
		p.errorf("%s has no line //json:object in its comment: it is printed as an object and needs a name", t)
	}
	return name
}

// mention notes that an object is referred to, and returns its name.
func (p *page) mention(t reflect.Type) string {
	name := p.name(t)
	switch before, known := p.names[name]; {
	case name == "": // which p.name has refused
	case !known:
		p.names[name] = t
		p.pending = append(p.pending, t)
	case before != t:
		p.errorf("%s and %s are both called %q", before, t, name)
	}
	return name
}

// section writes the heading and the table of an object.
func (p *page) section(b *strings.Builder, t reflect.Type, by string) {
	d := p.src.of(t)
	fmt.Fprintf(b, "\n## %s\n\n", d.object)
	var words []string
	if by != "" {
		words = append(words, "Printed "+by+".")
	}
	if words = append(words, d.notes...); len(words) > 0 {
		fmt.Fprintf(b, "%s\n\n", strings.Join(words, "\n"))
	}
	b.WriteString("| key | type | meaning | absent |\n|---|---|---|---|\n")
	p.rows(b, t, d, "", "")
}

// rows writes the rows of the fields of a struct. Fields of an embedded struct without a name of its own are among
// them, and are absent if it is absent. Keys of the struct itself hide keys of embedded ones.
func (p *page) rows(b *strings.Builder, t reflect.Type, d *decl, prefix, absent string) {
	for f := range t.Fields() {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		inner := Elem(f.Type)
		where := fmt.Sprintf("%s.%s", t, f.Name)
		p.checkTag(where, f.Tag)
		if f.Anonymous && key == "" && Kind(f.Type) == "object" {
			if in := p.src.of(inner); in.object == "" {
				p.rows(b, inner, in, prefix, firstOf(f.Tag.Get("absent"), absent))
			} else {
				fmt.Fprintf(b, "| all of [%s](#%s) |  | the keys of that object | %s |\n", p.mention(inner), anchor(in.object), quoted(firstOf(f.Tag.Get("absent"), absent)))
			}
			continue
		}
		if key == "" {
			key = f.Name
		}
		meaning := d.meaning(f.Name)
		if meaning == "" || strings.Contains(meaning, "|") {
			p.errorf("%s: the comment of the field is its meaning in docs/json: it must not be empty nor contain |, and is %q", where, meaning)
		}
		fmt.Fprintf(b, "| `%s%s` | %s | %s | %s |\n", prefix, key, p.kind(f.Type), meaning, p.absent(where, &f, options, absent))
		if Kind(f.Type) == "object" && inner.Name() == "" {
			p.rows(b, inner, d.field(f.Name), prefix+key+".", "")
		}
	}
}

// absent returns when a key is absent, or null.
func (p *page) absent(where string, f *reflect.StructField, options, outer string) string {
	text := f.Tag.Get("absent")
	if text == "never" { // a pointer that always leads somewhere
		return ""
	}
	omitted := strings.Contains(options, "omit")
	isNull := strings.Contains(text, "null")
	canBeNull := f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Slice
	switch {
	case text != "" && !omitted && !isNull && outer == "":
		p.errorf("%s: the tag absent says %q, but the key is always printed: add omitempty, or say when it is null", where, text)
	case isNull && !canBeNull:
		p.errorf("%s: the tag absent says %q, but a %s is never null", where, text, f.Type)
	case f.Type.Kind() == reflect.Pointer && !omitted && !isNull && outer == "":
		p.errorf("%s can be null: say when, with the tag absent", where)
	}
	if text == "" && omitted {
		text = map[string]string{"integer": "it is 0", "number": "it is 0", "boolean": "it is false"}[Kind(f.Type)]
		if text == "" || f.Type.Kind() == reflect.Pointer {
			text = "there is none"
		}
	}
	if text != "" && outer != "" {
		text = outer + "; " + text
	}
	return quoted(firstOf(text, outer))
}

// kind returns the type of a value in the words of the reference.
func (p *page) kind(t reflect.Type) string {
	switch t = Elem(t); Kind(t) {
	case "list":
		return "list of " + p.kind(t.Elem())
	case "map":
		return "map of " + p.kind(t.Elem())
	case "object":
		if t.Name() == "" {
			return "object"
		}
		name := p.mention(t)
		return "object [" + name + "](#" + anchor(name) + ")"
	}
	kind := Kind(t)
	if kind == "" {
		p.errorf("%s writes its JSON itself: add a word for it to ownJSON in internal/jsondoc/kind.go, and explain the word in docs/json", t)
	}
	return kind
}

// anchor returns the anchor of a heading, as GitHub makes it.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// quoted returns the text of a tag with back quotes in place of single ones.
func quoted(text string) string { return strings.ReplaceAll(text, "'", "`") }

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// tags are the keys that tags of results may have; those from label on are read by answers/answer.
var tags = []string{"json", "absent", "label", "show", "unit", "note", "none", "hide"}

// checkTag refuses keys of tags that nothing reads, such as misspelt ones.
func (p *page) checkTag(where string, tag reflect.StructTag) {
	for rest := strings.TrimSpace(string(tag)); rest != ""; {
		key, after, found := strings.Cut(rest, `:"`)
		end := strings.IndexByte(after, '"')
		if !found || end < 0 {
			p.errorf("%s: the tag %q is not a list of key:\"value\"", where, tag)
			return
		}
		if !slices.Contains(tags, key) {
			p.errorf("%s: nothing reads the tag %q; known ones are %s", where, key, strings.Join(tags, ", "))
		}
		rest = strings.TrimSpace(after[end+1:])
	}
}
