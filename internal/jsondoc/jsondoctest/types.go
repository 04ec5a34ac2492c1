// Package jsondoctest holds results for the tests of jsondoc, which reads the sources of types outside of test files.
package jsondoctest

import "time"

// Whole has fields of all forms.
//
//json:object whole thing
//json:note It is made up.
type Whole struct {
	Embedded
	Named
	*Maybe `absent:"not requested"`
	Count  int    `json:"count"`          // all of `these`
	Text   string `json:"text,omitempty"` // a text
	// A comment above, which the one behind replaces.
	Behind float64 `json:"behind,omitempty" absent:"with 'text'"` // a share
	// A comment above
	// on two lines
	Above  bool             `json:"above,omitempty"`
	Parts  []Part           `json:"parts"`                        // its parts
	Matrix [][]int          `json:"matrix" absent:"null: no arc"` // a matrix
	Map    map[string]int64 `json:"map,omitempty"`                // a map
	Time   time.Time        `json:"time"`                         // when, RFC 3339
	Part   *Part            `json:"part" absent:"null: no part"`  // the greatest part
	Sure   *Part            `json:"sure" absent:"never"`          // the least part
	Below  struct {
		Deep int `json:"deep"` // a depth
	} `json:"below"` // what is below
	Hidden int `json:"-"`
}

// Embedded has no name of its own.
type Embedded struct {
	First any `json:"first"` // the first key
}

// Named has one.
//
//json:object Named thing
type Named struct {
	Second int `json:"second"` // the second key
}

// Maybe is not always there.
type Maybe struct {
	Third  int   `json:"third"`                          // the third key
	Fourth *Part `json:"fourth" absent:"null: too long"` // the fourth key
}

// A Part is a part.
//
//json:object a part (of σ)
type Part struct {
	Whole *Part `json:"whole,omitempty"` // the part that it is of
}

// WholeText is the description of Whole.
const WholeText = "\n## whole thing\n\nPrinted by `weft whole thing`.\nIt is made up.\n\n" + head + "" +
	"| `first` | any | the first key |  |\n" +
	"| all of [Named thing](#named-thing) |  | the keys of that object |  |\n" +
	"| `third` | integer | the third key | not requested |\n" +
	"| `fourth` | object [a part (of σ)](#a-part-of-σ) | the fourth key | not requested; null: too long |\n" +
	"| `count` | integer | all of `these` |  |\n" +
	"| `text` | text | a text | there is none |\n" +
	"| `behind` | number | a share | with `text` |\n" +
	"| `above` | boolean | A comment above on two lines | it is false |\n" +
	"| `parts` | list of object [a part (of σ)](#a-part-of-σ) | its parts |  |\n" +
	"| `matrix` | list of list of integer | a matrix | null: no arc |\n" +
	"| `map` | map of integer | a map | there is none |\n" +
	"| `time` | text | when, RFC 3339 |  |\n" +
	"| `part` | object [a part (of σ)](#a-part-of-σ) | the greatest part | null: no part |\n" +
	"| `sure` | object [a part (of σ)](#a-part-of-σ) | the least part |  |\n" +
	"| `below` | object | what is below |  |\n" +
	"| `below.deep` | integer | a depth |  |\n" +
	"\n## a part (of σ)\n\n" + head + "| `whole` | object [a part (of σ)](#a-part-of-σ) | the part that it is of | there is none |\n" +
	"\n## Named thing\n\n" + head + "| `second` | integer | the second key |  |\n"

const head = "| key | type | meaning | absent |\n|---|---|---|---|\n"

// Odd has keys that are no names in Python.
//
//json:object odd keys
type Odd struct {
	From string   `json:"from"`          // a word of Python
	Twos int      `json:"2xx,omitempty"` // a digit in front
	In   []string `json:"in"`            // a word of Python, with a default
}

// Wrong has a mistake in each field.
//
//json:object wrong thing
type Wrong struct {
	NoMeaning int       `json:"no_meaning"`
	Bar       int       `json:"bar"`                                    // a | b
	Always    int       `json:"always" absent:"sometimes"`              // a number
	Number    int       `json:"number" absent:"null: never counted"`    // a number
	Pointer   *int      `json:"pointer"`                                // a number
	Misspelt  int       `json:"misspelt,omitempty" absnt:"there is no"` // a number
	Nameless  Nameless  `json:"nameless"`                               // a thing
	Twin      Twin      `json:"twin"`                                   // a thing
	OtherTwin OtherTwin `json:"other_twin"`                             // a thing
	Own       []Own     `json:"own"`                                    // things
}

// Own writes its JSON itself, and the reference has no word for it.
type Own struct{}

// MarshalJSON implements json.Marshaler.
func (*Own) MarshalJSON() ([]byte, error) { return []byte("[1]"), nil }

// Nameless has no name.
type Nameless struct{}

// Twin has the name of another type.
//
//json:object twin
type Twin struct{}

// OtherTwin has the name of another type.
//
//json:object twin
type OtherTwin struct{}
