package papers

import (
	"weft/answers/seeds"
	"weft/stats"
)

// closeRounds is the greatest gap of rounds that is called close.
const closeRounds = 5

// Gaps relates the rounds of cores to their distances, over the ordered pairs of cores that are joined.
//
//json:object gaps
type Gaps struct {
	Spearman  float64 `json:"spearman"`                                      // Spearman correlation of the gap between rounds and the distance
	Undefined string  `json:"undefined,omitempty" absent:"there is a value"` // reason why there is no value
	Close     int     `json:"close"`                                         // pairs at most five rounds apart
	Far       int     `json:"close_and_far"`                                 // close pairs that are at least as far apart as pages are on average
	CloseMean float64 `json:"close_mean"`                                    // mean distance of the close pairs
	NearGap   float64 `json:"near_gap"`                                      // mean gap of the pairs at the least distance
	MeanGap   float64 `json:"mean_gap"`                                      // mean gap of all pairs
}

func gapsOf(b *seeds.Between, rounds []int, average float64) Gaps {
	var g Gaps
	var gaps, distances []int
	near, nearSum := 0, 0
	for i, row := range b.Distances {
		for k, d := range row {
			if i == k || d < 0 {
				continue
			}
			gap := max(rounds[i]-rounds[k], rounds[k]-rounds[i])
			gaps, distances = append(gaps, gap), append(distances, d)
			g.MeanGap += float64(gap)
			if d == b.Least {
				near++
				nearSum += gap
			}
			if gap <= closeRounds {
				g.Close++
				g.CloseMean += float64(d)
				if float64(d) >= average {
					g.Far++
				}
			}
		}
	}
	g.CloseMean /= float64(max(g.Close, 1))
	g.MeanGap /= float64(max(len(gaps), 1))
	g.NearGap = float64(nearSum) / float64(max(near, 1))
	var err error
	if g.Spearman, err = stats.Spearman(gaps, distances); err != nil {
		g.Spearman, g.Undefined = 0, err.Error()
	}
	return g
}
