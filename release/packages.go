package main

import (
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"
	"time"
)

//go:embed nfpm.yaml.tmpl
var nfpmTemplate string

//go:embed weft.rb.tmpl
var formulaTemplate string

// copyright is the file of that name in the Debian package. Debian's rules forbid a second copy of the Apache licence.
//
//go:embed copyright.txt
var copyright string

// packages writes a Debian and an RPM package for each Linux target.
func (r *release) packages(ctx context.Context) error {
	if err := r.compressManuals(); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.stage, "copyright"), []byte(copyright), 0o644); err != nil {
		return err
	}
	for _, t := range r.only {
		if t.system != "linux" {
			continue
		}
		config := filepath.Join(r.stage, "nfpm.yaml")
		err := fill(config, nfpmTemplate, map[string]string{
			"version": r.version, "processor": t.processor, "program": filepath.Join(r.folder(t), t.program()),
			"stage": r.stage, "source": r.source, "when": r.when.Format(time.RFC3339), "maintainer": r.project.Maintainer, "repository": r.project.Repository,
		})
		if err != nil {
			return err
		}
		for _, form := range []string{"deb", "rpm"} {
			to := filepath.Join(r.out, fmt.Sprintf("weft_%s_%s.%s", r.version, t.processor, form))
			env := []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.when.Unix())}
			if _, err := r.output(ctx, ".", env, "go", "tool", "nfpm", "package", "--config", config, "--packager", form, "--target", to); err != nil {
				return err
			}
		}
	}
	return nil
}

// compressManuals writes the manual pages into the folder man1.gz, compressed as the rules of Debian and Fedora require. The
// archives contain them plain.
func (r *release) compressManuals() error {
	from, to := filepath.Join(r.stage, "man1"), filepath.Join(r.stage, "man1.gz")
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	pages, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(from, page.Name()))
		if err != nil {
			return err
		}
		err = create(filepath.Join(to, page.Name()+".gz"), func(w io.Writer) error {
			packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
			if err != nil {
				return err
			}
			if _, err := packed.Write(text); err != nil {
				return err
			}
			return packed.Close()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// formula writes a Homebrew formula. It contains the addresses of the archives, so it requires -url.
func (r *release) formula(context.Context) error {
	if r.url == "" || len(r.only) < len(targets) {
		fmt.Println("no formula: it requires -url and all targets")
		return nil
	}
	sums := map[string]string{"version": r.version, "url": strings.TrimSuffix(r.url, "/")}
	for _, t := range r.only {
		if t.system == "windows" {
			continue
		}
		sum, err := sumOf(filepath.Join(r.out, r.name(t)+".tar.gz"))
		if err != nil {
			return err
		}
		sums[t.String()] = sum
	}
	return fill(filepath.Join(r.out, "weft.rb"), formulaTemplate, sums)
}

// fill writes a file from a template.
func fill(path, text string, with map[string]string) error {
	t, err := template.New(filepath.Base(path)).Option("missingkey=error").Parse(text)
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := t.Execute(&b, with); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
