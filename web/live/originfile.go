package live

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"strings"

	"weft/internal/lists"
)

// ReadOrigins reads the header fields for given origins:
//
//	# a comment
//	[https://private.example.org]
//	Authorization: Bearer …
//	X-Visitor: archive
//	[http://localhost:8080]
//	login: user:password
//
// A line in brackets begins an origin: scheme, host and port. The lines below it are fields of requests to that
// origin. login stands for the Authorization field of the scheme Basic, with plain user name and password. Errors
// name the line, and no value.
func ReadOrigins(r io.Reader, name string) ([]Origin, error) {
	var all []Origin
	list := lists.New(r, name, bufio.MaxScanTokenSize)
	for list.Next() {
		if err := readOriginLine(&all, list.Text()); err != nil {
			return nil, list.At(err)
		}
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	return all, nil
}

func readOriginLine(list *[]Origin, line string) error {
	if site, ok := strings.CutPrefix(line, "["); ok {
		site, ok = strings.CutSuffix(site, "]")
		o := Origin{Site: site}
		if _, _, err := originFields([]Origin{o}); err != nil || !ok {
			return fmt.Errorf("not an origin: want scheme, host and port in brackets, such as [https://example.org]")
		}
		*list = append(*list, o)
		return nil
	}
	field, value, ok := strings.Cut(line, ":")
	switch {
	case !ok:
		return fmt.Errorf("want \"Name: value\", or an origin in brackets")
	case len(*list) == 0:
		return fmt.Errorf("the field %s belongs to no origin: name one in brackets before it", field)
	}
	if strings.EqualFold(strings.TrimSpace(field), "login") {
		user, password, _ := strings.Cut(strings.TrimSpace(value), ":")
		line = Credentials(url.PathEscape(user) + ":" + url.PathEscape(password))
	}
	o := &(*list)[len(*list)-1]
	if _, _, err := originFields([]Origin{{Site: o.Site, Fields: []string{line}}}); err != nil {
		return fmt.Errorf("the field %s cannot be sent, or is the client's own", field)
	}
	o.Fields = append(o.Fields, line)
	return nil
}
