package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// texts lists the files of the project that each archive contains.
var texts = []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "SECURITY.md"}

// An entry is a file of an archive.
type entry struct {
	name, path string
	mode       os.FileMode
}

// entries returns the files of an archive, sorted by name.
func (r *release) entries(t target) ([]entry, error) {
	all := []entry{{t.program(), filepath.Join(r.folder(t), t.program()), 0o755}}
	for _, name := range texts {
		all = append(all, entry{name, filepath.Join(r.source, name), 0o644})
	}
	for _, dir := range []string{"man1", "completion"} {
		files, err := os.ReadDir(filepath.Join(r.stage, dir))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			all = append(all, entry{dir + "/" + f.Name(), filepath.Join(r.stage, dir, f.Name()), 0o644})
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// name returns the name of an archive without its extension.
func (r *release) name(t target) string { return fmt.Sprintf("weft_%s_%s", r.version, t) }

// archives packs the files of each target: zip for Windows, tar.gz for all others.
func (r *release) archives(context.Context) error {
	for _, t := range r.only {
		entries, err := r.entries(t)
		if err != nil {
			return err
		}
		pack, ending := writeTar, ".tar.gz"
		if t.system == "windows" {
			pack, ending = writeZip, ".zip"
		}
		err = create(filepath.Join(r.out, r.name(t)+ending), func(w io.Writer) error { return pack(w, r.name(t), entries, r.when) })
		if err != nil {
			return err
		}
	}
	return nil
}

// create writes a file.
func create(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// writeTar writes entries below a folder as a compressed tar file. All of them get the same time, and root as their owner.
func writeTar(w io.Writer, folder string, entries []entry, when time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(packed)
	for _, e := range entries {
		content, err := os.ReadFile(e.path)
		if err != nil {
			return err
		}
		head := &tar.Header{Name: folder + "/" + e.name, Mode: int64(e.mode), Size: int64(len(content)), ModTime: when, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(head); err != nil {
			return err
		}
		if _, err := t.Write(content); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return packed.Close()
}

// writeZip writes entries below a folder as a zip file. All of them get the same time.
func writeZip(w io.Writer, folder string, entries []entry, when time.Time) error {
	z := zip.NewWriter(w)
	for _, e := range entries {
		content, err := os.ReadFile(e.path)
		if err != nil {
			return err
		}
		head := &zip.FileHeader{Name: folder + "/" + e.name, Method: zip.Deflate, Modified: when}
		head.SetMode(e.mode)
		to, err := z.CreateHeader(head)
		if err != nil {
			return err
		}
		if _, err := to.Write(content); err != nil {
			return err
		}
	}
	return z.Close()
}

// checksums writes the SHA-256 checksums of all finished files into SHA256SUMS, in the format of sha256sum.
func (r *release) checksums(context.Context) error {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, f := range files {
		sum, err := sumOf(filepath.Join(r.out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, f.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(b.String()), 0o644)
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), errors.Join(err, f.Close())
}
