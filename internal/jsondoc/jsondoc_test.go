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

// The same result becomes Python classes: inner ones first, defaults for what may be absent, meanings as docstrings, and keys that
// are no names in Python.
func TestWritePython(t *testing.T) {
	var b strings.Builder
	if err := jsondoc.WritePython(&b, root, []jsondoc.Section{{Type: reflect.TypeFor[jsondoctest.Whole]()}, {Type: reflect.TypeFor[jsondoctest.Odd]()}}); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for _, want := range []string{
		"class WholeThing(Result):\n    r\"\"\"Printed by `weft whole thing`.\n    It is made up.\n    \"\"\"\n",
		"    first: Any\n    r\"\"\"the first key\"\"\"\n", "    second: int\n", "    third: int | None = None\n", "    fourth: APartOf | None = None\n",
		"    text: str | None = None\n", "    above: bool = False\n", "    parts: list[APartOf] = field(default_factory=list)\n",
		"    matrix: list[list[int]] = field(default_factory=list)\n", "    map: dict[str, int] = field(default_factory=dict)\n", "    time: datetime\n",
		"    part: APartOf | None = None\n", "    sure: APartOf\n", "    below: WholeThingBelow\n", "class WholeThingBelow(Result):", "    whole: APartOf | None = None\n",
		"    from_: str = field(metadata={\"key\": \"from\"})\n", "    n2xx: int = field(default=0, metadata={\"key\": \"2xx\"})\n",
		"    in_: list[str] = field(default_factory=list, metadata={\"key\": \"in\"})\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Index(got, "class APartOf") > strings.Index(got, "class WholeThing(") || strings.Contains(got, "Hidden") {
		t.Errorf("got\n%s", got)
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
		"jsondoctest.Own writes its JSON itself",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no error %q in\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 9 {
		t.Errorf("%d errors, want 9:\n%v", n, err)
	}
}
