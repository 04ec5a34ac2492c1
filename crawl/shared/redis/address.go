// Package redis keeps a shared frontier in Redis (6.2 or later) by scripts that Redis runs one at a time.
package redis

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"weft/internal/held"
)

// An Address says where a frontier is.
type Address struct {
	Host           string // HOST:PORT
	TLS            bool
	User, Password string
	Database       int
	Name           string // of the frontier: its keys begin with weft:NAME:
}

var nameSyntax = held.Regexp(`^[A-Za-z0-9._-]{1,100}$`)

// Parse reads redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE][?name=NAME], or the same with rediss for TLS. The port
// defaults to 6379, the database to 0, and the name to "weft". Errors do not contain the password.
func Parse(text string) (Address, error) {
	u, err := url.Parse(text)
	// An @ after the host is the end of a password with a slash, a question mark or a number sign.
	if err != nil || strings.Contains(u.Path+"?"+u.RawQuery+"#"+u.Fragment, "@") || u.Fragment != "" {
		return Address{}, errors.New("the address of the frontier is no URL, expected redis://HOST:PORT; percent-encode special characters of a password")
	}
	a := Address{TLS: u.Scheme == "rediss", Name: "weft", User: u.User.Username()}
	a.Password, _ = u.User.Password()
	if u.Scheme != "redis" && u.Scheme != "rediss" || u.Hostname() == "" {
		return Address{}, fmt.Errorf("the address of the frontier has scheme %q and host %q, expected redis://HOST:PORT or rediss://HOST:PORT", u.Scheme, u.Hostname())
	}
	a.Host = net.JoinHostPort(u.Hostname(), "6379")
	if u.Port() != "" {
		a.Host = net.JoinHostPort(u.Hostname(), u.Port())
	}
	if path := strings.TrimPrefix(u.Path, "/"); path != "" {
		if a.Database, err = strconv.Atoi(path); err != nil || a.Database < 0 {
			return Address{}, fmt.Errorf("the path of the address of the frontier is %q, expected the number of a database; a name is given by ?name=%s", u.Path, path)
		}
	}
	return a, a.query(u)
}

// query reads the part after the question mark.
func (a *Address) query(u *url.URL) error {
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return fmt.Errorf("the address of the frontier has a query that cannot be read, expected ?name=NAME: %w", err)
	}
	for key, list := range values {
		if key != "name" || len(list) != 1 {
			return fmt.Errorf("the address of the frontier has the option %q, expected ?name=NAME once", key)
		}
		if a.Name = list[0]; !nameSyntax().MatchString(a.Name) {
			return fmt.Errorf("the name of the frontier is %q, expected up to 100 letters, digits, dots, hyphens and underscores of ASCII", a.Name)
		}
	}
	return nil
}

// String returns the address without user and password.
func (a Address) String() string {
	u := url.URL{Scheme: "redis", Host: a.Host}
	if a.TLS {
		u.Scheme = "rediss"
	}
	if a.Database != 0 {
		u.Path = "/" + strconv.Itoa(a.Database)
	}
	if a.Name != "weft" {
		u.RawQuery = "name=" + a.Name
	}
	return u.String()
}

// prefix returns how all keys of the frontier begin.
func (a Address) prefix() string { return "weft:" + a.Name + ":" }
