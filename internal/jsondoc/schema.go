package jsondoc

import (
	"errors"
	"reflect"
	"strings"
	"time"
)

// Schemas returns the JSON Schema (draft 2020-12) of each object of some types, and of the objects that they mention, by name.
// base precedes the names in references. The folder root holds the sources of the module. Missing meanings and unnamed types
// are errors, as in [Write].
func Schemas(root, base string, types []reflect.Type) (map[string]any, error) {
	s := &schemas{page: page{src: newSources(root), names: map[string]reflect.Type{}}, base: base}
	for _, t := range types {
		s.mention(Elem(t))
	}
	all := map[string]any{}
	for len(s.pending) > 0 {
		t := s.pending[0]
		s.pending = s.pending[1:]
		all[SchemaName(s.name(t))] = s.object(t, s.src.of(t))
	}
	return all, errors.Join(s.errs...)
}

// Name returns the name of the object of a type.
func Name(root string, t reflect.Type) (string, error) {
	p := page{src: newSources(root)}
	name := p.name(Elem(t))
	return name, errors.Join(p.errs...)
}

// SchemaName is the name of the schema of an object. Characters that OpenAPI does not allow become underscores.
func SchemaName(object string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '.' || r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '_'
	}, object)
}

type schemas struct {
	page
	base string
}

// A schema is a JSON Schema as it is marshalled.
type schema = map[string]any

// object returns the schema of a struct.
func (s *schemas) object(t reflect.Type, d *decl) schema {
	properties, required := schema{}, []string{}
	s.properties(t, d, properties, &required, false)
	o := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

// properties adds the fields of a struct, and of the structs that it embeds. Fields of an optional struct are optional.
func (s *schemas) properties(t reflect.Type, d *decl, to schema, required *[]string, optional bool) {
	for f := range t.Fields() {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if key == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if f.Anonymous && key == "" && Kind(f.Type) == "object" {
			s.properties(Elem(f.Type), s.src.of(Elem(f.Type)), to, required, optional || f.Type.Kind() == reflect.Pointer)
			continue
		}
		if key == "" {
			key = f.Name
		}
		if _, hidden := to[key]; hidden {
			continue
		}
		omitted := strings.Contains(options, "omit")
		v := s.value(f.Type, d.field(f.Name))
		if !omitted && canBeNull(f.Type) && f.Tag.Get("absent") != "never" {
			v = schema{"anyOf": []any{v, schema{"type": "null"}}}
		}
		meaning := d.meaning(f.Name)
		if meaning == "" {
			s.errorf("%s.%s: the comment of the field is its meaning: it must not be empty", t, f.Name)
		}
		v["description"] = meaning
		to[key] = v
		if !omitted && !optional {
			*required = append(*required, key)
		}
	}
}

func canBeNull(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map
}

// value returns the schema of a value; d has the comments of a struct without a name.
func (s *schemas) value(t reflect.Type, d *decl) schema {
	t = Elem(t)
	if t == reflect.TypeFor[time.Time]() {
		return schema{"type": "string", "format": "date-time"}
	}
	switch kind := Kind(t); kind {
	case "text":
		return schema{"type": "string"}
	case "integer", "number", "boolean":
		return schema{"type": kind}
	case "list":
		if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
			return schema{"type": "string", "contentEncoding": "base64"}
		}
		return schema{"type": "array", "items": s.value(t.Elem(), d)}
	case "map":
		return schema{"type": "object", "additionalProperties": s.value(t.Elem(), d)}
	case "object":
		if t.Name() == "" {
			return s.object(t, d)
		}
		return schema{"$ref": s.base + SchemaName(s.mention(t))}
	}
	return schema{}
}
