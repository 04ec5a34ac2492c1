package scope

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"weft/internal/lists"
	"weft/web/weburl"
)

// A List holds the rules of a file of SURT prefixes. It is only read, and may be shared.
type List struct{ entries []entry }

// Len returns how many prefixes of keys the list has; a rule for a host and all below is two of them.
func (l *List) Len() int { return len(l.entries) }

// Faults of a line of a list.
var (
	errEmpty = errors.New("no prefix after the sign")
	errHost  = errors.New("the labels do not make a host name")
	errPort  = errors.New("the port is not a number up to 65535")
	errUser  = errors.New("credentials cannot be part of a prefix")
	errPath  = errors.New("after the parenthesis a path begins with a slash")
)

// maxLine is the longest line of a list.
const maxLine = 1 << 20

// ReadList reads a list; see the package for its form. Errors name the file, as it is called here, and the line.
func ReadList(r io.Reader, name string) (*List, error) {
	l := &List{}
	in := lists.New(r, name, maxLine)
	for in.Next() {
		text, _, _ := strings.Cut(in.Text(), " #")
		text = strings.TrimSpace(text)
		if err := l.add(text, fmt.Sprintf("line %d of %s", in.Line(), name)); err != nil {
			return nil, in.At(fmt.Errorf("%.200q: %w; write http://(org,example, or a URL", text, err))
		}
	}
	return l, in.Err()
}

func (l *List) add(text, place string) error {
	e := entry{port: anyPort, include: text[0] != '-'}
	sign := "+"
	if !e.include {
		sign = "-"
	}
	body := strings.TrimSpace(strings.TrimLeft(text[:1], "+-") + text[1:])
	if body == "" {
		return errEmpty
	}
	e.rule = fmt.Sprintf("surt %s%s (%s)", sign, body, place)
	prefixes, port, err := parsePrefix(body)
	e.port = port
	for _, p := range prefixes {
		e.prefix = p
		l.entries = append(l.entries, e)
	}
	return err
}

// parsePrefix returns the prefixes of keys that a rule stands for.
func parsePrefix(body string) (prefixes []string, port int, err error) {
	rest := body
	if scheme, after, ok := strings.Cut(body, "://"); ok && !strings.ContainsAny(scheme, "(,)/.") {
		rest = after
	}
	authority, _, _ := strings.Cut(rest, "/")
	if inner, ok := strings.CutPrefix(rest, "("); ok {
		return parseSURT(inner)
	}
	if strings.ContainsAny(authority, ",)") {
		return parseSURT(rest)
	}
	if strings.Contains(authority, "@") {
		return nil, anyPort, errUser
	}
	if !strings.Contains(body, "://") {
		body = "http://" + body
	}
	return parseURL(body, rest)
}

// parseURL reads a URL: a host and those below it, or what is below a directory.
func parseURL(body, rest string) ([]string, int, error) {
	href, err := weburl.Append(nil, []byte(body))
	if err != nil {
		return nil, anyPort, err
	}
	key, err := weburl.AppendKey(nil, href)
	if err != nil {
		return nil, anyPort, err
	}
	port, _ := weburl.KeyPort(key)
	if strings.ContainsAny(rest, `/\?#`) {
		return []string{upToSlash(key)}, port, nil
	}
	host := string(weburl.KeyHost(key))
	return below(host[:len(host)-1]), port, nil
}

// below returns the prefixes of a host, and of all below it.
func below(host string) []string { return []string{host + ")", host + ","} }

// parseSURT reads what follows the first parenthesis.
func parseSURT(s string) ([]string, int, error) {
	authority, path, closed := strings.Cut(s, ")")
	if slash := strings.IndexByte(authority, '/'); slash >= 0 { // a parenthesis of the path
		return nil, anyPort, errHost
	}
	if strings.Contains(authority, "@") {
		return nil, anyPort, errUser
	}
	if closed && path != "" && path[0] != '/' {
		return nil, anyPort, errPath
	}
	authority, port, err := cutPort(authority)
	if err != nil {
		return nil, anyPort, err
	}
	labels, open := strings.CutSuffix(authority, ",")
	if labels == "" && !closed && !open {
		return []string{""}, port, nil
	}
	host, err := hostKey(labels)
	switch {
	case err != nil:
		return nil, anyPort, err
	case !closed && open:
		return below(host), port, nil
	case !closed:
		return []string{host}, port, nil
	}
	path, err = canonicalPath(path)
	return []string{host + ")" + path}, port, err
}

// cutPort cuts ":8080" off labels. An address of version 6 stands in brackets, and has its colons there.
func cutPort(authority string) (labels string, port int, err error) {
	colon := strings.LastIndexByte(authority, ':')
	if colon < 0 || colon < strings.LastIndexByte(authority, ']') {
		return authority, anyPort, nil
	}
	digits := strings.TrimSuffix(authority[colon+1:], ",")
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", anyPort, errPort
	}
	return authority[:colon], int(n), nil
}

// hostKey makes the key of reversed labels, without the parenthesis; of the last of them it may be a part only.
func hostKey(labels string) (string, error) {
	parts := strings.Split(labels, ",")
	var host strings.Builder
	for i, part := range slices.Backward(parts) {
		host.WriteString(part)
		if i > 0 {
			host.WriteByte('.')
		}
	}
	lo, _, err := weburl.HostRange(host.String())
	if err != nil || strings.Count(string(lo), ",") != len(parts)-1 {
		return "", errHost
	}
	return string(lo[:len(lo)-1]), nil
}

// canonicalPath escapes a path as a URL does. A letter more at its end keeps dots there from being resolved.
func canonicalPath(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	path, _, _ = strings.Cut(path, "#")
	href, err := weburl.Parse("http://h" + path + "x")
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(strings.TrimPrefix(href, "http://h"), "x"), nil
}
