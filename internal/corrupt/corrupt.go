// Package corrupt holds the one mark that decoders put on damaged data.
package corrupt

import (
	"errors"
	"fmt"
)

// Err marks damage: errors.Is(err, Err) holds for every error about bytes that differ from the written ones.
// Public packages export it under their own name.
var Err = errors.New("corrupt data")

type damage struct{ msg string }

func (d *damage) Error() string { return d.msg }
func (d *damage) Unwrap() error { return Err }

// Errorf returns an error that is marked with Err.
func Errorf(format string, args ...any) error { return &damage{fmt.Sprintf(format, args...)} }
