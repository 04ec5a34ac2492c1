package live

import (
	"fmt"
	"strings"

	"weft/internal/http1"
)

// fixedFields returns the header fields of all requests, as bytes. The caller's fields replace weft's own.
func fixedFields(o *Options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "User-Agent: %s\r\n", o.UserAgent)
	for _, own := range []string{"Accept: */*", "Accept-Encoding: gzip"} {
		if !given(o.Fields, own) {
			b.WriteString(own + "\r\n")
		}
	}
	for _, f := range o.Fields {
		name, value, _ := strings.Cut(f, ":")
		fmt.Fprintf(&b, "%s: %s\r\n", name, strings.TrimSpace(value))
	}
	return b.String()
}

func given(list []string, own string) bool {
	name, _, _ := strings.Cut(own, ":")
	for _, f := range list {
		if n, _, _ := strings.Cut(f, ":"); strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// appendRequest appends the request for a target as the server is to get it.
func (c *Client) appendRequest(dst []byte, t *target, cond Condition) []byte {
	dst = append(dst, "GET "...)
	dst = append(dst, t.path...)
	dst = append(dst, " HTTP/1.1\r\n"...)
	dst = appendField(dst, "Host", t.authority)
	dst = append(dst, c.fixed...)
	own := c.origin[t.site]
	dst = append(dst, own...)
	if !given(strings.Split(own, "\r\n"), "Authorization:") {
		dst = appendField(dst, "Authorization", t.auth)
	}
	dst = appendField(dst, "If-None-Match", cond.ETag)
	dst = appendField(dst, "If-Modified-Since", cond.LastModified)
	if c.jar != nil {
		dst = appendField(dst, "Cookie", c.jar.header(t))
	}
	return append(dst, "\r\n"...)
}

// appendField appends a field. It leaves out a field without a value, or with a value of several lines.
func appendField(dst []byte, name, value string) []byte {
	if value == "" || !plainText(value) {
		return dst
	}
	dst = append(dst, name...)
	dst = append(dst, ": "...)
	dst = append(dst, value...)
	return append(dst, "\r\n"...)
}

// proxied rewrites a request into the form for a proxy (RFC 9112, section 3.2.2).
func proxied(dst, request []byte, t *target, credentials string) []byte {
	dst = append(dst, "GET "...)
	dst = append(dst, t.site...)
	line, rest := http1.CutLine(request)
	dst = append(dst, line[len("GET "):]...)
	dst = append(dst, "\r\n"...)
	if credentials != "-" {
		dst = appendField(dst, "Proxy-Authorization", credentials)
	}
	return append(dst, rest...)
}
