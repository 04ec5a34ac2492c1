package remote

import (
	"net/url"
	"strings"

	"weft/internal/held"
)

// Is reports whether the name of an input is the address of a file that this package reads.
func Is(name string) bool {
	scheme, _, found := strings.Cut(name, "://")
	if !found {
		return false
	}
	switch strings.ToLower(scheme) {
	case "http", "https", schemeS3:
		return true
	}
	return false
}

// secretParameter matches the names of parameters that give access to a file, as in presigned addresses.
var secretParameter = held.Regexp(`(?i)signature|credential|token|secret|password|passwd|^sig$|^key$|api.?key`)

// Shown returns an address without secrets, to show or keep it: without user name and password. It
// leaves out a query whose parameters give access to the file.
func Shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.User = nil
	for name := range u.Query() {
		if secretParameter().MatchString(name) {
			u.RawQuery = "..."
			break
		}
	}
	return u.String()
}

// FileName returns the last part of the path of an address.
func FileName(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Path[strings.LastIndexByte(u.Path, '/')+1:]
	}
	return address
}

// Beside returns the address of a file in the folder of another.
func Beside(address, name string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	if name == "" || strings.ContainsAny(name, "/\\?#") {
		return "", &url.Error{Op: "parse", URL: name, Err: errNoName}
	}
	return u.JoinPath("..", name).String(), nil
}
