package main

import (
	"github.com/spf13/cobra"

	"weft/answers/fidelity"
	"weft/store"
)

// against compares a crawl with its target.
func (a *app) against(cmd *cobra.Command, c *store.Crawl, fl *fidelityFlags) error {
	return a.open(fl.target, func(target *store.Crawl) error {
		t, err := fidelity.Against(cmd.Context(), c, target, fl.rankings, fl.o)
		if err != nil {
			return err
		}
		if err := a.writeWanted(fl, t.Report); err != nil {
			return err
		}
		return a.tell(t)
	})
}
