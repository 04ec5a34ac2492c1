package forms

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode"

	"weft/answers"
	"weft/answers/answer"
	"weft/internal/inert"
)

// TestEveryOptionHasAKind finds options of texts that are neither in the list of kinds nor a choice of words. A new one
// gets its kind in the list: forms do not have it before.
func TestEveryOptionHasAKind(t *testing.T) {
	used := map[string]bool{}
	for _, q := range answers.Questions {
		s := &set{question: q.Name}
		q.New().Flags(s)
		for _, o := range s.all {
			used[o.Name], used[q.Name+" "+o.Name] = true, true
			if o.Kind != "" {
				continue
			}
			_, own := kinds[q.Name+" "+o.Name]
			_, all := kinds[o.Name]
			named, _ := ofBoth(words, q.Name, o.Name)
			words := append(slices.DeleteFunc(slices.Clone(o.Words), free), named...)
			if !own && !all && len(words) == 0 {
				t.Errorf("weft %s --%s has no kind: %s", q.Name, o.Name, o.Usage)
			}
			if strings.Contains(o.Usage, "FILE") && kindOf(q.Name, o.Name, words) == Text {
				t.Errorf("weft %s --%s names a file and is a text", q.Name, o.Name)
			}
		}
		for _, o := range Of(&q) {
			if o.Kind == "" || o.Kind == Product && len(o.Files) == 0 || o.Usage == "" || strings.Contains(o.Usage, "`") {
				t.Errorf("weft %s --%s: %+v", q.Name, o.Name, o)
			}
			for _, w := range o.Words {
				if strings.Contains(w, "FILE") {
					t.Errorf("weft %s --%s offers %s", q.Name, o.Name, w)
				}
			}
		}
	}
	for name := range kinds {
		if !used[name] && !strings.HasPrefix(name, crawlQuestion+" ") && name != "kinds" && name != "output" && name != "csv" && name != "sites" {
			t.Errorf("no question has the option %q", name)
		}
	}
}

// question returns a question by its name.
func question(t *testing.T, name string) *answer.Question {
	t.Helper()
	for _, q := range answers.Questions {
		if q.Name == name {
			return &q
		}
	}
	t.Fatalf("no question %q", name)
	return nil
}

// upload is a form with a file.
func upload(t *testing.T, field, name, text string) map[string][]*multipart.FileHeader {
	t.Helper()
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	w, err := m.CreateFormFile(field, name)
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(text))
	m.Close()
	r := httptest.NewRequest(http.MethodPost, "/", &b)
	r.Header.Set("Content-Type", m.FormDataContentType())
	if err := r.ParseMultipartForm(1 << 20); err != nil {
		t.Fatal(err)
	}
	return r.MultipartForm.File
}

// TestFill makes arguments of forms. No value becomes another option, or names a file of the machine.
func TestFill(t *testing.T) {
	for name, x := range map[string]struct {
		question string
		values   map[string][]string
		want     []string
		refused  string
	}{
		"defaults":            {"rank pagerank", map[string][]string{"o.top": {"10"}, "o.alpha": {"0.85"}, "o.dangling": {"strong"}, "o.view": {""}}, nil, ""},
		"numbers":             {"rank pagerank", map[string][]string{"o.top": {"2k"}, "o.alpha": {" 0.5 "}}, []string{"--alpha=0.5", "--top=2000"}, ""},
		"a box":               {"rank hits", map[string][]string{"o.loops": {"true"}}, []string{"--loops=true"}, ""},
		"a view":              {"rank pagerank", map[string][]string{"o.view": {"between-hosts"}}, []string{"--view=between-hosts"}, ""},
		"smuggled":            {"rank pagerank", map[string][]string{"o.kinds": {"link --output=/etc"}}, []string{"--kinds=link --output=/etc"}, ""},
		"no choice":           {"rank pagerank", map[string][]string{"o.dangling": {"--output=/etc"}}, nil, "dangling"},
		"no number":           {"rank pagerank", map[string][]string{"o.top": {"1;id"}}, nil, "whole number"},
		"a line":              {"rank pagerank", map[string][]string{"o.kinds": {"link\n--job=x"}}, nil, "line of text"},
		"long":                {"rank pagerank", map[string][]string{"o.kinds": {strings.Repeat("a", 2000)}}, nil, "bytes"},
		"an option not of it": {"rank pagerank", map[string][]string{"o.output": {"/etc"}, "o.job": {"x"}, "o.memory": {"1"}}, nil, ""},
		"a path as upload":    {"rank pagerank", map[string][]string{"o.preference": {"/etc/passwd"}}, nil, ""},
		"a file as a word":    {"simulate", map[string][]string{"o.start": {"/etc/passwd"}}, nil, "start"},
		"some words":          {"simulate", map[string][]string{"o.orders": {"bfs", "sec"}}, []string{"--orders=bfs,sec"}, ""},
		"a file in words":     {"simulate", map[string][]string{"o.strategy": {"score:/etc/passwd"}}, nil, "strategy"},
		"pages":               {"distances", map[string][]string{"o.from": {"http://a.example/\r\n7\n\n"}}, []string{"--from=http://a.example/", "--from=7"}, ""},
		"a crawl":             {"fidelity", map[string][]string{"o.target": {"a"}}, []string{"--target=/crawls/a"}, ""},
		"another crawl":       {"fidelity", map[string][]string{"o.target": {"/etc"}}, nil, "crawl of this server"},
		"a product":           {"seeds", map[string][]string{"o.output": {"true"}}, []string{"--output=\x00job/files/seeds.txt"}, ""},
		"a path as product":   {"seeds", map[string][]string{"o.output": {"/etc/passwd"}}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Fill(Of(question(t, x.question)), &Reader{Values: x.values, Crawls: map[string]string{"a": "/crawls/a"}})
			if x.refused != "" {
				if err == nil || !strings.Contains(err.Error(), x.refused) {
					t.Errorf("got %v, %+v; want an error with %q", err, f, x.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(f.Args)
			slices.Sort(x.want)
			if !slices.Equal(f.Args, x.want) {
				t.Errorf("got %q, want %q", f.Args, x.want)
			}
		})
	}
	f, err := Fill(Of(question(t, "rank pagerank")), &Reader{Files: upload(t, "o.preference", `C:\x\..\se'eds.txt`, "7\n")})
	if err != nil || len(f.Args) != 1 || f.Args[0] != "--preference=\x00job/uploads/preference" || f.Shown[0] != "--preference=se'eds.txt" || string(f.Uploads["preference"]) != "7\n" {
		t.Errorf("an upload: %+v, %v", f, err)
	}
}

// FuzzFill fills all forms with any value: each argument sets an option of the form, and is one line.
func FuzzFill(f *testing.F) {
	for _, value := range []string{"1", "0.5", "true", "--output=/etc/passwd", "a\nb", "score:/etc/passwd", "\x00job", "-1", "300k", "gone,new", "\u202e"} {
		f.Add(value, value)
	}
	options := map[string][]*Option{}
	for _, q := range answers.Questions {
		options[q.Name] = Of(&q)
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		for name, all := range options {
			for _, o := range all {
				filled, err := Fill([]*Option{o}, &Reader{Values: map[string][]string{o.Field(): {first, second}}, Crawls: map[string]string{"a": "/a"}})
				if err != nil {
					continue
				}
				for _, arg := range filled.Args {
					value, is := strings.CutPrefix(arg, "--"+o.Name+"=")
					if !is || strings.ContainsFunc(strings.TrimPrefix(value, "\x00job"), unicode.IsControl) {
						t.Errorf("weft %s: %q", name, arg)
					}
					if strings.HasPrefix(value, "\x00job") && o.Kind != Product {
						t.Errorf("weft %s --%s: a value names the folder of the job: %q", name, o.Name, value)
					}
				}
			}
		}
	})
}

// TestFillUnchangedLists sends no list that the reader left as the form showed it, and checks only lines that are new.
func TestFillUnchangedLists(t *testing.T) {
	long := "^https?://(" + strings.Repeat("a|", 700) + "b)/"
	odd := "/x\u202ey/" // the form shows an escape in place of the character
	many := strings.TrimSuffix(strings.Repeat("/p\n", mostLines+1), "\n")
	for name, x := range map[string]struct {
		before, sent string
		want         []string
		refused      string
	}{
		"a long line":             {long, long, nil, ""},
		"ends of lines":           {long + "\n/b/", long + "\r\n/b/\r\n\r\n", nil, ""},
		"blanks":                  {" /a/", "/a/ ", nil, ""},
		"a character in disguise": {odd, inert.Lines(odd), nil, ""},
		"many lines":              {many, many, nil, ""},
		"one more":                {long, long + "\n/c/", []string{long, "/c/"}, ""},
		"one more beside odd":     {odd, inert.Lines(odd) + "\n/c/", []string{odd, "/c/"}, ""},
		"one less":                {"/a/\n/b/", "/b/", []string{"/b/"}, ""},
		"a new long line":         {"/a/", "/a/\n" + long, nil, "include, line 2: ^https"},
		"emptied":                 {"/a/", " \r\n", nil, "include (empty): expected at least one line, because"},
		"empty as before":         {"", "", nil, ""},
	} {
		o := &Option{Name: "include", Kind: Texts, Default: x.before}
		f, err := Fill([]*Option{o}, &Reader{Values: map[string][]string{o.Field(): {x.sent}}})
		switch {
		case x.refused != "":
			if err == nil || !strings.HasPrefix(err.Error(), x.refused) {
				t.Errorf("%s: got %v, want %q", name, err, x.refused)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		default:
			var want []string
			for _, line := range x.want {
				want = append(want, "--include="+line)
			}
			if !slices.Equal(f.Args, want) {
				t.Errorf("%s: got %q, want %q", name, f.Args, want)
			}
		}
	}
	f, err := Fill([]*Option{{Name: "include", Kind: Texts, Default: "/a/", Drop: "no-include"}}, &Reader{Values: map[string][]string{"o.include": {" \r\n"}}})
	if err != nil || !slices.Equal(f.Args, []string{"--no-include=true"}) {
		t.Errorf("an emptied list that can be dropped: %v, %v", f, err)
	}
	o := &Option{Name: "exclude", Kind: Texts, Default: "/a/"}
	if f, err := Fill([]*Option{o}, &Reader{}); err != nil || len(f.Args) > 0 {
		t.Errorf("a form without the field: %v, %v", f, err)
	}
}

// TestFormLinesNameTheField names the field and the line in errors.
func TestFormLinesNameTheField(t *testing.T) {
	for text, want := range map[string]string{
		"a\n" + strings.Repeat("b", mostText+1): "seeds, line 2: b",
		"\xff":                                  "seeds, line 1: ",
		strings.Repeat("a\n", mostLines+1):      "seeds a: expected at most",
	} {
		if _, err := Lines("seeds", text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
