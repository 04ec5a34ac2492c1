package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"weft/internal/disk"
	"weft/web/warc"
)

// verdict returns the differences between a disturbed crawl and an undisturbed one.
func (b *bench) verdict(whole, dir, order string) string {
	var wrong []string
	if order == "strict" && !same(filepath.Join(whole, "log/events"), filepath.Join(dir, "log/events")) {
		wrong = append(wrong, "another log")
	}
	imported := dir + " imported"
	files, err := disk.List(filepath.Join(dir, "warc"), "", ".warc.gz")
	if err != nil || len(files) == 0 {
		wrong = append(wrong, "no archive")
	}
	out, err := exec.Command(b.weft, append([]string{"import", "--quiet", "-o", imported}, files...)...).CombinedOutput() //nolint:gosec // the program under test
	if err != nil {
		wrong = append(wrong, fmt.Sprintf("import: %v: %s", err, out))
	}
	for _, f := range []string{"graph.graph", "transpose.graph", "kinds.bin", "pages.names", "pages.states.npy"} {
		want := filepath.Join(whole, "snapshot", f)
		if !same(want, filepath.Join(dir, "snapshot", f)) {
			wrong = append(wrong, "another "+f)
		}
		if !same(want, filepath.Join(imported, f)) {
			wrong = append(wrong, "another "+f+" imported")
		}
	}
	for _, f := range files {
		if err := members(f); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %v", filepath.Base(f), err))
		}
	}
	if len(wrong) == 0 {
		return "the same"
	}
	b.bad = true
	return "DIFFERS: " + strings.Join(wrong, "; ")
}

func same(a, b string) bool {
	x, err1 := os.ReadFile(a)
	y, err2 := os.ReadFile(b)
	return errors.Is(err1, os.ErrNotExist) && errors.Is(err2, os.ErrNotExist) || err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// members reads each gzip member separately: it must be whole, and hold one record.
func members(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	rd := bytes.NewReader(data)
	z, err := gzip.NewReader(rd)
	for err == nil {
		z.Multistream(false)
		member, err := io.ReadAll(z)
		if err != nil {
			return err
		}
		one := warc.NewReader(bytes.NewReader(member), warc.Options{})
		if _, err := one.Next(); err != nil {
			return err
		}
		if _, err := one.Next(); !errors.Is(err, io.EOF) {
			return fmt.Errorf("a member with more than a record: %w", err)
		}
		if err := z.Reset(rd); errors.Is(err, io.EOF) {
			return nil
		}
	}
	return err
}
