package stats

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"weft/internal/shared"
)

// goldenFit is what testdata/golden.py found by brute force; the script names programs, versions and command.
type goldenFit struct {
	XMin          uint64  `json:"xmin"`
	Exponent      float64 `json:"exponent"`
	StdErr        float64 `json:"stderr"`
	Tail          int64   `json:"tail"`
	KS            float64 `json:"ks"`
	LogLikelihood float64 `json:"log_likelihood"`
	Alternatives  map[string]map[string]float64
	Powerlaw      struct {
		Exponent               float64
		Lognormal, Exponential struct {
			Normalized float64 `json:"normalized_ratio"`
			P          float64
		}
	}
}

type goldenFile struct {
	Synthetic map[string]struct {
		Values []uint64
		Counts []int64
		Fit    goldenFit
	}
	Graphs map[string]map[string]goldenFit
}

func readGolden(t testing.TB) goldenFile {
	t.Helper()
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g goldenFile
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFitMatchesBruteForceOnSyntheticSamples(t *testing.T) {
	for name, s := range readGolden(t).Synthetic {
		t.Run(name, func(t *testing.T) {
			checkFit(t, Histogram{Values: s.Values, Counts: s.Counts}, s.Fit)
		})
	}
}

func TestFitMatchesBruteForceOnPublishedGraphs(t *testing.T) {
	readers := map[string]func(testing.TB) (in, out Histogram){
		"harvard500": func(t testing.TB) (in, out Histogram) { return arcLines(t, "harvard500/harvard500.smat", 1, 0, "") },
		"wb-cs-stanford": func(t testing.TB) (in, out Histogram) {
			return arcLines(t, "wb-cs-stanford/wb-cs.stanford.smat", 1, 0, "")
		},
		"hollins":        func(t testing.TB) (in, out Histogram) { return arcLines(t, "hollins/hollins.dat", 6013, 0, "") },
		"california-gr0": func(t testing.TB) (in, out Histogram) { return arcLines(t, "california-gr0/gr0.California", 0, 1, "e") },
		"cnr-2000":       cnrDegrees,
	}
	golden := readGolden(t).Graphs
	for name, read := range readers {
		t.Run(name, func(t *testing.T) {
			in, out := read(t)
			checkFit(t, in, golden[name]["in"])
			checkFit(t, out, golden[name]["out"])
		})
	}
}

func checkFit(t *testing.T, h Histogram, want goldenFit) {
	t.Helper()
	got, err := FitPowerLaw(h, FitOptions{Samples: -1})
	if err != nil {
		t.Fatal(err)
	}
	if got.XMin != want.XMin || got.Tail != want.Tail {
		t.Fatalf("xmin, tail: got %d, %d, want %d, %d", got.XMin, got.Tail, want.XMin, want.Tail)
	}
	near(t, "exponent", got.Exponent, want.Exponent, 1e-6)
	near(t, "stderr", got.StdErr, want.StdErr, 1e-6)
	near(t, "ks", got.KS, want.KS, 1e-6)
	near(t, "log-likelihood", got.LogLikelihood, want.LogLikelihood, 1e-6*math.Abs(want.LogLikelihood)/1000)
	near(t, "exponent by powerlaw", got.Exponent, want.Powerlaw.Exponent, 1e-4)
	for _, a := range got.Alternatives {
		checkAlternative(t, got, a, want.Alternatives[a.Name])
		// Package powerlaw replaces masses that underflow by 1e-307, which spoils its exponential on long tails.
		underflows := a.Name == "exponential" && a.Parameters["lambda"]*float64(h.Max()) > 700
		other := want.Powerlaw.Lognormal
		if a.Name == "exponential" {
			other = want.Powerlaw.Exponential
		}
		if a.Name != "truncated" && !underflows {
			near(t, a.Name+" ratio by powerlaw", a.Normalized, other.Normalized, 5e-3*(1+math.Abs(other.Normalized)))
			near(t, a.Name+" p by powerlaw", a.P, other.P, 2e-3)
		}
	}
}

func checkAlternative(t *testing.T, f Fit, got Alternative, want map[string]float64) {
	t.Helper()
	scale := 1 + math.Abs(f.LogLikelihood)
	near(t, got.Name+" log-likelihood", got.LogLikelihood, want["log_likelihood"], 1e-8*scale)
	near(t, got.Name+" ratio", got.Ratio, f.LogLikelihood-want["log_likelihood"], 2e-8*scale)
	for name, value := range got.Parameters {
		near(t, got.Name+" "+name, value, want[name], 1e-4*(0.01+math.Abs(want[name])))
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.12g, want %.12g (within %.1g)", what, got, want, tolerance)
	}
}

// arcLines counts degrees from lines with two numbers from column col on; skip lines go before, and where a mark is
// given, other lines are no arcs.
func arcLines(t testing.TB, path string, skip, col int, mark string) (in, out Histogram) {
	t.Helper()
	f, err := os.Open(shared.File(t, strings.Split(path, "/")...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ins, outs := map[string]uint64{}, map[string]uint64{}
	lines := bufio.NewScanner(f)
	for ; lines.Scan(); skip-- {
		fields := strings.Fields(lines.Text())
		if skip > 0 || len(fields) < col+2 || mark != "" && fields[0] != mark {
			continue
		}
		outs[fields[col]]++
		ins[fields[col+1]]++
	}
	return countMap(ins), countMap(outs)
}

func countMap(degrees map[string]uint64) Histogram {
	var c Counter
	for _, d := range degrees {
		c.Add(d)
	}
	return c.Histogram()
}

// cnrDegrees counts the degrees of cnr-2000 from its list of successors.
func cnrDegrees(t testing.TB) (in, out Histogram) {
	t.Helper()
	f, err := os.Open(shared.File(t, "cnr-2000", "cnr-2000.graph-txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(data), "\n")
	n, err := strconv.Atoi(strings.TrimSpace(head))
	if err != nil {
		t.Fatal(err)
	}
	ins := make([]uint64, n)
	var outs Counter
	for line := range strings.Lines(rest) {
		degree := uint64(0)
		for v := range strings.FieldsSeq(line) {
			target, err := strconv.Atoi(v)
			if err != nil {
				t.Fatal(err)
			}
			ins[target]++
			degree++
		}
		outs.Add(degree)
	}
	in, err = FromValues(ins)
	if err != nil {
		t.Fatal(err)
	}
	return in, outs.Histogram()
}
