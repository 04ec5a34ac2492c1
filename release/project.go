package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"path"
)

// projectFile is the one place with the address of the project and of its maintainer.
//
//go:embed project.json
var projectFile []byte

// A project says where the sources are published, and who answers for packages.
type project struct {
	Repository string `json:"repository"` // address that git clone takes, such as https://example.org/weft
	Maintainer string `json:"maintainer"` // name and mail address, such as Jane Doe <jane@example.org>
}

// readProject reads the addresses of the project. Packages need both addresses. If one is not set, the error names it.
func readProject(data []byte) (project, error) {
	var p project
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("release/project.json: %w", err)
	}
	if p.Repository == "" || p.Maintainer == "" {
		return p, errors.New(`release/project.json: set "repository" to the address that git clone takes, and "maintainer" to a name and a mail address: packages name both. -only with a target of macOS or Windows needs neither`)
	}
	if u, err := url.Parse(p.Repository); err != nil || u.Scheme != "https" || u.Host == "" || path.Base(u.Path) == "/" {
		return p, fmt.Errorf("release/project.json: repository %q, expected an address such as https://example.org/weft", p.Repository)
	}
	if a, err := mail.ParseAddress(p.Maintainer); err != nil || a.Name == "" {
		return p, fmt.Errorf("release/project.json: maintainer %q, expected a name and a mail address, such as Jane Doe <jane@example.org>", p.Maintainer)
	}
	return p, nil
}
