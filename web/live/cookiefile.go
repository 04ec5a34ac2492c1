package live

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"weft/internal/lists"
)

// A Cookie is one of a list that is sent from the start.
type Cookie struct {
	url    url.URL
	cookie http.Cookie
}

// ReadCookies reads a list in the form of Netscape, as browsers' extensions, curl and wget write it: one cookie
// per line. The columns, separated by tabs, are domain, whether hosts below it get the cookie, path, whether only
// https gets it, expiry in seconds since 1970 (0: the end of the run), name and value. Lines that begin with # are
// skipped, except #HttpOnly_. Errors name the line, and no value.
func ReadCookies(r io.Reader, name string) ([]Cookie, error) {
	var list []Cookie
	lines := bufio.NewScanner(r)
	lines.Split(lists.Lines)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		line = strings.TrimPrefix(line, "#HttpOnly_")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		c, err := parseCookie(strings.Split(line, "\t"))
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		list = append(list, c)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

func parseCookie(f []string) (c Cookie, err error) {
	if len(f) != 7 {
		return c, fmt.Errorf("%d fields between tabs: want domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name and value", len(f))
	}
	host := strings.ToLower(strings.TrimPrefix(f[0], "."))
	below, secure := strings.EqualFold(f[1], "TRUE"), strings.EqualFold(f[3], "TRUE")
	expires, err := strconv.ParseFloat(f[4], 64)
	switch {
	case host == "" || strings.ContainsAny(host, "/ @"):
		return c, fmt.Errorf("%q is not a domain", f[0])
	case !below && !strings.EqualFold(f[1], "FALSE"), !secure && !strings.EqualFold(f[3], "FALSE"):
		return c, fmt.Errorf("%q and %q: want TRUE or FALSE", f[1], f[3])
	case !strings.HasPrefix(f[2], "/"):
		return c, fmt.Errorf("the path %q does not begin with a slash", f[2])
	case err != nil:
		return c, fmt.Errorf("the expiry %q is not a number of seconds", f[4])
	case !isToken(f[5]) || !plainText(f[6]) || strings.Contains(f[6], ";"):
		return c, fmt.Errorf("the cookie %q cannot be sent", f[5])
	}
	c.url = url.URL{Scheme: "http", Host: host, Path: f[2]}
	if strings.Contains(host, ":") && host[0] != '[' {
		c.url.Host = "[" + host + "]"
	}
	if secure {
		c.url.Scheme = "https"
	}
	c.cookie = http.Cookie{Name: f[5], Value: f[6], Path: f[2], Secure: secure}
	if _, e := netip.ParseAddr(host); below && e != nil { // addresses have nothing below them
		c.cookie.Domain = host
	}
	if expires > 0 {
		c.cookie.Expires = time.Unix(int64(expires), 0)
	}
	return c, nil
}
