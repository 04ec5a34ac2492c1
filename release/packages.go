package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed nfpm.yaml.tmpl
var nfpmTemplate string

//go:embed weft.rb.tmpl
var formulaTemplate string

// packages makes a Debian and an RPM package for each processor of Linux.
func (r *release) packages(ctx context.Context) error {
	for _, t := range r.only {
		if t.system != "linux" {
			continue
		}
		config := filepath.Join(r.stage, "nfpm.yaml")
		err := fill(config, nfpmTemplate, map[string]string{
			"version": r.version, "processor": t.processor, "program": filepath.Join(r.folder(t), t.program()),
			"stage": r.stage, "source": r.source,
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

// sbom lists the modules inside each program, in the form of CycloneDX.
func (r *release) sbom(ctx context.Context) error {
	for _, t := range r.only {
		to := filepath.Join(r.out, r.name(t)+".cdx.json")
		program := filepath.Join(r.folder(t), t.program())
		_, err := r.output(ctx, ".", nil, "go", "tool", "cyclonedx-gomod", "bin", "-json", "-licenses", "-noserial",
			"-version", "v"+r.version, "-output", to, program)
		if err != nil {
			return err
		}
	}
	return nil
}

// formula writes a formula for Homebrew. It names archives by their address, so that this must be known.
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
