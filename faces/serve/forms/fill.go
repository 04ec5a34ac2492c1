package forms

import (
	"fmt"
	"io"
	"mime/multipart"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weft/faces/serve/jobs"
	"weft/internal/choice"
	"weft/internal/digits"
	"weft/internal/inert"
)

// Limits of a form.
const (
	mostText  = 1000 // bytes of a text
	mostLines = 1000 // texts of an option, and names of pages
)

// A Filled is a form with the values of a reader.
type Filled struct {
	Args    []string // for the child, such as --top=20
	Shown   []string // the same for people; files have their own names
	Uploads map[string][]byte
}

// A ValueError refuses a value of a form.
type ValueError struct{ Option, Value, Want string }

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s %s: expected %s", e.Option, inert.First(e.Value, 100), e.Want)
}

// A Reader gives the values of a form.
type Reader struct {
	Values map[string][]string
	Files  map[string][]*multipart.FileHeader
	// Crawls are the paths of the crawls that the form may name.
	Crawls map[string]string
}

// field is the name of the field of an option.
func field(name string) string { return "o." + name }

// Field is the name of the field of the option in a form.
func (o *Option) Field() string { return field(o.Name) }

// Fill checks the values of a form. Values that equal the default are left out.
func Fill(options []*Option, r *Reader) (*Filled, error) {
	f := &Filled{Uploads: map[string][]byte{}}
	for _, o := range options {
		if err := o.fill(f, r); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// add adds an argument. The name and the value are one argument, so no value becomes another option.
func (f *Filled) add(o *Option, value, shown string) {
	f.Args = append(f.Args, jobs.Flag(o.Name, value))
	f.Shown = append(f.Shown, jobs.Flag(o.Name, shown))
}

// Add adds an argument that the server has checked itself.
func (f *Filled) Add(name, value string) { f.add(&Option{Name: name}, value, value) }

// fill adds the arguments of an option.
func (o *Option) fill(f *Filled, r *Reader) error {
	values := r.Values[o.Field()]
	value := ""
	if len(values) > 0 {
		value = strings.TrimSpace(values[0])
	}
	switch o.Kind {
	case Yes:
		if yes := strconv.FormatBool(value == "true"); yes != o.Default {
			f.add(o, yes, yes)
		}
		return nil
	case Product:
		for _, name := range o.Files {
			if value == "true" {
				f.add(o, jobs.Product(name), name)
			}
		}
		return nil
	case Upload:
		return o.fillUpload(f, r)
	case Choices:
		return o.fillChoices(f, values)
	case Texts:
		if len(values) == 0 { // the form has no such field
			return nil
		}
		return o.fillTexts(f, value)
	}
	if value == "" || value == o.Default {
		return nil
	}
	value, err := o.valueOf(value, r)
	if err == nil && value != o.Default {
		f.add(o, value, value)
	}
	return err
}

// valueOf checks a value of an option with one value, and returns it for the command line.
func (o *Option) valueOf(value string, r *Reader) (string, error) {
	wrong := func(want string) error { return &ValueError{o.Name, value, want} }
	switch o.Kind {
	case Whole:
		n, err := digits.ParseCount(value)
		if err != nil {
			if n, err = strconv.ParseInt(value, 10, 64); err != nil {
				return "", wrong("a whole number such as 25000, 300k or 20M")
			}
		}
		return strconv.FormatInt(n, 10), nil
	case Number:
		if _, err := strconv.ParseFloat(value, 64); err != nil {
			return "", wrong("a number")
		}
		return value, nil
	case Text:
		return value, Check(o.Name, value)
	case Choice:
		if !slices.Contains(o.Words, value) {
			return "", wrong(choice.Of(value, o.Words))
		}
		return value, nil
	case Switch:
		if value != "yes" && value != "no" {
			return "", wrong("yes, no or unchanged")
		}
		return strconv.FormatBool(value == "yes"), nil
	case Crawl:
		path, has := r.Crawls[value]
		if !has {
			return "", wrong("a crawl of this server")
		}
		return path, nil
	}
	return "", wrong("nothing")
}

// fillTexts adds the lines of a list. A list that the reader did not change is neither checked nor sent. Of a changed list
// only new lines are checked: the crawl has the other ones already. A list that becomes empty is dropped by the flag for
// that, or is refused if the option has none.
func (o *Option) fillTexts(f *Filled, value string) error {
	before, lines := cut(inert.Lines(o.Default)), cut(value)
	switch {
	case slices.Equal(lines, before):
		return nil
	case len(lines) == 0 && o.Drop != "":
		f.Add(o.Drop, "true")
		return nil
	case len(lines) == 0:
		return &ValueError{o.Name, "(empty)", "at least one line, because a run cannot remove all lines of this list; load the form again to keep the lines"}
	}
	had := cut(o.Default)
	for i, line := range lines {
		if at := slices.Index(before, line); at >= 0 && len(before) == len(had) {
			lines[i] = had[at] // as it was before the form made its characters harmless
		} else if err := Check(fmt.Sprintf("%s, line %d:", o.Name, i+1), line); err != nil {
			return err
		}
	}
	if len(lines) > max(mostLines, len(had)) {
		return &ValueError{o.Name, lines[mostLines], fmt.Sprintf("at most %d lines", mostLines)}
	}
	for _, line := range lines {
		f.add(o, line, line)
	}
	return nil
}

// fillUpload adds a file of the reader. The child sees it under a name of ours.
func (o *Option) fillUpload(f *Filled, r *Reader) error {
	files := r.Files[o.Field()]
	if len(files) == 0 || files[0].Filename == "" && files[0].Size == 0 {
		return nil
	}
	in, err := files[0].Open()
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	f.Uploads[o.Name] = text
	f.add(o, jobs.Upload(o.Name), baseOf(files[0].Filename))
	return nil
}

// baseOf returns the name of an uploaded file for people. Browsers on Windows may send a whole path.
func baseOf(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return inert.First(name, mostText)
}

// fillChoices adds the words that are ticked.
func (o *Option) fillChoices(f *Filled, values []string) error {
	if len(values) == 0 {
		return nil
	}
	for _, v := range values {
		if !slices.Contains(o.Words, v) {
			return &ValueError{o.Name, v, choice.Of(v, o.Words)}
		}
	}
	if all := strings.Join(values, ","); all != o.Default {
		f.add(o, all, all)
	}
	return nil
}

// Check refuses a text that is longer than a form may send, or is more than one line. The error names the field.
func Check(name, value string) error {
	switch {
	case len(value) > mostText:
		return &ValueError{name, value, fmt.Sprintf("at most %d bytes", mostText)}
	case !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return &ValueError{name, value, "a line of text"}
	}
	return nil
}

// cut returns the lines of a text that are not empty, without the blanks around them.
func cut(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// Lines returns the lines of a text field that are not empty. Errors name the field.
func Lines(field, text string) ([]string, error) {
	all := cut(text)
	for i, line := range all {
		if err := Check(fmt.Sprintf("%s, line %d:", field, i+1), line); err != nil {
			return nil, err
		}
	}
	if len(all) > mostLines {
		return nil, &ValueError{field, all[mostLines], fmt.Sprintf("at most %d lines", mostLines)}
	}
	return all, nil
}
