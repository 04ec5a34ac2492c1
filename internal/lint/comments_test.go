package lint

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how wide a line of a comment may be, a tab for four; they are wrapped at 120.
const widest = 128

// Comments that have lines of their own are wrapped, but for tables, what is indented, which is printed as it stands, and the line that other tests read.
func TestCommentsAreWrapped(t *testing.T) {
	looked := 0
	eachFile(t, nil, func(set *token.FileSet, file *ast.File) {
		for _, group := range file.Comments {
			for _, c := range group.List {
				place := set.Position(c.Pos())
				const deepest = 8 // beyond it stands code before the comment
				if place.Column > deepest || !strings.HasPrefix(c.Text, "// ") || strings.HasPrefix(c.Text, "//  ") || strings.HasPrefix(c.Text, "// Papers: ") || strings.Contains(c.Text, "|") {
					continue
				}
				looked++
				if width := 4*(place.Column-1) + utf8.RuneCountInString(c.Text); width > widest {
					t.Errorf("%s: the comment has %d columns: wrap it at 120", place, width)
				}
			}
		}
	})
	if looked < 10000 {
		t.Errorf("only %d lines were looked at", looked)
	}
}
