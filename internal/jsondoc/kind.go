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

// Kind returns the word of the reference for the JSON of a type: text, integer, number, boolean, object, list, map, any,
// or size, which is an interval of crawl/estimate.
func Kind(t reflect.Type) string {
	t = Elem(t)
	switch {
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return "text"
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return "size" // an estimate.Interval; further types with a JSON of their own would need further words
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
