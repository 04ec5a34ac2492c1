package fidelity

import (
	"weft/algo/hak"
	"weft/answers/answer"
)

// Kept is γ of every page, NaN where there is none; nothing unless it was requested.
func (r *Report) Kept() answer.Kept {
	k := answer.Kept{Kinds: r.Kinds, View: r.View, Files: r.files}
	if r.Gammas != nil {
		k.Apart("zero", r.Zero, hak.ZeroIsOne.String())
		k.Apart("with-excluded", r.WithExcluded, false)
		answer.AddVector(&k, "fidelity", assumed(map[string]any{"zero": r.Zero}, r.fetched), r.Gammas)
	}
	return k
}

// Kept is the component of high fidelity of every page, 2³²−1 where it is in none.
func (r *Components) Kept() answer.Kept {
	params := map[string]any{"tau": r.Tau, "method": r.Method, "init": r.Init, "quantile": r.Quantile, "with_excluded": r.Settings.WithExcluded}
	k := answer.Kept{Kinds: r.Kinds, Files: r.files}
	k.Apart("tau", r.Tau, 0.5)
	k.Apart("method", r.Method, Grow)
	k.Apart("init", r.Init, FromMinimum)
	if r.Init == FromQuantile {
		k.Apart("quantile", r.Quantile, 0.1)
	}
	k.Apart("with-excluded", r.Settings.WithExcluded, false)
	answer.AddVector(&k, "fidelity-component", assumed(params, r.fetched), r.Labels)
	return k
}

// assumed adds which pages were taken for fetched.
func assumed(params map[string]any, fetched string) map[string]any {
	if fetched != "" {
		params["fetched"] = fetched
	}
	return params
}
