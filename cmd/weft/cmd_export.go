package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"weft/graph"
	"weft/graph/bv"
	"weft/internal/atomicfile"
	"weft/kinds"
	"weft/store"
)

func (a *app) exportCmd() *cobra.Command {
	var o exportOptions
	var want string
	c := &cobra.Command{
		Use:   "export CRAWL",
		Short: "Write the arcs or the pages of a crawl for other programs",
		Long: `Write a crawl for other programs, to standard output or to a file:

  tsv      a line an arc, "from<TAB>to", in page order; with --names URLs instead of numbers, with --kinds-column the
           kinds of each arc as a third column
  pages    a line a page: number, state, URL
  anchors  a line an anchor text: from, to, text
  bvgraph  the files of a BVGraph, with -o as basename`,
		Example: "  weft export crawl --format tsv --names | head",
		Args:    exactly(1, "a crawl"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.kinds = kinds.All
			var err error
			if want != "" {
				if o.kinds, err = kinds.Parse(want); err != nil {
					return usagef("--kinds: %w", err)
				}
			}
			return a.open(args[0], func(c *store.Crawl) error { return a.export(cmd.Context(), c, o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "tsv", "`FORMAT`: tsv, pages, anchors or bvgraph")
	f.StringVarP(&o.output, "output", "o", "-", "`FILE` to write, or - for standard output")
	f.BoolVar(&o.names, "names", false, "write URLs instead of page numbers")
	f.StringVar(&want, "kinds", "", "only arcs of these `KINDS`, such as link,redirect or measured; all by default")
	f.BoolVar(&o.kindsColumn, "kinds-column", false, "write the kinds of each arc")
	return c
}

type exportOptions struct {
	format, output     string
	names, kindsColumn bool
	kinds              kinds.Set
}

func (a *app) export(ctx context.Context, c *store.Crawl, o exportOptions) error {
	if o.names && !c.HasNames() {
		return fmt.Errorf("export with names: %w", store.ErrNoNames)
	}
	write := map[string]func(context.Context, *store.Crawl, exportOptions, *bufio.Writer) error{
		"tsv": exportTSV, "pages": exportPages, "anchors": exportAnchors,
	}[o.format]
	switch {
	case o.format == "bvgraph":
		return a.exportGraph(c, o)
	case write == nil:
		return usagef("--format %s: want tsv, pages, anchors or bvgraph", o.format)
	case o.output == "-":
		w := bufio.NewWriterSize(a.stdout, 1<<16)
		if err := write(ctx, c, o, w); err != nil {
			return err
		}
		return w.Flush()
	}
	return atomicfile.Write(o.output, func(out io.Writer) error {
		w := bufio.NewWriterSize(out, 1<<16)
		if err := write(ctx, c, o, w); err != nil {
			return err
		}
		return w.Flush()
	})
}

// exportGraph writes a BVGraph; of all arcs it is a copy.
func (a *app) exportGraph(c *store.Crawl, o exportOptions) error {
	if o.output == "-" || o.output == "" {
		return usagef("--format bvgraph writes several files: give their basename with -o")
	}
	if info, err := os.Stat(filepath.Dir(o.output)); err != nil || !info.IsDir() {
		return usagef("-o %s: there is no folder %s", o.output, filepath.Dir(o.output))
	}
	v, err := c.View(store.ViewOptions{What: "export", Kinds: o.kinds, Out: true, Budget: a.budget, Stream: true})
	if err != nil {
		return err
	}
	defer v.Close() //nolint:errcheck // nothing was written
	_, err = bv.Write(o.output, v.Out, bv.Options{})
	return err
}

func exportTSV(ctx context.Context, c *store.Crawl, o exportOptions, w *bufio.Writer) error {
	label := labeller(c, o.names)
	var from, line []byte
	var err error
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		if cur.Node()%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(cur.Succ()) == 0 {
			continue
		}
		if from, err = label(from[:0], cur.Node()); err != nil {
			return err
		}
		for i, v := range cur.Succ() {
			k := cur.Kinds()[i]
			if k&o.kinds == 0 {
				continue
			}
			line = append(append(line[:0], from...), '\t')
			if line, err = label(line, v); err != nil {
				return err
			}
			if o.kindsColumn {
				line = append(append(line, '\t'), k.String()...)
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return cur.Err()
}

// labeller returns what appends the number or the name of a page.
func labeller(c *store.Crawl, names bool) func([]byte, graph.Node) ([]byte, error) {
	if names {
		return c.AppendName
	}
	return func(dst []byte, u graph.Node) ([]byte, error) { return strconv.AppendUint(dst, uint64(u), 10), nil }
}

func exportPages(ctx context.Context, c *store.Crawl, _ exportOptions, w *bufio.Writer) error {
	var line []byte
	var err error
	for u := range graph.Node(c.NumPages()) {
		if u%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line = fmt.Appendf(line[:0], "%d\t%s\t", u, c.State(u))
		if c.HasNames() {
			if line, err = c.AppendName(line, u); err != nil {
				return err
			}
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

func exportAnchors(_ context.Context, c *store.Crawl, o exportOptions, w *bufio.Writer) error {
	label := labeller(c, o.names)
	var line []byte
	var err error
	cur := c.Anchors(graph.Everything(c.Graph()))
	for cur.Next() {
		for _, an := range cur.Anchors() {
			if line, err = label(line[:0], an.From); err != nil {
				return err
			}
			if line, err = label(append(line, '\t'), cur.Node()); err != nil {
				return err
			}
			if line, err = cur.Text(append(line, '\t'), an); err != nil {
				return err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return cur.Err()
}
