package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/term"

	"weft/internal/inert"
)

// data writes output for other programs to standard output without changes. Only on a terminal it makes escapes
// visible, as for people.
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

// exported is data for functions that also return a value.
func exported[T any](a *app, write func(io.Writer) (T, error)) (v T, err error) {
	err = a.data(func(w io.Writer) (err error) {
		v, err = write(w)
		return err
	})
	return v, err
}
