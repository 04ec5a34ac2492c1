package jsondoc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
)

// sources reads the comments of struct types from the sources of the module, one package at a time.
type sources struct {
	root     string
	packages map[string]map[string]*decl // by import path and name of the type
}

func newSources(root string) *sources {
	return &sources{root: root, packages: map[string]map[string]*decl{}}
}

// A decl is the declaration of a struct type in the sources.
type decl struct {
	object string   // its name in the reference
	notes  []string // further sentences
	fields map[string]*ast.Field
}

// of returns the declaration of a type, an empty one if there is none.
func (s *sources) of(t reflect.Type) *decl {
	path := t.PkgPath()
	if s.packages[path] == nil {
		s.packages[path] = s.read(path)
	}
	if d := s.packages[path][t.Name()]; d != nil {
		return d
	}
	return &decl{}
}

// read parses a package. Types that cannot be found have no comments, which is refused where they are needed.
func (s *sources) read(path string) map[string]*decl {
	all := map[string]*decl{}
	_, below, _ := strings.Cut(path, "/") // after the name of the module
	dir := filepath.Join(s.root, filepath.FromSlash(below))
	noTests := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	packages, _ := parser.ParseDir(token.NewFileSet(), dir, noTests, parser.ParseComments) //nolint:staticcheck // see above; no build tags matter here
	for _, p := range packages {
		for _, f := range p.Files {
			for _, d := range f.Decls {
				if g, is := d.(*ast.GenDecl); is && g.Tok == token.TYPE {
					addTypes(all, g)
				}
			}
		}
	}
	return all
}

// addTypes adds the struct types of a declaration.
func addTypes(all map[string]*decl, g *ast.GenDecl) {
	for _, spec := range g.Specs {
		t := spec.(*ast.TypeSpec) //nolint:forcetypeassert // a declaration of types has no others
		s, is := t.Type.(*ast.StructType)
		if !is {
			continue
		}
		d := newDecl(s)
		doc := t.Doc
		if doc == nil {
			doc = g.Doc
		}
		if doc != nil {
			for _, line := range doc.List {
				if name, is := strings.CutPrefix(line.Text, "//json:object "); is {
					d.object = strings.TrimSpace(name)
				} else if note, is := strings.CutPrefix(line.Text, "//json:note "); is {
					d.notes = append(d.notes, strings.TrimSpace(note))
				}
			}
		}
		all[t.Name.Name] = d
	}
}

func newDecl(s *ast.StructType) *decl {
	d := &decl{fields: map[string]*ast.Field{}}
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			d.fields[n.Name] = f
		}
		if len(f.Names) == 0 {
			d.fields[embeddedName(f.Type)] = f
		}
	}
	return d
}

// embeddedName returns the name of the field of an embedded type.
func embeddedName(t ast.Expr) string {
	switch x := t.(type) {
	case *ast.StarExpr:
		return embeddedName(x.X)
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// meaning returns the comment of a field: the one at the end of its line, else the one above.
func (d *decl) meaning(field string) string {
	f := d.fields[field]
	switch {
	case f == nil:
		return ""
	case f.Comment != nil:
		return strings.TrimSpace(f.Comment.Text())
	}
	return strings.Join(strings.Fields(f.Doc.Text()), " ")
}

// field returns the declaration of a struct type without a name, which a field has.
func (d *decl) field(name string) *decl {
	if f := d.fields[name]; f != nil {
		if s, is := f.Type.(*ast.StructType); is {
			return newDecl(s)
		}
	}
	return &decl{}
}
