package forms

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"weft/answers"
	"weft/answers/answer"
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
