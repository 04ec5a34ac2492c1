// Package open opens a shared frontier at an address.
package open

import (
	"context"
	"errors"
	"strings"

	"weft/crawl/shared"
	"weft/crawl/shared/redis"
	"weft/crawl/shared/urlfrontier"
)

// An Address is an address of a frontier in two parts, so that the password is kept apart.
type Address struct {
	text           string // without user and password
	User, Password string
}

// Parse reads an address of Redis ([redis.Parse]) or URLFrontier ([urlfrontier.Parse]). Errors do not contain passwords.
func Parse(text string) (Address, error) {
	switch scheme, _, _ := strings.Cut(text, "://"); scheme {
	case "redis", "rediss":
		a, err := redis.Parse(text)
		if err != nil {
			return Address{}, err
		}
		return Address{a.String(), a.User, a.Password}, nil
	case "grpc", "grpcs":
		a, err := urlfrontier.Parse(text)
		if err != nil {
			return Address{}, err
		}
		return Address{text: a.String()}, nil
	}
	return Address{}, errors.New("the address of the frontier does not begin with redis://, rediss://, grpc:// or grpcs://")
}

// String returns the address without user and password. It may be written to files and logs.
func (a Address) String() string { return a.text }

// Open opens the frontier. It also returns warnings for people: settings of the service with which the frontier could be
// lost.
func (a Address) Open(ctx context.Context) (shared.Service, []string, error) {
	if strings.HasPrefix(a.text, "grpc") {
		at, err := urlfrontier.Parse(a.text)
		if err != nil {
			return nil, nil, err
		}
		s, err := urlfrontier.Open(ctx, at)
		if err != nil {
			return nil, nil, err
		}
		return s, nil, nil
	}
	at, err := redis.Parse(a.text)
	if err != nil {
		return nil, nil, err
	}
	at.User, at.Password = a.User, a.Password
	s, err := redis.Open(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	warnings, err := s.Warnings(ctx)
	if err != nil {
		_ = s.Close()
		return nil, nil, err
	}
	return s, warnings, nil
}
