package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"

	"weft/internal/inert"
)

// data writes what is meant for other programs to standard output, byte by byte as it is; only on a terminal with
// visible escapes, as for people.
func (a *app) data(write func(io.Writer) error) error {
	if !a.toTerminal() {
		return write(a.stdout)
	}
	w := inert.Writer(a.stdout)
	return errors.Join(write(w), w.Flush())
}

// toTerminal says whether standard output is a terminal.
func (a *app) toTerminal() bool {
	f, ok := a.stdout.Writer.(*os.File)
	return a.onTerminal || ok && term.IsTerminal(int(f.Fd()))
}

// exported is data for what returns a value, too.
func exported[T any](a *app, write func(io.Writer) (T, error)) (v T, err error) {
	err = a.data(func(w io.Writer) (err error) {
		v, err = write(w)
		return err
	})
	return v, err
}
