package live

import (
	"strings"
	"testing"
)

// Cookies of a file go to the hosts, paths and schemes that they are for, as long as they have not expired, also after
// the jar was emptied.
func TestCookieFile(t *testing.T) {
	later := "4102444800"
	file := strings.Join([]string{
		"# Netscape HTTP Cookie File", "",
		"a.example\tFALSE\t/\tFALSE\t0\thost\t1", ".b.example\tTRUE\t/\tFALSE\t" + later + "\tbelow\t2", "c.example\tTRUE\t/in\tFALSE\t" + later + ".5\tpath\t3",
		"#HttpOnly_a.example\tFALSE\t/\tTRUE\t0\tsecure\t4\ra.example\tFALSE\t/\tFALSE\t1\told\t5", "192.0.2.7\tTRUE\t/\tFALSE\t0\taddress\t6",
		"com\tTRUE\t/\tFALSE\t0\tsuffix\t7", "a.example\tFALSE\t/\tFALSE\t0\tempty\t",
	}, "\n")
	list, err := ReadCookies(strings.NewReader(file), "f")
	if err != nil {
		t.Fatal(err)
	}
	j := newJar(list)
	for range 2 {
		for url, want := range map[string]string{
			"http://a.example/x": "host=1; empty=", "https://a.example/": "host=1; secure=4; empty=", "http://www.a.example/": "",
			"http://b.example/": "below=2", "http://w.w.b.example/": "below=2", "http://notb.example/": "",
			"http://c.example/": "", "http://c.example/in/x": "path=3", "http://www.c.example/in": "path=3", "http://c.example/inside": "",
			"http://192.0.2.7/": "address=6", "http://x.com/": "",
		} {
			target, err := parseTarget(url)
			if err != nil {
				t.Fatal(err)
			}
			if got := j.header(&target); got != want {
				t.Errorf("%s gets %q, want %q", url, got, want)
			}
		}
		j.clear()
	}
	for want, line := range map[string]string{
		"line 1: 1 fields": "a.example host=se3ret", "\"a/b\" is not a domain": "a/b\tTRUE\t/\tFALSE\t0\tn\tse3ret", "want TRUE or FALSE": "a.example\tyes\t/\tFALSE\t0\tn\tse3ret",
		"begin with a slash": "a.example\tTRUE\tx\tFALSE\t0\tn\tse3ret", "not a number": "a.example\tTRUE\t/\tFALSE\tsoon\tn\tse3ret", "cannot be sent": "a.example\tTRUE\t/\tFALSE\t0\tn\tse3ret;x",
	} {
		if _, err := ReadCookies(strings.NewReader(line), "f"); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "se3ret") {
			t.Errorf("%q: got %v", line, err)
		}
	}
}

// Fields of a file belong to the origin in brackets above them, in any spelling of it; what makes no sense is refused,
// without its value.
func TestOriginFile(t *testing.T) {
	list, err := ReadOrigins(strings.NewReader("# x\n[HTTPS://A.example:443/]\nX-One: 1\r\nx-two:2\n\n[http://[::1]:8080]\nlogin: me@home:p:%41\n[http://b.example]\n"), "f")
	if err != nil {
		t.Fatal(err)
	}
	of, names, err := originFields(list)
	if err != nil || len(names) != 3 {
		t.Fatalf("got %v, %v", names, err)
	}
	if of["https://a.example"] != "X-One: 1\r\nx-two: 2\r\n" || of["http://[::1]:8080"] != "Authorization: Basic bWVAaG9tZTpwOiU0MQ==\r\n" || of["http://b.example"] != "" {
		t.Errorf("got %q", of)
	}
	for want, text := range map[string]string{
		"line 1: the field X belongs to no origin": "X: se3ret", "line 2: want \"Name: value\"": "[http://a.example]\nse3ret", "not an origin": "[http://a.example/se3ret]",
		"line 1: not an origin": "[a.example]", "line 3: the field Host cannot": "[http://a.example]\nA: b\nHost: se3ret", "not an origin:": "[http://u:se3ret@a.example]",
		"the field X Y cannot be sent": "[http://a.example]\nX Y: se3ret", "not an origin: want": "[http://a.example",
	} {
		if _, err := ReadOrigins(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "se3ret") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

// What is secret is cut out of requests, whatever the case of its name, and nothing else.
func TestWithoutSecrets(t *testing.T) {
	o := quick()
	o.Origins = []Origin{{"http://a.example", []string{"X-Token: t"}}}
	o.CookieList = []Cookie{{}}
	c := newClient(t, o)
	for _, url := range []string{"http://u:p@a.example/", "http://a.example/"} {
		target, err := parseTarget(url)
		if err != nil {
			t.Fatal(err)
		}
		request := c.appendRequest(nil, &target, Condition{})
		if !strings.Contains(string(request), "X-Token: t\r\n") || strings.Contains(url, "u:p") != strings.Contains(string(request), "Authorization: ") {
			t.Errorf("%s: it is asked %q", url, request)
		}
		got := string(c.withoutSecrets(append(request[:len(request)-2:len(request)-2], "COOKIE: x=y\r\nAccept-Language: Authorization: no\r\n\r\n"...)))
		if strings.Contains(got, "X-Token") || strings.Contains(got, "Basic") || strings.Contains(got, "COOKIE") || !strings.HasSuffix(got, "Accept-Language: Authorization: no\r\n\r\n") || !strings.HasPrefix(got, "GET / HTTP/1.1\r\n") {
			t.Errorf("%s: it is recorded as %q", url, got)
		}
	}
	other, _ := parseTarget("https://a.example/")
	if got := string(c.appendRequest(nil, &other, Condition{})); strings.Contains(got, "X-Token") {
		t.Errorf("another origin is asked %q", got)
	}
}
