# The checks of run.sh, which sets dir, work, weft, recode, rust, python and rows.

# find_peers sets java, rs and py to the names and versions of what is installed, or to nothing.
find_peers() {
	java= rs= py=
	local jar
	jar=$(find "$dir/java/lib" -name 'webgraph-[0-9]*.jar' 2>/dev/null | head -n 1) || true
	if [ -n "$jar" ]; then java="WebGraph Java $(basename "${jar#*webgraph-}" .jar)"; fi
	if [ -x "$rust/webgraph" ]; then rs="webgraph-cli $(sed -n 's/^"webgraph-cli \([^ ]*\) .*/\1/p' "$dir/rust/.crates.toml")"; fi
	if [ -x "$python" ]; then py=yes; fi
	[ -n "$java" ] || echo "run: WebGraph for Java is not installed: left out" >&2
	[ -n "$rs" ] || echo "run: webgraph-rs is not installed: left out" >&2
	[ -n "$py" ] || echo "run: SciPy and networkx are not installed: left out" >&2
}

# row PROGRAM GRAPH WHAT STATUS [NOTE] keeps a line of the table.
row() { printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "${5-}" >>"$rows"; }

# hash_of names the arcs on standard input, whatever their order.
hash_of() { sort -S 20% | sha256sum | cut -c 1-16; }

# turned swaps the ends of arcs.
turned() { awk '{ print $2 "\t" $1 }'; }

# same PROGRAM GRAPH WHAT HASH COMMAND...: the command prints the arcs of the hash, each once.
same() {
	local program=$1 graph=$2 what=$3 want=$4 got
	shift 4
	if ! "$@" 2>"$work/stderr" >"$work/arcs"; then
		row "$program" "$graph" "$what" differs "$(reason)"
		return
	fi
	got=$(hash_of <"$work/arcs")
	if [ "$got" = "$want" ]; then row "$program" "$graph" "$what" ok; else row "$program" "$graph" "$what" differs "$got, want $want"; fi
}

# reason is the line of the last command's errors that says most.
reason() { { grep -m 1 -E '^(weft: error|Error|Exception)' "$work/stderr" || tail -n 1 "$work/stderr"; } | sed "s|$work/||g; s/^weft: error: //" | tr '\t' ' '; }

# bytes PROGRAM GRAPH WHAT OURS THEIRS: the files are equal but for zeros at the end of one, at most seven of them.
bytes() {
	local program=$1 graph=$2 what=$3 ours=$4 theirs=$5 a b common
	a=$(stat -c %s "$ours") b=$(stat -c %s "$theirs" 2>/dev/null || echo 0)
	common=$((a < b ? a : b))
	if [ "$common" -gt 0 ] && [ $((a - common)) -lt 8 ] && [ $((b - common)) -lt 8 ] && cmp -s -n "$common" "$ours" "$theirs" &&
		[ "$(tail -c +$((common + 1)) "$ours" | tr -d '\0' | wc -c)" = 0 ] && [ "$(tail -c +$((common + 1)) "$theirs" | tr -d '\0' | wc -c)" = 0 ]; then
		row "$program" "$graph" "$what" ok "$common bytes"
	else
		row "$program" "$graph" "$what" differs "$a bytes, theirs $b: $(cmp "$ours" "$theirs" 2>&1 | head -n 1 | sed 's/.*: //')"
	fi
}

# arcs_java HOW BASENAME prints arcs as Java reads them.
arcs_java() { java -Xmx2g -cp "$dir/java/classes:$dir/java/lib/*" Arcs "$@"; }

# import GRAPH [FLAG]... LIST makes a crawl of a list of arcs and compares it.
import() {
	local name=$1
	shift
	"$weft" import "$@" -o "$work/$name" --quiet >/dev/null
	"$weft" export "$work/$name" >"$work/list-unique.tsv"
	compare "$name" "$work/$name"
}

# bvgraph GRAPH BASENAME makes a crawl of a published graph, asks whether others find the same arcs in it, and compares it.
bvgraph() {
	local name=$1 basename=$2 want
	"$weft" import "$basename" -o "$work/$name" --quiet >/dev/null
	want=$("$weft" export "$work/$name" | hash_of)
	same weft "$name" "the published file, read in place" "$want" "$weft" export "$basename"
	if [ -n "$java" ]; then same "$java" "$name" "the published file" "$want" arcs_java sequential "$basename"; fi
	if [ -n "$rs" ]; then
		link_rust "$basename" "$work/rs_published"
		same "$rs" "$name" "the published file" "$want" "$rust/webgraph" to arcs "$work/rs_published"
	fi
	compare "$name" "$work/$name"
}

# compare GRAPH CRAWL runs all checks of a crawl.
compare() {
	local name=$1 crawl=$2 want back
	"$weft" export "$crawl" >"$work/weft.tsv"
	want=$(hash_of <"$work/weft.tsv")
	back=$(turned <"$work/weft.tsv" | hash_of)
	if [ -n "$java" ]; then
		java_reads "$name" "$crawl/graph" "" "$want"
		java_reads "$name" "$crawl/transpose" " transpose" "$back"
		java_writes "$name" "$crawl/graph" "" "$want"
		java_writes "$name" "$crawl/transpose" " transpose" "$back"
	fi
	if [ -n "$rs" ]; then
		rust_reads "$name" "$crawl/graph" "" "$want"
		rust_reads "$name" "$crawl/transpose" " transpose" "$back"
		rust_writes "$name" "$crawl" "$want"
		rust_measures "$name" "$crawl"
	fi
	if [ -n "$py" ]; then python_measures "$name" "$crawl" all; fi
	rm -rf "$work"/java_* "$work"/rs_* "$work"/results "$work"/scores
}

# java_reads GRAPH BASENAME SUFFIX HASH
java_reads() {
	same "$java" "$1" "reads weft's$3 in order" "$4" arcs_java sequential "$2"
	same "$java" "$1" "reads weft's$3 at random" "$4" arcs_java random "$2"
}

# java_writes GRAPH BASENAME SUFFIX HASH
java_writes() {
	passes "$java" "$1" "stores weft's$3" arcs_java store "$2" "$work/java_stored"
	same "$java" "$1" "weft reads its$3" "$4" "$weft" export "$work/java_stored"
	bytes "$java" "$1" "bytes of$3 .graph" "$2.graph" "$work/java_stored.graph"
	bytes "$java" "$1" "bytes of$3 .offsets" "$2.offsets" "$work/java_stored.offsets"
	mv "$work/java_stored.offsets" "$work/java_offsets"
	same "$java" "$1" "weft reads its$3, no .offsets" "$4" "$weft" export "$work/java_stored"
	rm -f "$work"/java_*
}

# rust_reads GRAPH BASENAME SUFFIX HASH; the Elias-Fano index of the offsets is built beside links to the files.
rust_reads() {
	local link=$work/rs_${2##*/}
	link_rust "$2" "$link"
	same "$rs" "$1" "reads weft's$3 in order" "$4" "$rust/webgraph" to arcs "$link"
	passes "$rs" "$1" "builds the index of weft's$3" "$rust/webgraph" build ef "$link"
	passes "$rs" "$1" "reads weft's$3 at random as in order" "$rust/webgraph" bench bvgraph --check "$link"
}

# link_rust BASENAME LINK: webgraph-rs takes what follows the last dot of a basename for an extension, so it gets links.
link_rust() {
	local end
	for end in graph offsets properties; do
		if [ -e "$1.$end" ]; then ln -sf "$1.$end" "$2.$end"; fi
	done
}

# passes PROGRAM GRAPH WHAT COMMAND...: the command ends well.
passes() {
	local program=$1 graph=$2 what=$3
	shift 3
	if "$@" >/dev/null 2>"$work/stderr"; then row "$program" "$graph" "$what" ok; else row "$program" "$graph" "$what" differs "$(reason)"; fi
}

# rust_writes GRAPH CRAWL HASH: from a list of arcs, from weft's files with one thread, and with better references.
rust_writes() {
	local pages
	pages=$("$weft" info "$2" --json | sed -n 's/^ *"pages": \([0-9]*\),$/\1/p' | head -n 1)
	passes "$rs" "$1" "stores a list of arcs" "$rust/webgraph" from arcs "$work/rs_list" --num-nodes "$pages" <"$work/weft.tsv"
	same "$rs" "$1" "weft reads its, made of arcs" "$3" "$weft" export "$work/rs_list"
	passes "$rs" "$1" "stores weft's, one thread" "$rust/webgraph" to bvgraph -t 1 --sequential "$2/graph" "$work/rs_stored"
	same "$rs" "$1" "weft reads its, made of weft's" "$3" "$weft" export "$work/rs_stored"
	bytes "$rs" "$1" "bytes of .graph, one thread" "$2/graph.graph" "$work/rs_stored.graph"
	bytes "$rs" "$1" "bytes of .offsets, one thread" "$2/graph.offsets" "$work/rs_stored.offsets"
	passes "$rs" "$1" "stores weft's with --bvgraphz" "$rust/webgraph" to bvgraph --bvgraphz "$work/rs_graph" "$work/rs_better"
	same "$rs" "$1" "weft reads its, made with --bvgraphz" "$3" "$weft" export "$work/rs_better"
}

# dialects GRAPH CRAWL: weft reads what the others write with parameters and codes that are not the default, with their
# offsets and without. A line of the lists has the arguments.
dialects() {
	local want arguments
	want=$("$weft" export "$2" | hash_of)
	if [ -n "$java" ]; then
		while read -r arguments; do
			# shellcheck disable=SC2086 # the words of a line are arguments
			passes "$java" "$1" "stores $arguments" arcs_java store "$2/graph" "$work/java_stored" $arguments
			dialect "$java" "$1" "$arguments" "$want" "$work/java_stored"
		done <"$here/dialects-java.txt"
	fi
	if [ -n "$rs" ]; then
		while read -r arguments; do
			# shellcheck disable=SC2086
			passes "$rs" "$1" "stores $arguments" "$rust/webgraph" to bvgraph -t 1 --sequential $arguments "$2/graph" "$work/rs_stored"
			dialect "$rs" "$1" "$arguments" "$want" "$work/rs_stored"
		done <"$here/dialects-rust.txt"
	fi
	rm -f "$work"/java_* "$work"/rs_*
}

# dialect PROGRAM GRAPH ARGUMENTS HASH BASENAME: read in order, at random, with the flags spelled otherwise, with zeros at the
# end of the bit stream as if for whole words, and without offsets.
dialect() {
	local flags
	same "$1" "$2" "weft reads its $3" "$4" "$weft" export "$5"
	same "$1" "$2" "weft reads its $3, at random" "$4" "$recode" -lists "$5"
	flags=$(sed -n 's/^compressionflags=//p' "$5.properties")
	case $flags in
	*'|'*)
		respell "$5" "s/ *| */|/g"
		same "$1" "$2" "weft reads its $3, no spaces" "$4" "$weft" export "$5"
		respell "$5" "s/|/ | /g; s/\$/ /"
		same "$1" "$2" "weft reads its $3, spaces" "$4" "$weft" export "$5"
		;;
	esac
	printf '\0\0\0\0\0\0\0' >>"$5.graph"
	rm -f "$5.offsets"
	same "$1" "$2" "weft reads its $3, padded, no .offsets" "$4" "$weft" export "$5"
	same "$1" "$2" "weft reads its $3, no .offsets, at random" "$4" "$recode" -lists "$5"
}

# respell BASENAME SCRIPT edits the compression flags.
respell() { sed -i "/^compressionflags=/{$2}" "$1.properties"; }

# our_dialects GRAPH CRAWL: the others read what weft writes with other parameters and codes, and so does weft. A line of
# the list begins with those that can be expected to.
our_dialects() {
	local want readers arguments
	want=$("$weft" export "$2" | hash_of)
	while read -r readers; do
		arguments=${readers#java} arguments=${arguments# }
		arguments=${arguments#rust} arguments=${arguments# }
		readers=${readers%"$arguments"}
		# shellcheck disable=SC2086
		passes weft "$1" "stores $arguments" "$recode" $arguments "$2/graph" "$work/our_stored"
		same weft "$1" "weft reads its $arguments" "$want" "$weft" export "$work/our_stored"
		same weft "$1" "weft reads its $arguments, at random" "$want" "$recode" -lists "$work/our_stored"
		case $readers in java*)
			if [ -n "$java" ]; then
				same "$java" "$1" "reads weft's $arguments" "$want" arcs_java sequential "$work/our_stored"
				same "$java" "$1" "reads weft's $arguments, at random" "$want" arcs_java random "$work/our_stored"
			fi ;;
		esac
		case $readers in *rust*)
			if [ -n "$rs" ]; then
				same "$rs" "$1" "reads weft's $arguments" "$want" "$rust/webgraph" to arcs "$work/our_stored"
			fi ;;
		esac
		rm -f "$work"/our_*
	done <"$here/dialects-weft.txt"
}

# rust_measures GRAPH CRAWL leaves PageRank and components of all arcs for python_measures, which reads both.
rust_measures() {
	mkdir -p "$work/scores"
	passes "$rs" "$1" "ranks weft's transpose" "$rust/webgraph-rank" pagerank "$work/rs_transpose" -o "$work/scores/rank" --threshold 1e-13
	passes "$rs" "$1" "finds components in weft's" "$rust/webgraph-sccs" "$work/rs_graph" "$work/scores/sccs"
}

# python_measures GRAPH CRAWL KINDS lets weft measure the arcs of these kinds, compares the results with those of others,
# and has the list of these arcs in weft.tsv.
python_measures() {
	local results=$work/results
	local flags=(--kinds "$3" --quiet --output)
	mkdir -p "$results"
	"$weft" rank pagerank "$2" "${flags[@]}" "$results" >/dev/null
	"$weft" rank pagerank "$2" "${flags[@]}" "$results/pseudo" --method power --dangling pseudo >/dev/null
	"$weft" rank hits "$2" --loops "${flags[@]}" "$results" >/dev/null
	"$weft" components "$2" "${flags[@]}" "$results" --samples -1 >/dev/null
	"$python" "$here/measures.py" "$1" "$work/weft.tsv" "$results" "$work/scores" "${rs:-none}" >>"$rows" ||
		row SciPy "$1" "measures" differs "measures.py failed"
}

# print_table prints the rows and how many differ, and fails if any does.
print_table() {
	awk -F '\t' '
		{ printf "%-20s %-15s %-50s %-8s %s\n", $1, $2, $3, $4, $5; count[$4]++ }
		END { printf "%d checks: %d ok, %d differ\n", NR, count["ok"], count["differs"]; exit count["differs"] > 0 }
	' "$rows"
}
