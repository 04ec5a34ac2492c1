package jsondoc_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"weft/internal/jsondoc"
	"weft/internal/jsondoc/jsondoctest"
)

// TestSchemas makes schemas that hold for values with and without their optional parts, and for nothing else.
func TestSchemas(t *testing.T) {
	all, err := jsondoc.Schemas(root, "#/$defs/", []reflect.Type{reflect.TypeFor[jsondoctest.Whole]()})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := all["a_part__of___"]; !ok || len(all) != 2 {
		t.Errorf("the schemas are %v", all)
	}
	text, err := json.Marshal(map[string]any{"$defs": all, "$ref": "#/$defs/whole_thing"})
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	required := slices.Sorted(slices.Values(s.Defs["whole_thing"].Required))
	if want := []string{"below", "count", "first", "map", "matrix", "part", "parts", "second", "sure", "time"}; !slices.Equal(slices.DeleteFunc(want, func(k string) bool { return k == "map" }), required) {
		t.Errorf("required: %v", required)
	}
	if got := s.Defs["whole_thing"].Properties["behind"].Description; got != "a share" {
		t.Errorf("the meaning is %q", got)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(change func(m map[string]any)) error {
		text, err := json.Marshal(jsondoctest.Whole{Parts: []jsondoctest.Part{{}}, Sure: &jsondoctest.Part{}, Map: map[string]int64{"a": 1}})
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		change(m)
		return resolved.Validate(m)
	}
	if err := check(func(map[string]any) {}); err != nil {
		t.Error(err)
	}
	for key, v := range map[string]any{"count": 1.5, "time": 7, "map": map[string]any{"a": "b"}, "parts": "none", "unknown": 1, "below": map[string]any{}, "sure": nil} {
		if err := check(func(m map[string]any) { m[key] = v }); err == nil {
			t.Errorf("%s: %v is taken", key, v)
		}
	}
	for _, key := range required {
		if err := check(func(m map[string]any) { delete(m, key) }); err == nil {
			t.Errorf("an object without %s is taken", key)
		}
	}
	if _, err := jsondoc.Schemas(root, "", []reflect.Type{reflect.TypeFor[jsondoctest.Wrong]()}); err == nil {
		t.Error("a type without meanings is taken")
	}
}
