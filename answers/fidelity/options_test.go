package fidelity_test

import (
	"testing"

	"weft/answers/answer/answertest"
	"weft/answers/fidelity"
)

// What a command line may say, and what is refused.
func TestOptionsAreChecked(t *testing.T) {
	answertest.Checks(t, fidelity.Questions, `
fidelity
fidelity --alpha 0 => --alpha 0: expected a number between 0 and 1
fidelity --alpha 1 => --alpha 1
fidelity --alpha 0.01
fidelity --iterations -1 => --iterations -1
fidelity --iterations 0
fidelity --top 0 => --top 0: expected 1 or more
fidelity --top 1
fidelity --by page => --by page: expected one of host, domain, site
fidelity --by site --sites list
fidelity --sites list => --sites requires --by site
fidelity --wanted -1 => --wanted -1
fidelity --wanted 0
fidelity --list 0 => --list 0: expected 1 or more
fidelity --samples 99 => --samples 99: expected 100 or more, or -1 for no intervals
fidelity --samples 100
fidelity --samples -1
fidelity --samples -2 => --samples -2
fidelity --rankings pagerank,best => --rankings best: expected one of
fidelity --rankings hits,harmonic
fidelity --zero two => --zero two: expected one of
fidelity --zero undefined
fidelity components
fidelity components --tau -0.1 => --tau -0.1: expected a number from 0 to 1
fidelity components --tau 1
fidelity components --tau 1.1 => --tau 1.1
fidelity components --method strict => --method strict: expected one of grow, maximum
fidelity components --method maximum
fidelity components --init most => --init most: expected minimum or quantile
fidelity components --quantile 0.5 => --quantile requires --init quantile
fidelity components --init quantile --quantile 0.5
fidelity components --init quantile --quantile 1.5 => --quantile 1.5
fidelity components --list 0 => --list 0
fidelity components --hosts -1 => --hosts -1
fidelity components --hosts 0
fidelity components --alpha 2 => --alpha 2
fidelity calibrate
fidelity calibrate --blocks 1 => --blocks 1: expected shares from 0 to less than 1
fidelity calibrate --blocks 0,0.99
fidelity calibrate --blocks 0.5,0.5 => --blocks 0.5,0.5: 0.5 is given twice
fidelity calibrate --blocks -0.1 => --blocks -0.1
fidelity calibrate --sets 0 => --sets 0: expected 1 or more
fidelity calibrate --draws 0 => --draws 0: expected 1 or more
fidelity calibrate --sets 1 --draws 1
fidelity calibrate --top 0 => --top 0
`)
}
