package main

import (
	"io"

	"github.com/spf13/cobra"

	"weft/answers/answer"
	"weft/internal/licences"
)

// licencesTold is what weft licences prints as JSON.
//
//json:object licences
type licencesTold struct {
	Licence string            `json:"licence"` // licence of weft, an SPDX identifier
	Modules []licences.Module `json:"modules"` // modules in the program
}

func (a *app) licencesCmd() *cobra.Command {
	texts := false
	cmd := &cobra.Command{
		Use:   "licences",
		Short: "List the licences of weft and its modules",
		Long: `List the licence of weft and the licences of all modules in the program. --texts prints their full texts, which must
accompany copies of the program.`,
		Example: "  weft licences\n  weft licences --texts | less",
		Args:    exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			all := licences.All()
			if texts {
				_, err := io.WriteString(a.stdout, licences.Format(all))
				return err
			}
			return a.print(licencesTold{licences.Own, all}, func(w io.Writer) { printLicences(w, all) })
		},
	}
	cmd.Flags().BoolVar(&texts, "texts", false, "print the full texts of all licences")
	return cmd
}

func printLicences(w io.Writer, all []licences.Module) {
	row(w, "weft", "%s", licences.Own)
	t := &answer.Table{Title: "Modules in the program", Columns: []answer.Column{
		{Title: "module", Width: -34}, {Title: "version", Width: -36}, {Title: "licence"},
	}}
	for _, m := range all {
		t.Add(m.Path, m.Version, m.Licence)
	}
	answer.Print(w, []answer.Block{t}, flagOf)
}
