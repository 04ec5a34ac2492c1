package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ofReadme returns the blocks of commands of a README; the lines of a block that all make the same crawl, one by one.
// What is to be filled in first, and says so by an ellipsis in place of an address, is left out.
func ofReadme(text string) []example {
	var list []example
	line := 1
	for i, block := range strings.Split(text, "```") {
		if i%2 == 1 && !strings.Contains(block, "git clone …") {
			parts := []string{strings.TrimSpace(block)}
			if strings.Count(block, "-o crawl ") > 1 {
				parts = strings.Split(parts[0], "\n")
			}
			for k, p := range parts {
				list = append(list, example{fmt.Sprintf("README.md:%d", line+1+k), p})
			}
		}
		line += strings.Count(block, "\n")
	}
	return list
}

// ofHelp returns the examples of all commands, those of one help together.
func (t *trial) ofHelp() ([]example, error) {
	var list []example
	var walk func(path []string) error
	walk = func(path []string) error {
		cmd := exec.Command(filepath.Join(t.dir, "bin", "weft"), append(path, "--help")...)
		cmd.Env = t.env
		text, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("weft %s --help: %w", strings.Join(path, " "), err)
		}
		if e := section(string(text), "Examples:"); e != "" {
			list = append(list, example{"weft " + strings.Join(path, " "), e})
		}
		for line := range strings.Lines(section(string(text), "Available Commands:")) {
			if name := strings.Fields(line)[0]; name != "completion" && name != "help" {
				if err := walk(append(slices.Clip(path), name)); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return list, walk(nil)
}

// section returns the lines of a help below a heading.
func section(text, heading string) string {
	_, after, _ := strings.Cut(text, "\n"+heading+"\n")
	body, _, _ := strings.Cut(after, "\n\n")
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}
