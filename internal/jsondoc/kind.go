package jsondoc

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// Elem returns the type that a pointer leads to, or the type itself.
func Elem(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// ownJSON lists the types that write their JSON themselves, and the word of the reference for each. The text of the
// reference explains the words. Types are named by path, since this package is below theirs.
var ownJSON = map[string]string{"weft/crawl/estimate.Interval": "size"}

// Kind returns the type name in the reference for the JSON of a type: text, integer, number, boolean, object,
// list, map, any, or size. A size is an interval of crawl/estimate. Kind returns "" for other types with their own
// MarshalJSON, which [Write] refuses.
func Kind(t reflect.Type) string {
	t = Elem(t)
	switch {
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return "text"
	case reflect.PointerTo(t).Implements(reflect.TypeFor[json.Marshaler]()): // of methods of T and of *T
		return ownJSON[t.PkgPath()+"."+t.Name()]
	}
	switch t.Kind() {
	case reflect.Struct:
		return "object"
	case reflect.Slice, reflect.Array:
		return "list"
	case reflect.Map:
		return "map"
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "boolean"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Interface:
		return "any"
	}
	return "integer"
}
