package weburl

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestCutUserinfo(t *testing.T) {
	for _, c := range [][3]string{
		{"http://user:secret@a.example/x?y@z", "http://a.example/x?y@z", "user:secret"},
		{"http://user@a.example:81/", "http://a.example:81/", "user"},
		{"https://:secret@a.example/", "https://a.example/", ":secret"},
		{"https://u%40v:p%3A%2F@[::1]:8/", "https://[::1]:8/", "u%40v:p%3A%2F"},
		{"ftp://u:p@a.example/", "ftp://a.example/", "u:p"},
		{"http://a.example/user:secret@b", "http://a.example/user:secret@b", ""},
		{"http://a.example/?q=http://u:p@b/", "http://a.example/?q=http://u:p@b/", ""},
		{"no URL at@all", "no URL at@all", ""},
	} {
		rest, userinfo := CutUserinfo([]byte(c[0]))
		if string(rest) != c[1] || string(userinfo) != c[2] {
			t.Errorf("%s: got %s, %q", c[0], rest, userinfo)
		}
	}
}

// Whatever the parser makes of a URL with credentials, what is cut is the URL without them.
func TestCutUserinfoOfWhatIsParsed(t *testing.T) {
	for _, raw := range []string{"http://u:p@a.example/x", "HTTP:\\\\u:p@A.example\\x", "http://a@b@c:d@a.example/x", "http:u:p@a.example/x", "http://u:p@@a.example:80/x", " http://\tu:p@a.example/x#u:p@"} {
		href, err := Append(nil, []byte(raw))
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if rest, userinfo := CutUserinfo(href); string(rest) != "http://a.example/x" || len(userinfo) == 0 {
			t.Errorf("%s: got %s, %q", raw, rest, userinfo)
		}
	}
}

func TestHideUserinfo(t *testing.T) {
	for _, c := range [][2]string{
		{"--proxy=http://v:secret@p:3128", "--proxy=http://***@p:3128"},
		{"http://u:secret@a/@x", "http://***@a/@x"},
		{"http://a@secret:x@host", "http://***@host"},
		{`https://u:"secret@h\x`, `https://***@h\x`},
		{"https:u:secret@a/x", "https:***@a/x"},
		{`HTTPS:\\u:sec ret@b`, `HTTPS:\\***@b`},
		{"nothing", "nothing"},
		{"", ""},
		{"://", "://"},
	} {
		if got := HideUserinfo(c[0]); got != c[1] || strings.Contains(got, "secret") {
			t.Errorf("%q: got %q", c[0], got)
		}
	}
}

// Whatever the parser takes for a URL with credentials is shown without them.
func TestHideInWhatIsParsed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parsed := 0
	for range 20_000 {
		scheme := []string{"http", "https", "HTTP", "hTTps", "\thttp", " https"}[r.IntN(6)]
		slashes := []string{"://", ":", ":/", ":\\", ":\\/", ":////"}[r.IntN(6)]
		arg := scheme + slashes
		for range r.IntN(6) {
			arg += []string{"se3ret", ":", "@", " ", "\t", "\"", "'", "%", "http", "é", "<", "|"}[r.IntN(12)]
		}
		arg += "se3ret@a.example/se3"
		href, err := Append(nil, []byte(arg))
		if err != nil {
			continue
		}
		if rest, _ := CutUserinfo(href); bytes.Contains(rest, []byte("se3ret")) {
			continue // it is no password
		}
		parsed++
		if got := HideUserinfo(arg); strings.Contains(got, "se3ret") {
			t.Errorf("%q is shown as %q", arg, got)
		}
	}
	if parsed < 5000 {
		t.Errorf("only %d of them are URLs", parsed)
	}
}
