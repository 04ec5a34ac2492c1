package answer

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"weft/algo/distance"
	"weft/internal/digits"
)

// A format is how a value is written: a name of the list formats, and after a colon what it takes.
type format struct {
	name, takes string
}

// readFormat reads the tag show of a field; without one, the format of its type.
func readFormat(tag string, t reflect.Type) format {
	name, takes, _ := strings.Cut(tag, ":")
	if name == "" {
		switch t = plain(t); {
		case isInt(t):
			name = "integer"
		case isFloat(t):
			name, takes = "fixed", "4"
		case t.Kind() == reflect.Slice:
			name = "list"
		case t.Kind() == reflect.Bool:
			name = "if"
		default:
			name = "text"
		}
	}
	return format{name, takes}
}

// decimals returns how many decimals the format takes.
func (f format) decimals() int {
	n, err := strconv.Atoi(f.takes)
	if err != nil {
		return 4
	}
	return n
}

// names returns what texts of the format are names of.
func (f format) names() NamedThing {
	switch f.name {
	case "url":
		return OfPages
	case "host":
		return OfHosts
	}
	return Nothing
}

// write writes a value; parent is the struct that it is a field of.
func (f format) write(v, parent reflect.Value) string {
	if e, is := reflect.TypeAssert[distance.Estimate](v); is {
		return f.estimate(&e)
	}
	return formats[f.name].write(f, v, parent)
}

// estimate writes a value with its interval, if that has a width.
func (f format) estimate(e *distance.Estimate) string {
	write := func(x float64) string { return formats[f.name].write(f, reflect.ValueOf(x), reflect.Value{}) }
	if e.Low == e.High {
		return write(e.Value)
	}
	return fmt.Sprintf("%s (95 %%: %s to %s)", write(e.Value), write(e.Low), write(e.High))
}

// A writer is a format: the types it suits, and how it writes.
type writer struct {
	suits func(t reflect.Type) bool
	write func(f format, v, parent reflect.Value) string
}

// formats are all that the tag show can name.
var formats map[string]*writer

func init() { // not as a value of formats, which estimate reads
	formats = map[string]*writer{
		// 12,345
		"integer": {isInt, func(_ format, v, _ reflect.Value) string { return digits.Grouped(asInt(v)) }},
		// fixed:2 is 0.12
		"fixed": {isNumber, func(f format, v, _ reflect.Value) string { return digits.Fixed(asFloat(v), f.decimals()) }},
		// 0.62, 0.029, and < 0.001
		"probability": {isFloat, func(_ format, v, _ reflect.Value) string { return digits.Probability(v.Float(), 0) }},
		// small:4 is 0.1234, and 0.000042 where that would be 0.0000
		"small": {isNumber, func(f format, v, _ reflect.Value) string { return digits.Small(asFloat(v), f.decimals()) }},
		// digits:6 is 0.00123457 and 1.23457e-05
		"digits": {isNumber, func(f format, v, _ reflect.Value) string {
			return strconv.FormatFloat(asFloat(v), 'g', f.decimals(), 64)
		}},
		// 1,234 from 1,000 on, and 0.123 below
		"number": {isNumber, func(_ format, v, _ reflect.Value) string {
			if x := asFloat(v); math.Abs(x) < 1000 {
				return digits.Fixed(x, 3)
			}
			return digits.Grouped(int64(math.Round(asFloat(v))))
		}},
		// a share of 1: 12.3 %
		"share": {isNumber, func(_ format, v, _ reflect.Value) string { return digits.Percent(asFloat(v)) }},
		// percent:0 is 12 %, of a value that is a percentage
		"percent": {isFloat, func(f format, v, _ reflect.Value) string { return digits.Fixed(v.Float(), f.decimals()) + " %" }},
		// an estimated count: 12,300
		"about": {isNumber, func(_ format, v, _ reflect.Value) string { return digits.About(asFloat(v)) }},
		// 1.2 MiB
		"bytes": {isInt, func(_ format, v, _ reflect.Value) string { return digits.Size(asInt(v)) }},
		// a duration in seconds: 2 min 3 s
		"seconds": {isFloat, func(_ format, v, _ reflect.Value) string {
			return digits.Duration(time.Duration(v.Float() * float64(time.Second)))
		}},
		"text": {isText, func(_ format, v, _ reflect.Value) string { return v.String() }},
		// a text that may be long, so that its column stands last
		"name": {isText, func(_ format, v, _ reflect.Value) string { return v.String() }},
		// texts, with commas between
		"list": {isTexts, func(_ format, v, _ reflect.Value) string { return strings.Join(asTexts(v), ", ") }},
		// url:From is the text, or "page 5" by the field From where it is empty; by default the field is Page
		"url": {isText, func(f format, v, parent reflect.Value) string {
			if v.String() != "" {
				return v.String()
			}
			return fmt.Sprintf("page %v", parent.FieldByName(orPage(f.takes)))
		}},
		// host:(no host) is the name of a host, or (no host) where it is empty
		"host": {isText, func(f format, v, _ reflect.Value) string {
			if v.String() != "" {
				return v.String()
			}
			return f.takes
		}},
		// if:inside/outside is inside where it holds, else outside
		"if": {isBool, func(f format, v, _ reflect.Value) string {
			yes, no, _ := strings.Cut(f.takes, "/")
			if f.takes == "" {
				yes, no = "yes", "no"
			}
			if v.Bool() {
				return yes
			}
			return no
		}},
	}
}

func orPage(field string) string {
	if field == "" {
		return "Page"
	}
	return field
}

func isInt(t reflect.Type) bool   { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64 }
func isFloat(t reflect.Type) bool { return t.Kind() == reflect.Float64 || t.Kind() == reflect.Float32 }
func isText(t reflect.Type) bool  { return t.Kind() == reflect.String }
func isBool(t reflect.Type) bool  { return t.Kind() == reflect.Bool }
func isTexts(t reflect.Type) bool { return t.Kind() == reflect.Slice && isText(t.Elem()) }
func isNumber(t reflect.Type) bool {
	return isInt(t) || isFloat(t) || t == reflect.TypeFor[distance.Estimate]()
}

func asInt(v reflect.Value) int64 {
	if v.CanUint() {
		return int64(v.Uint()) //nolint:gosec // counts of pages, links and bytes stay below 2⁶³
	}
	return v.Int()
}

func asFloat(v reflect.Value) float64 {
	if v.CanFloat() {
		return v.Float()
	}
	return float64(asInt(v))
}

func asTexts(v reflect.Value) []string {
	texts := make([]string, v.Len())
	for i := range texts {
		texts[i] = v.Index(i).String()
	}
	return texts
}
