package fidelity

import "weft/answer"

// Kept is γ of every page, NaN where there is none; nothing unless it was asked for.
func (r *Report) Kept(params map[string]any) answer.Kept {
	k := answer.Kept{Kinds: r.Kinds, View: r.View}
	if r.Gammas != nil {
		answer.AddVector(&k, "fidelity", params, r.Gammas)
	}
	return k
}

// Kept is the component of high fidelity of every page, 2³²−1 where it is in none. fetched says which unknown pages were taken for fetched.
func (r *Components) Kept(fetched string) answer.Kept {
	params := map[string]any{"tau": r.Tau, "method": r.Method, "init": r.Init, "quantile": r.Quantile, "with_excluded": r.Settings.WithExcluded}
	if fetched != "" {
		params["fetched"] = fetched
	}
	k := answer.Kept{Kinds: r.Kinds}
	answer.AddVector(&k, "fidelity-component", params, r.Labels)
	return k
}
