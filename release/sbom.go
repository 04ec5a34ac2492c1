package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// sbom lists the modules inside each program, and Go's standard library, in the CycloneDX format.
func (r *release) sbom(ctx context.Context) error {
	for _, t := range r.only {
		draft := filepath.Join(r.stage, "sbom.json")
		program := filepath.Join(r.folder(t), t.program())
		_, err := r.output(ctx, ".", []string{"GOFLAGS="}, "go", "tool", "cyclonedx-gomod", "bin", "-json", "-licenses", "-noserial", "-std",
			"-version", "v"+r.version, "-output", draft, program)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(draft)
		if err != nil {
			return err
		}
		if text, err = r.settle(text); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
		if err := os.WriteFile(filepath.Join(r.out, r.name(t)+".cdx.json"), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// settle replaces what differs between two runs of cyclonedx-gomod: the time becomes the time of the commit, and the checksums
// of the tool are removed. It adds the licence of weft, which the tool would look for in module proxies. A module without a
// licence is an error.
func (r *release) settle(text []byte) ([]byte, error) {
	var sbom struct {
		Metadata struct {
			Tools []map[string]any `json:"tools"`
		} `json:"metadata"`
		Components []struct {
			Name     string `json:"name"`
			Evidence struct {
				Licenses []any `json:"licenses"`
			} `json:"evidence"`
		} `json:"components"`
	}
	var all map[string]any
	if err := errors.Join(json.Unmarshal(text, &sbom), json.Unmarshal(text, &all)); err != nil {
		return nil, err
	}
	for _, c := range sbom.Components {
		if len(c.Evidence.Licenses) == 0 && c.Name != "std" { // the tool does not read the licence of the standard library
			return nil, fmt.Errorf("module %s: no licence found", c.Name)
		}
	}
	metadata, _ := all["metadata"].(map[string]any)
	component, ok := metadata["component"].(map[string]any)
	if !ok {
		return nil, errors.New("no metadata.component in the output of cyclonedx-gomod")
	}
	for _, tool := range sbom.Metadata.Tools {
		delete(tool, "hashes")
	}
	metadata["tools"], metadata["timestamp"] = sbom.Metadata.Tools, r.when.Format(time.RFC3339)
	component["licenses"] = []any{map[string]any{"license": map[string]any{"id": "Apache-2.0"}}}
	return json.MarshalIndent(all, "", "  ")
}
