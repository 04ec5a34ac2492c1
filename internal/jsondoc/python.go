package jsondoc

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
)

// WritePython writes a Python dataclass for each object of some sections, and for each object within them. The class
// of an inner object comes first. Keys that are no names in Python end in an underscore. A key that may be absent or
// null has a default: None, or what its absence means. The folder root holds the sources of the module. Errors are as
// for [Write].
func WritePython(w io.Writer, root string, sections []Section) error {
	p := &python{page: page{src: newSources(root), names: map[string]reflect.Type{}}, by: map[reflect.Type]string{}, done: map[string]bool{}}
	for _, s := range sections {
		p.by[s.Type] = s.By
		if s.By == "" {
			p.by[s.Type] = "by `weft " + p.name(s.Type) + "`"
		}
	}
	for _, s := range sections {
		p.class(pythonClass(p.mention(s.Type)), s.Type, p.src.of(s.Type))
	}
	if _, err := io.WriteString(w, p.out.String()); err != nil {
		return err
	}
	return errors.Join(p.errs...)
}

type python struct {
	page
	by   map[reflect.Type]string // what prints the objects of sections
	done map[string]bool         // classes that are written, or under way
	out  strings.Builder
}

// A pythonField is a field of a dataclass.
type pythonField struct{ key, name, kind, def, meaning string }

// pythonClass returns the name of the class of an object: "first incomplete core" is FirstIncompleteCore.
func pythonClass(object string) string {
	var b strings.Builder
	up := true
	for _, r := range object {
		switch {
		case r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
			continue
		case up:
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		up = false
	}
	return b.String()
}

// class writes the classes of the fields of a struct, and then its own.
func (p *python) class(name string, t reflect.Type, d *decl) {
	if p.done[name] {
		return
	}
	p.done[name] = true
	var fields []pythonField
	p.fields(name, t, d, "", &fields)
	var b strings.Builder
	fmt.Fprintf(&b, "\n\n@dataclass(frozen=True, kw_only=True, repr=False)\nclass %s(Result):\n    r\"\"\"", name)
	var words []string
	if by := p.by[t]; by != "" {
		words = append(words, "Printed "+by+".")
	}
	words = append(words, d.notes...)
	if len(words) == 0 {
		words = []string{"The object " + d.object + " of the JSON of weft."}
	}
	end := ""
	if len(words) > 1 {
		end = "\n    "
	}
	fmt.Fprintf(&b, "%s%s\"\"\"\n", strings.Join(words, "\n    "), end)
	for _, f := range fields {
		fmt.Fprintf(&b, "\n    %s: %s%s\n    r\"\"\"%s\"\"\"\n", f.name, f.kind, f.def, f.meaning)
	}
	p.out.WriteString(b.String())
}

// fields appends the fields of a struct, and of the structs that it embeds, if no field has their names.
func (p *python) fields(class string, t reflect.Type, d *decl, outer string, all *[]pythonField) {
	for f := range t.Fields() {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if f.Anonymous && key == "" && Kind(f.Type) == "object" {
			inner := Elem(f.Type)
			absent := outer
			if f.Type.Kind() == reflect.Pointer {
				absent = firstOf(f.Tag.Get("absent"), outer)
			}
			p.fields(class, inner, p.src.of(inner), absent, all)
			continue
		}
		if key == "" {
			key = f.Name
		}
		if slices.ContainsFunc(*all, func(have pythonField) bool { return have.key == key }) {
			continue
		}
		n := pythonField{key: key, name: pythonName(key), kind: p.hint(class, key, f.Type, d.field(f.Name)), meaning: d.meaning(f.Name)}
		absent := p.absent(fmt.Sprintf("%s.%s", t, f.Name), &f, options, outer)
		n.setDefault(&f, absent, strings.Contains(options, "omit") || outer != "")
		if absent != "" {
			n.meaning += "; absent or None: " + strings.TrimPrefix(absent, "null: ")
		}
		*all = append(*all, n)
	}
}

// setDefault sets what stands for a key that is absent or null.
func (n *pythonField) setDefault(f *reflect.StructField, absent string, omitted bool) {
	switch kind := Kind(f.Type); {
	case kind == "list":
		n.def = " = field(default_factory=list)"
	case kind == "map":
		n.def = " = field(default_factory=dict)"
	case absent == "it is 0", absent == "it is false":
		n.def = map[string]string{"integer": " = 0", "number": " = 0.0", "boolean": " = False"}[kind]
	case omitted || absent != "":
		n.kind, n.def = n.kind+" | None", " = None"
	}
	if n.name != n.key {
		def := strings.TrimPrefix(n.def, " = ")
		switch {
		case def == "":
			def = ""
		case strings.HasPrefix(def, "field("):
			def = strings.TrimSuffix(strings.TrimPrefix(def, "field("), ")") + ", "
		default:
			def = "default=" + def + ", "
		}
		n.def = fmt.Sprintf(" = field(%smetadata={\"key\": %q})", def, n.key)
	}
}

// reserved are the words of Python that are keys, and the members of the base of all results.
var reserved = strings.Fields("from in is not and or class def pass with as if for json plot table tables vectors from_json")

// pythonName returns the name of the attribute of a key.
func pythonName(key string) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, key)
	if unicode.IsDigit(rune(name[0])) {
		name = "n" + name
	}
	if slices.Contains(reserved, name) {
		name += "_"
	}
	return name
}

// hint returns the type of a value, and writes the class of its object before.
func (p *python) hint(class, key string, t reflect.Type, d *decl) string {
	t = Elem(t)
	if t == reflect.TypeFor[time.Time]() {
		return "datetime"
	}
	switch kind := Kind(t); kind {
	case "text":
		return "str"
	case "integer":
		return "int"
	case "number":
		return "float"
	case "boolean":
		return "bool"
	case "list":
		if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
			return "str"
		}
		return "list[" + p.hint(class, key, t.Elem(), d) + "]"
	case "map":
		return "dict[str, " + p.hint(class, key, t.Elem(), d) + "]"
	case "object":
		name := class + pythonClass(key)
		if t.Name() != "" {
			name, d = pythonClass(p.mention(t)), p.src.of(t)
		}
		p.class(name, t, d)
		return name
	case "size", "any":
		return "Any"
	}
	p.errorf("%s writes its JSON itself: add a word for it to ownJSON in internal/jsondoc/kind.go", t)
	return "Any"
}
