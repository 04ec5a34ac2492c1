package jsondoc_test

import (
	"reflect"
	"strings"
	"testing"

	"weft/internal/jsondoc"
	"weft/internal/jsondoc/jsondoctest"
)

const root = "../.."

// A result with all forms of fields is described as it should be: names of objects, embedded structs, keys below keys,
// meanings from both places, defaults and tags of absence, objects after sections.
func TestWriteDescribesTypes(t *testing.T) {
	var b strings.Builder
	if err := jsondoc.Write(&b, root, []jsondoc.Section{{Type: reflect.TypeFor[jsondoctest.Whole]()}}); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != jsondoctest.WholeText {
		t.Errorf("got\n%s\nwant\n%s", got, jsondoctest.WholeText)
	}
}

// What would make the reference false or incomplete is an error that names the field and what to do.
func TestWriteRefusesMistakes(t *testing.T) {
	var b strings.Builder
	err := jsondoc.Write(&b, root, []jsondoc.Section{{Type: reflect.TypeFor[jsondoctest.Wrong]()}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"Wrong.NoMeaning: the comment of the field is its meaning",
		"Wrong.Bar: the comment of the field is its meaning",
		"Wrong.Always: the tag absent says \"sometimes\", but the key is always printed",
		"Wrong.Number: the tag absent says \"null: never counted\", but a int is never null",
		"Wrong.Pointer can be null: say when",
		"Wrong.Misspelt: nothing reads the tag \"absnt\"",
		"Nameless has no line //json:object",
		"are both called \"twin\"",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no error %q in\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 8 {
		t.Errorf("%d errors, want 8:\n%v", n, err)
	}
}
