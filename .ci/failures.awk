# Prints the output of failed tests from the output of go test -v: the last 25 lines of each test, and of each package that
# failed without a failed test.
function tell(test,    i, n, all) {
	n = split(said[test], all, "\n") - 1
	for (i = n > 25 ? n - 24 : 1; i <= n; i++) print all[i]
}
/^=== (RUN|NAME|CONT|PAUSE)/ { test = $3; next }
/^ *--- FAIL/ { failed[++count] = $3; result[count] = $0; next }
/^(ok|FAIL|\?)[[:space:]]/ {
	if (/^FAIL/) {
		for (i = 1; i <= count; i++) { tell(failed[i]); print result[i] }
		if (!count) tell(test)
		print
	}
	delete said; count = 0; test = ""
	next
}
/^(PASS|FAIL)$/ { next }
{ said[test] = said[test] $0 "\n" }
