package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"weft/internal/mem"
)

// A Plan is the output of a command with --plan.
type Plan struct {
	Need   int64      `json:"need"`
	Form   string     `json:"form"`
	Passes string     `json:"passes"`
	Parts  []mem.Part `json:"parts"`
	Mapped int64      `json:"mapped"`
	Error  struct {
		Message string `json:"message"`
		Hint    string `json:"hint"`
	} `json:"error"`
}

// mostPlan is the size of the longest plan that is read, in bytes.
const mostPlan = 1 << 20

// Plan asks how a job would be done. It starts no job. One plan is made at a time. If the command fails, Plan returns
// its error.
func (m *Manager) Plan(ctx context.Context, s Spec) (*Plan, error) {
	select {
	case m.planning <- struct{}{}:
		defer func() { <-m.planning }()
	case <-ctx.Done():
		return nil, errors.New("other plans are being made: try again")
	}
	dir, err := os.MkdirTemp("", "weft-plan-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a folder of the system's scratch files
	for _, sub := range []string{UploadsDir, FilesDir} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	for name, text := range s.Uploads {
		if err := os.WriteFile(filepath.Join(dir, UploadsDir, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	args := append([]string{}, m.o.Program[1:]...)
	for _, a := range s.Args {
		args = append(args, strings.ReplaceAll(a, jobDir, dir))
	}
	args = append(append(args, Flag("memory", strconv.FormatInt(s.Memory, 10)), Flag("json", "true"), Flag("plan", "true"), Flag("quiet", "true"), "--"), s.Names...)
	c := exec.CommandContext(ctx, m.o.Program[0], args...) //nolint:gosec // weft itself with checked arguments
	var out limited
	c.Stdout = &out
	err = c.Run()
	var p Plan
	switch bad := json.Unmarshal(out.Bytes(), &p); {
	case ctx.Err() != nil:
		return nil, errors.New("the plan takes too long")
	case p.Error.Message != "":
		return nil, errors.New(strings.TrimSuffix(p.Error.Message+". "+p.Error.Hint, ". "))
	case err != nil:
		return nil, err
	case bad != nil:
		return nil, bad
	}
	return &p, nil
}

// limited keeps the first mostPlan bytes.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > mostPlan {
		return 0, errors.New("the plan is too long")
	}
	return l.Buffer.Write(p)
}
