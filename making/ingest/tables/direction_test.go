package tables

import "testing"

// Comments before the list, a column, or the option say whether arcs have a direction.
func TestDecideDirection(t *testing.T) {
	const list = "1 2\n2 3\n3 1\n"
	yes, no := Options{Directed: DirectedYes}, Options{Directed: DirectedNo}
	checkTexts(t, []textCase{
		{"nothing", list, Options{}, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"yes", list, yes, "two columns, blanks, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"no", list, no, "two columns, blanks, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"SNAP", "# Undirected graph: x.txt\n" + list, Options{}, "two columns, blanks, # comments, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"SNAP, directed", "# Directed graph: x.txt\n" + list, Options{}, "two columns, blanks, # comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"directed: no", "# directed: no\n" + list, Options{}, "two columns, blanks, # comments, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"directed = false", "# directed = False\n" + list, Options{}, "two columns, blanks, # comments, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"directed: 0", "# Directed:0\n" + list, Options{}, "two columns, blanks, # comments, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"directed: yes", "# directed: yes\n" + list, Options{}, "two columns, blanks, # comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"both", "# directed and undirected\n" + list, Options{}, "refuses: the comments before the list call it directed, and undirected: say 'directed' yes or 'directed' no"},
		{"both, said", "# directed and undirected\n" + list, no, "two columns, blanks, # comments, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"both, said directed", "# directed and undirected\n" + list, yes, "two columns, blanks, # comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"below the first arc", "1 2\n# undirected\n2 3\n3 1\n", Options{}, "two columns, blanks, # comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"Gephi", "Source,Target,Type\na,b,Undirected\nb,c,Directed\n", Options{}, `columns "Source" and "Target" of 3, commas, header, names | 0→1, header ["Source" "Target" "Type"], direction in 2, needed quotes | a -> b, b -> c`},
		{"Gephi and a comment", "# undirected\nSource,Target,Type\na,b,Undirected\nb,c,Directed\n", Options{}, `columns "Source" and "Target" of 3, commas, # comments, header, names | 0→1, header ["Source" "Target" "Type"], direction in 2, needed quotes, # partial, preamble | a -> b, b -> c`},
		{"Gephi and comments", "# undirected\n# directed\nSource,Target,Type\na,b,Undirected\nb,c,Directed\n", Options{}, `columns "Source" and "Target" of 3, commas, # comments, header, names | 0→1, header ["Source" "Target" "Type"], direction in 2, needed quotes, # partial, preamble | a -> b, b -> c`},
		{"a column called directed", "source,target,directed\na,b,yes\nb,c,F\n", Options{}, `columns "source" and "target" of 3, commas, header, names | 0→1, header ["source" "target" "directed"], direction in 2, needed quotes, says yes or no | a -> b, b -> c`},
		{"a first column called directed", "directed,source,target\nyes,a,b\nF,b,c\n", Options{}, `columns "source" and "target" of 3, commas, header, names | 1→2, header ["directed" "source" "target"], direction in 0, needed quotes, says yes or no | a -> b, b -> c`},
		{"a first column called type", "Type,Source,Target\nUndirected,a,b\nDirected,b,c\n", Options{}, `columns "Source" and "Target" of 3, commas, header, names | 1→2, header ["Type" "Source" "Target"], direction in 0, needed quotes | a -> b, b -> c`},
		{"a column called directed with other words", "source,target,directed\na,b,yes\nb,c,perhaps\n", Options{}, `columns "source" and "target" of 3, commas, header, names, left out: "directed" | 0→1, header ["source" "target" "directed"], needed quotes | a -> b, b -> c`},
		{"columns called type and directed", "source,target,type,directed\na,b,x,1\nb,c,x,0\n", Options{}, `columns "source" and "target" of 4, commas, header, names, left out: "type" | 0→1, header ["source" "target" "type" "directed"], direction in 3, needed quotes, says yes or no | a -> b, b -> c`},
	})
}

// The first line of lists of KONECT says their kind; targets of graphs of two sides are numbered apart.
func TestDecideKonect(t *testing.T) {
	const list = "1 2\n2 3\n3 1\n"
	checkTexts(t, []textCase{
		{"sym", "% sym unweighted\n" + list, Options{}, "two columns, blanks, % comments, numbers, undirected | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"asym", "% asym positive\n" + list, Options{}, "two columns, blanks, % comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"asym, undirected", "% asym undirected\n" + list, Options{}, "two columns, blanks, % comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"sym, said directed", "% sym\n" + list, Options{Directed: DirectedYes}, "two columns, blanks, % comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"symmetric", "% symmetric\n" + list, Options{}, "two columns, blanks, % comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"the second kind", "% asym\n% sym\n" + list, Options{}, "two columns, blanks, % comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"bip", "% bip unweighted\n% 3 3 3\n" + list, Options{}, "two columns, blanks, % comments, numbers, two sides, numbers of the second + 3 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"bip, no direction", "% bip unweighted\n% 3 4 3\n" + list, Options{Directed: DirectedNo}, "two columns, blanks, % comments, numbers, undirected | 0→1, no quotes, # always, % always, two sides + 4 | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"bip without numbers", "% bip unweighted\n" + list, Options{}, "refuses: after % bip sources and targets are numbered apart, and nothing counts them: add a line % EDGES SOURCES TARGETS, or remove the first line"},
		{"bip with two numbers", "% bip unweighted\n% 3 3\n" + list, Options{}, "refuses: after % bip sources and targets are numbered apart, and nothing counts them: add a line % EDGES SOURCES TARGETS, or remove the first line"},
		{"numbers before bip", "% 3 3 3\n% bip\n" + list, Options{}, "refuses: after % bip sources and targets are numbered apart, and nothing counts them: add a line % EDGES SOURCES TARGETS, or remove the first line"},
		{"bip of names", "% bip\n% 3 3 3\na b\nb c\nc a\n", Options{}, "two columns, blanks, % comments, names | 0→1, no quotes, % always | a -> b, b -> c, c -> a"},
		{"weights and times", "% asym\n1 2 1 1100\n2 3 1 1200\n3 1 1 1300\n", Options{}, "columns 1 and 2 of 4, blanks, % comments, numbers, left out: column 3, column 4 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"no counts below", "% asym\n4 3\n1 2\n2 3\n3 1\n", Options{}, "two columns, blanks, % comments, numbers | 0→1, no quotes, # always, % always | 4 -> 3, 1 -> 2, 2 -> 3"},
	})
}

// Lines that begin with signs are comments or names.
func TestDecideComments(t *testing.T) {
	checkTexts(t, []textCase{
		{"numbers", "# x\n1 2\n2 3\n#3 1\n", Options{}, "two columns, blanks, # comments, numbers | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3"},
		{"numbers, percent said", "# 3 1\n% x\n1 2\n2 3\n", Options{Comments: "%"}, "two columns, blanks, # begins names, % comments, numbers | 0→1, no quotes, % always | 1 -> 2, 2 -> 3"},
		{"names, before", "# a text\na b\nb c\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c"},
		{"names, one word", "#comment\na b\nb c\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c"},
		{"names with signs below", "a b\nb c\nc a\n#b c\n", Options{}, "two columns, blanks, # begins names, names | 0→1, no quotes | a -> b, b -> c, c -> a"},
		{"names with signs before", "#b c\na b\nb c\nc a\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c, c -> a"},
		{"names with signs and comments", "# some words here\na b\n#b c\nc a\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # marked | a -> b, c -> a"},
		{"names with signs that are sources and targets", "a #b\n#b c\nd #e\n#e f\n", Options{}, "two columns, blanks, # begins names, names | 0→1, no quotes | a -> #b, d -> #e"},
		{"the same names between tabs", "a\t#b\n#b\tc\nd\t#e\n#e\tf\n", Options{}, "two columns, tabs, # begins names, names | 0→1, needed quotes | a -> #b, d -> #e"},
		{"a quote that does not end after a sign", "\"a x\" \"b\"\n\"b\" \"c\"\n\"c\" \"a x\"\n#d \"e\n", Options{}, "two columns, blanks, quoted fields, # comments, names | 0→1, quotes, # always | a x -> b, b -> c, c -> a x"},
		{"a further word after a sign", "a b\nb c\nc a\n#d e f\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c, c -> a"},
		{"escaped names before", "%C3%A9 b\na b\nb c\nc a\n", Options{}, "two columns, blanks, % begins names, names | 0→1, no quotes | a -> b, b -> c, c -> a"},
		{"percent before, not escaped", "%x b\na b\nb c\nc a\n", Options{}, "two columns, blanks, % comments, names | 0→1, no quotes, % always | a -> b, b -> c, c -> a"},
		{"none said", "#b c\na b\nb c\nc a\n", Options{Comments: "none"}, "two columns, blanks, # begins names, names | 0→1, no quotes | a -> b, b -> c, c -> a"},
		{"both said", "#b c\n%x\na b\nb c\nc a\n", Options{Comments: "#%"}, "two columns, blanks, # comments, % comments, names | 0→1, no quotes, # always, % always | a -> b, b -> c, c -> a"},
		{"two signs", "## b\na b\nb c\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c"},
		{"a line of a sign", "#\na b\nb c\n", Options{}, "two columns, blanks, # comments, names | 0→1, no quotes, # always | a -> b, b -> c"},
		{"commas, a text before", "# a text\na,b\nb,c\n", Options{}, "two columns, commas, # comments, names | 0→1, needed quotes, # partial, preamble | a -> b, b -> c"},
		{"commas, a text below", "a,b\n# a text\nb,c\n", Options{}, "two columns, commas, # comments, names | 0→1, needed quotes, # partial | a -> b, b -> c"},
		{"commas, an arc below", "a,b\nb,c\nc,a\n#b,c\n", Options{}, "two columns, commas, # begins names, names | 0→1, needed quotes | a -> b, b -> c, c -> a"},
		{"commas, marked with the columns", "# x,y\na,b\nb,c\n", Options{}, `refuses: "# x,y" before the other lines may be a comment or an arc, because it has 2 columns: say 'comments' none if it is an arc, 'comments' # if it is a comment`},
		{"commas, marked with the columns, forced", "# x,y\na,b\nb,c\n", Options{Forced: true}, "two columns, commas, # begins names, names | 0→1, needed quotes, preamble | a -> b, b -> c"},
		{"commas, marked after a text", "# a text\n# x,y\na,b\nb,c\n", Options{}, "two columns, commas, # comments, names | 0→1, needed quotes, # partial, preamble | a -> b, b -> c"},
		{"commas, may name the columns", "#x,y\na,b\nb,c\nc,a\n", Options{}, `refuses: "#x,y" before the other lines may be a comment or an arc, because it has 2 columns: say 'comments' none if it is an arc, 'comments' # if it is a comment`},
		{"commas, does not name the columns", "#a,b\na,b\nb,c\nc,a\n", Options{}, "two columns, commas, # begins names, names | 0→1, needed quotes | a -> b, b -> c, c -> a"},
		{"commas, said", "#x,y\na,b\nb,c\n", Options{Comments: "#"}, "two columns, commas, # comments, names | 0→1, needed quotes, # always | a -> b, b -> c"},
		{"commas, header in the comment", "# source,target\na,b\nb,c\n", Options{}, `two columns, commas, # comments, names | 0→1, header ["source" "target"], needed quotes, # partial, preamble, head comment "# source,target" | a -> b, b -> c`},
		{"a URL after a sign", "http://a/,http://b/\n#http://b/,http://c/\nhttp://c/,http://a/\n", Options{}, "two columns, commas, # comments, URLs | 0→1, needed quotes, # partial | http://a/ -> http://b/, http://c/ -> http://a/"},
		{"tabs, percent", "a\tb\n% text\nb\tc\n", Options{}, "two columns, tabs, % comments, names | 0→1, needed quotes, % partial | a -> b, b -> c"},
		{"an empty target after a sign", "a,b\n#x,\nb,c\n", Options{}, "two columns, commas, # comments, names | 0→1, needed quotes, # partial | a -> b, b -> c"},
		{"an empty source is complete with its sign", "a,b\n#,x\nb,c\n", Options{}, "two columns, commas, # begins names, names | 0→1, needed quotes | a -> b, b -> c"},
		{"with a weight", "a,b\nb,c,2\n#c,d,3\n#d,e\n", Options{}, "two columns, commas, # begins names, names, left out: weights | 0→1, needed quotes, weights may follow | a -> b, b -> c"},
	})
}
