#!/bin/bash
# Print a seed for each tree of the mini-web below DIR: its shortest home page, or else its first page. usage: seeds.sh DIR
set -eu
awk -F'\t' '!($5 in first) {first[$5] = $2; order[++n] = $5}
  $2 ~ /\/(index\.html)?$/ && (!($5 in index_) || length($2) < length(index_[$5])) {index_[$5] = $2}
  END {for (i = 1; i <= n; i++) {t = order[i]; print (t in index_) ? index_[t] : first[t]}}' "$1/out/manifest.tsv"
