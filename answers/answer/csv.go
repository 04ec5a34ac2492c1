package answer

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"weft/internal/choice"
	"weft/internal/inert"
	"weft/internal/sheet"
)

// FiguresTable is the name of the table of all single values of a result, in one row.
const FiguresTable = "figures"

// CSVTables returns the names of the tables of a result type: the keys of the lists of objects in its JSON. Dots
// separate the keys of nested objects. [FiguresTable] comes last if the result has single values.
func CSVTables(result reflect.Type) []string {
	var names []string
	figures := false
	eachKey(plain(result), "", func(key string, t reflect.Type) {
		if isTable(t) {
			names = append(names, key)
		} else {
			figures = true
		}
	})
	if figures {
		names = append(names, FiguresTable)
	}
	return names
}

// WriteCSV writes a table of a result as CSV (RFC 4180). The header has the keys of the JSON, with dots between the keys
// of objects within objects. Numbers are as in JSON, null and absent values are empty, and texts
// are guarded as in package sheet. Lists within a row are JSON, also
// lists of objects.
func WriteCSV(w io.Writer, result any, table string) error {
	t := plain(reflect.TypeOf(result))
	all, err := asJSON(result)
	if err != nil {
		return err
	}
	if names := CSVTables(t); !slices.Contains(names, table) {
		return &OptionError{Option: "csv", Value: table, Want: choice.Of(table, names)}
	}
	var columns []string
	var rows []any
	if table == FiguresTable {
		columns, rows = keys(t, false), []any{all}
	} else {
		columns = keys(rowType(t, table), true)
		rows, _ = at(all, table).([]any) // a list that is null or absent has no rows
	}
	out := sheet.New(w)
	if err := out.Row(columns...); err != nil {
		return err
	}
	for _, row := range rows {
		for _, key := range columns {
			if err := addCell(out, at(row, key)); err != nil {
				return err
			}
		}
		if err := out.End(); err != nil {
			return err
		}
	}
	return out.Close()
}

// rowType returns the type of the rows of a table.
func rowType(t reflect.Type, table string) (row reflect.Type) {
	eachKey(t, "", func(key string, t reflect.Type) {
		if key == table {
			row = plain(t.Elem())
		}
	})
	return row
}

// keys returns the keys of an object. Keys of lists of objects are included only with lists.
func keys(t reflect.Type, lists bool) []string {
	var all []string
	eachKey(t, "", func(key string, t reflect.Type) {
		if lists || !isTable(t) {
			all = append(all, key)
		}
	})
	return all
}

// eachKey calls f for each key of the JSON of a struct. A nested object is replaced by its keys. Keys of a struct
// hide keys of its embedded structs.
func eachKey(t reflect.Type, prefix string, f func(key string, t reflect.Type)) {
	own := map[string]bool{}
	for field := range t.Fields() {
		own[jsonKey(&field)] = true
	}
	for field := range t.Fields() {
		key, typ := jsonKey(&field), plain(field.Type)
		switch {
		case field.Anonymous && key == "":
			eachKey(typ, prefix, func(inner string, t reflect.Type) {
				if first, _, _ := strings.Cut(strings.TrimPrefix(inner, prefix), "."); !own[first] {
					f(inner, t)
				}
			})
		case key == "" || key == "-":
		case isObject(typ):
			eachKey(typ, prefix+key+".", f)
		default:
			f(prefix+key, typ)
		}
	}
}

// jsonKey returns the key of a field in JSON: empty if it has none, as of embedded structs.
func jsonKey(f *reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if key == "" && f.IsExported() && !f.Anonymous {
		return f.Name
	}
	return key
}

// isObject says whether a value is an object of JSON: a struct that does not write itself.
func isObject(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && !t.Implements(reflect.TypeFor[json.Marshaler]())
}

// asJSON returns a value in its JSON form: objects are maps, and numbers are json.Number.
func asJSON(v any) (decoded any, err error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&decoded)
	return decoded, err
}

// at returns the value at a key with dots, nil if there is none.
func at(v any, key string) any {
	for k := range strings.SplitSeq(key, ".") {
		object, is := v.(map[string]any)
		if !is {
			return nil
		}
		v = object[k]
	}
	return v
}

// addCell adds a value of JSON to a row.
func addCell(out *sheet.Writer, v any) error {
	switch x := v.(type) {
	case nil:
		out.Number("")
	case string:
		out.Text(inert.Text(x))
	case json.Number, bool:
		out.Number(fmt.Sprint(x))
	default:
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		out.Text(inert.Text(string(text)))
	}
	return nil
}
