package measure

import (
	"cmp"
	"fmt"
	"strings"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/store"
)

// usualTolerance is the default bound of the L1 error of PageRank.
const usualTolerance = 1e-9

// unusual returns the options that distinguish a ranking from the ranking by default options, such as "alpha=0.5".
// The parameters come from its description, also in earlier versions. If the error of a PageRank is within the
// default bound, it has the default scores, whatever its method, tolerance and number of iterations.
func unusual(name string, params map[string]any) []string {
	o := unusualOptions{params: params}
	switch name {
	case PageRank:
		o.pageRank()
	case HITS, HITS + "-authorities", HITS + "-hubs":
		o.hits()
	case Katz:
		o.katz()
	case Closeness:
		if n := o.number("iterations", farthest); o.params["cut"] == true && n < farthest {
			o.add("iterations", n)
		}
	}
	return o.list
}

// unusualOptions collects options that are not the defaults. Numbers are float64 in parameters that were read from a
// file.
type unusualOptions struct {
	params map[string]any
	list   []string
}

func (o *unusualOptions) add(option string, value any) {
	o.list = append(o.list, fmt.Sprintf("%s=%v", option, value))
}

// differs adds an option whose parameter is there and is not the usual value.
func (o *unusualOptions) differs(option string, usual any) {
	if v, ok := o.params[option]; ok && v != usual {
		o.add(option, v)
	}
}

// number returns a parameter, or the usual value if there is none.
func (o *unusualOptions) number(key string, usual float64) float64 {
	switch v := o.params[key].(type) {
	case float64:
		return v
	case int:
		return float64(v)
	}
	return usual
}

func (o *unusualOptions) pageRank() {
	o.differs("alpha", 0.85)
	o.differs("dangling", "strong")
	o.differs("weights", OneWeight)
	if o.params["personalised"] == true {
		sum, _ := o.params["preference"].(string)
		o.add("preference", fmt.Sprintf("%.12s", cmp.Or(sum, "unknown")))
	}
	if bound, ok := o.params["bound"].(float64); ok && bound <= usualTolerance {
		return
	}
	if t := o.number("tolerance", usualTolerance); t != usualTolerance {
		o.add("tolerance", max(t, 0))
	}
	usual := float64(defaultIterations[PageRank])
	if n := o.number("iterations", usual); o.params["converged"] != true && n != usual {
		o.add("iterations", n)
		if m, ok := o.params["method"]; ok {
			o.add("method", m)
		}
	}
}

// katz is as pageRank; alpha is unusual if it was given.
func (o *unusualOptions) katz() {
	if _, derived := o.params["share"]; !derived {
		o.add("alpha", o.number("alpha", 0))
	}
	if residual, ok := o.params["residual"].(float64); ok && residual <= usualTolerance {
		return
	}
	if t := o.number("tolerance", usualTolerance); t != usualTolerance {
		o.add("tolerance", t)
	}
	usual := float64(defaultIterations[Katz])
	if n := o.number("iterations", usual); o.params["converged"] != true && n != usual {
		o.add("iterations", n)
	}
}

func (o *unusualOptions) hits() {
	o.differs("loops", false)
	o.differs("norm", Norms[0])
	if t := o.number("tolerance", 0); t > 0 {
		o.add("tolerance", t)
	}
	usual := float64(defaultIterations[HITS])
	if n := o.number("iterations", usual); o.params["converged"] != true && n != usual && n > 0 { // 0 without arcs
		o.add("iterations", n)
	}
}

// An UnusualError refuses a saved result for the options that made it.
type UnusualError struct {
	Name    string   // of the result
	Options []string // that are not the defaults
}

func (e *UnusualError) Error() string {
	return fmt.Sprintf("the result %s is not the one of the default options: an earlier version kept it with %s: compute it again", e.Name, strings.Join(e.Options, ", "))
}

// CheckUsual refuses a saved result that has the name of the default options but was made with other options. The
// error is an [*UnusualError]. Earlier versions kept the last result, whatever its options.
func CheckUsual(res store.Result) error {
	base := answer.PlainName(res.Name)
	if res.Name != answer.ResultName(base, "", res.View) {
		return nil // the name has the options
	}
	list := unusual(base, res.Params)
	if res.Kinds != "" && res.Kinds != kinds.Measured.String() {
		list = append(list, "kinds="+res.Kinds)
	}
	if len(list) == 0 {
		return nil
	}
	return &UnusualError{res.Name, list}
}
