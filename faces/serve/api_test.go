package serve

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"weft/answers/atlas"
	"weft/answers/missing"
	"weft/internal/jsondoc"
)

var update = flag.Bool("update", false, "write api/openapi.json anew")

const schemaBase = "#/components/schemas/"

// document is the OpenAPI document of the interface.
func document(t *testing.T) map[string]any {
	t.Helper()
	types := []reflect.Type{reflect.TypeFor[apiError](), reflect.TypeFor[apiCrawls](), reflect.TypeFor[apiJobs](), reflect.TypeFor[apiJob](), reflect.TypeFor[apiOrder]()}
	for _, p := range apiPaths {
		types = append(types, reflect.TypeOf(p.gives))
	}
	types = append(types, reflect.TypeFor[apiDone]())
	for _, c := range apiChanges {
		types = append(types, reflect.TypeOf(c.takes), reflect.TypeOf(c.gives))
	}
	schemas, err := jsondoc.Schemas(filepath.Join("..", ".."), schemaBase, types)
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]any{
		apiRoot + "/crawls": operation(t, "the crawls of the server", apiCrawls{}, nil),
	}
	ofCrawl := func() []any {
		return []any{map[string]any{"name": "crawl", "in": "path", "required": true, "description": "name of the crawl in addresses", "schema": map[string]any{"type": "string"}}}
	}
	addJobPaths(t, paths, ofCrawl)
	addChangePaths(t, paths, ofCrawl)
	for _, p := range apiPaths {
		parameters := ofCrawl()
		for _, q := range p.parameters {
			parameters = append(parameters, map[string]any{"name": q.name, "in": "query", "description": q.meaning, "schema": parameterSchema(q)})
		}
		paths[apiRoot+"/crawls/{crawl}"+p.path] = operation(t, p.summary, p.gives, parameters)
	}
	return map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{
			"title": "weft serve", "version": "1",
			"description": "Crawls as JSON: the same results as on the screens and on the command line. A program sends the token of --token in the field Authorization. It needs the token to start and cancel jobs, to write notes and boundaries, and where a login is required. Errors of the login and of other names of the server are pages of HTML.",
			"license":     map[string]any{"name": "Apache 2.0", "identifier": "Apache-2.0"},
		},
		"paths": paths, "components": map[string]any{"schemas": schemas, "securitySchemes": map[string]any{"token": map[string]any{"type": "http", "scheme": "bearer"}}},
		"security": []any{map[string]any{}, map[string]any{"token": []any{}}},
	}
}

// addChangePaths adds the addresses that programs change.
func addChangePaths(t *testing.T, paths map[string]any, ofCrawl func() []any) {
	t.Helper()
	for _, c := range apiChanges {
		of := func(summary string, gives any) map[string]any {
			parameters := ofCrawl()
			for _, q := range c.parameters {
				parameters = append(parameters, map[string]any{"name": q.name, "in": "query", "required": true, "description": q.meaning, "schema": parameterSchema(q)})
			}
			return operation(t, summary, gives, parameters)["get"].(map[string]any)
		}
		get, put, remove := of(c.what, c.gives), of("replace: "+c.what, c.gives), of("delete: "+c.what, apiDone{})
		put["requestBody"] = map[string]any{"required": true, "content": map[string]any{"application/json": map[string]any{"schema": map[string]any{"$ref": schemaBase + schemaOf(t, c.takes)}}}}
		for _, op := range []map[string]any{put, remove} {
			op["security"] = []any{map[string]any{"token": []any{}}}
		}
		paths[apiRoot+"/crawls/{crawl}"+c.path] = map[string]any{"get": get, "put": put, "delete": remove}
	}
}

// addJobPaths adds the addresses of jobs.
func addJobPaths(t *testing.T, paths map[string]any, ofCrawl func() []any) {
	t.Helper()
	const at = apiRoot + "/crawls/{crawl}/jobs"
	post := func(summary, status string, gives any, parameters []any) map[string]any {
		op := operation(t, summary, gives, parameters)["get"].(map[string]any)
		op["security"] = []any{map[string]any{"token": []any{}}}
		responses := op["responses"].(map[string]any)
		if status != "200" {
			responses[status] = responses["200"]
			delete(responses, "200")
		}
		return op
	}
	ofJob := func() []any {
		all := ofCrawl()
		for _, q := range apiJobParameter {
			all = append(all, map[string]any{"name": q.name, "in": "path", "required": true, "description": q.meaning, "schema": map[string]any{"type": q.kind}})
		}
		return all
	}
	list := operation(t, "the jobs of the crawl", apiJobs{}, ofCrawl())
	start := post("start a job; the response has the field Location", "201", apiJob{}, ofCrawl())
	start["requestBody"] = map[string]any{"required": true, "content": map[string]any{"application/json": map[string]any{"schema": map[string]any{"$ref": schemaBase + schemaOf(t, apiOrder{})}}}}
	list["post"] = start
	paths[at] = list
	paths[at+"/{id}"] = operation(t, "the state of a job", apiJob{}, ofJob())
	result := operation(t, "the result of a job that is done, as its command prints it with --json", apiJob{}, ofJob())
	result["get"].(map[string]any)["responses"].(map[string]any)["200"] = map[string]any{"description": "the result: docs/json has the keys of each command", "content": map[string]any{"application/json": map[string]any{"schema": map[string]any{"type": "object"}}}}
	paths[at+"/{id}/result"] = result
	paths[at+"/{id}/cancel"] = map[string]any{"post": post("cancel a job of this server", "200", apiJob{}, ofJob())}
}

// parameterSchema describes the values of a parameter.
func parameterSchema(q apiParameter) map[string]any {
	one := map[string]any{"type": q.kind}
	if q.repeats {
		return map[string]any{"type": "array", "items": one}
	}
	return one
}

// operation describes GET of an address.
func operation(t *testing.T, summary string, gives any, parameters []any) map[string]any {
	t.Helper()
	content := func(v any) map[string]any {
		return map[string]any{"application/json": map[string]any{"schema": map[string]any{"$ref": schemaBase + schemaOf(t, v)}}}
	}
	get := map[string]any{"summary": summary, "responses": map[string]any{
		"200":     map[string]any{"description": summary, "content": content(gives)},
		"default": map[string]any{"description": "what is wrong; with status 503, the result is being computed: ask again later", "content": content(apiError{})},
	}}
	if parameters != nil {
		get["parameters"] = parameters
	}
	return map[string]any{"get": get}
}

// schemaOf is the name of the schema of a value.
func schemaOf(t *testing.T, v any) string {
	t.Helper()
	name, err := jsondoc.Name(filepath.Join("..", ".."), reflect.TypeOf(v))
	if err != nil {
		t.Fatal(err)
	}
	return jsondoc.SchemaName(name)
}

// TestOpenAPIIsFresh compares the document that is served with the types. -update writes it.
func TestOpenAPIIsFresh(t *testing.T) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(document(t)); err != nil {
		t.Fatal(err)
	}
	if b.String() == openAPI {
		return
	}
	if !*update {
		t.Fatal("api/openapi.json is stale: go test ./faces/serve -run TestOpenAPI -update")
	}
	if err := os.WriteFile("api/openapi.json", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAPI compares each response with its schema.
func TestAPI(t *testing.T) {
	s := indexedCrawl(t)
	var served struct {
		Paths      map[string]any
		Components struct{ Schemas map[string]json.RawMessage }
	}
	w := get(s, apiRoot+"/openapi.json")
	if err := json.Unmarshal(w.Body.Bytes(), &served); err != nil || w.Code != http.StatusOK {
		t.Fatalf("status %d, %v", w.Code, err)
	}
	crawl := apiRoot + "/crawls/stated"
	var next apiPages
	for _, c := range []struct {
		path   string
		status int
		gives  any
	}{
		{apiRoot + "/crawls", 200, apiCrawls{}},
		{crawl, 200, apiPaths[0].gives},
		{crawl + "/pages", 200, apiPages{}},
		{crawl + "/pages?sort=newest&words=h0", 200, apiPages{}},
		{crawl + "/pages?sort=indegree&columns=url&columns=score", 200, apiPages{}},
		{crawl + "/pages?status=40", 400, apiError{}},
		{crawl + "/pages?status=9xx", 400, apiError{}},
		{crawl + "/pages?status=404&status=500", 400, apiError{}},
		{crawl + "/pages?since=2026-02-01&until=2026-01-31", 400, apiError{}},
		{crawl + "/pages?since=2026-01-31&until=2026-01-31", 200, apiPages{}},
		{crawl + "/pages?rows=0", 400, apiError{}},
		{crawl + "/pages?rows=10001", 400, apiError{}},
		{crawl + "/pages?rows=10000", 200, apiPages{}},
		{crawl + "/hosts?rows=1", 200, apiHosts{}},
		{crawl + "/page", 400, apiError{}},
		{crawl + "/page?n=0&rows=x", 400, apiError{}},
		{crawl + "/pages?site=http%3A%2F%2Fh0.example%2F0", 400, apiError{}},
		{crawl + "/page?n=0", 200, apiPage{}},
		{crawl + "/page?url=http%3A%2F%2Fh0.example%2F3", 200, apiPage{}},
		{crawl + "/page?url=http%3A%2F%2Fnowhere.example%2F", 404, apiError{}},
		{crawl + "/page?n=0&in=x", 400, apiError{}},
		{crawl + "/missing", 200, missing.Missing{}},
		{crawl + "/map?by=beauty", 400, apiError{}},
		{crawl + "/map?by=host", 200, atlas.Map{}},
		{crawl + "/hosts", 200, apiHosts{}},
		{crawl + "/hosts?sort=fetched&text=h&from=1", 200, apiHosts{}},
		{crawl + "/hosts?sort=beauty", 400, apiError{}},
		{crawl + "/compare?to=nowhere", 400, apiError{}},
		{crawl + "/site?n=0", 400, apiError{}}, // no sites were found
		{crawl + "/jobs", 200, apiJobs{}},
		{crawl + "/jobs/abcdefghijklmnop", 404, apiError{}},
		{crawl + "/jobs/abcdefghijklmnop/result", 404, apiError{}},
		{crawl + "/results", 200, apiResults{}},
		{apiRoot + "/crawls/nowhere/pages", 404, apiError{}},
		{apiRoot + "/nowhere", 404, apiError{}},
	} {
		w := get(s, c.path)
		if w.Code != c.status || w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("%s: status %d, want %d: %s", c.path, w.Code, c.status, w.Body)
			continue
		}
		checkSchema(t, served.Components.Schemas, schemaOf(t, c.gives), c.path, w.Body.Bytes())
	}
	if err := json.Unmarshal(get(s, crawl+"/pages").Body.Bytes(), &next); err != nil || len(next.Rows) != rowsShown || next.Next == nil || next.Found != next.Pages {
		t.Errorf("pages: %d rows of %d, %v", len(next.Rows), next.Found, err)
	}
	bad := []byte(`{"found":1,"pages":"2","order":"url","rows":[]}`)
	if err := validate(served.Components.Schemas, "part_of_a_selection", bad); err == nil {
		t.Error("a wrong object matches its schema: the test is empty")
	}
}

// TestAPIOfAnyCrawl reads all addresses of crawls without facts, without names, and with hostile texts: each response is as its
// schema or an error, and no character of it is invisible.
func TestAPIOfAnyCrawl(t *testing.T) {
	numbers := filepath.Join(t.TempDir(), "numbers")
	listOf(t, numbers, "0\t1\n1\t2\n2\t0\n", false)
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "hostile"), numbers, filepath.Join(numbers, "graph")}})
	var served struct {
		Components struct{ Schemas map[string]json.RawMessage }
	}
	if err := json.Unmarshal([]byte(openAPI), &served); err != nil {
		t.Fatal(err)
	}
	for _, crawl := range []string{"hostile", "numbers", "graph"} {
		for _, p := range apiPaths {
			path := apiRoot + "/crawls/" + crawl + p.path + "?n=1"
			w := get(s, path)
			name := schemaOf(t, p.gives)
			if w.Code != http.StatusOK {
				name = schemaOf(t, apiError{})
			}
			if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
				t.Errorf("%s: status %d: %s", path, w.Code, w.Body)
			}
			checkSchema(t, served.Components.Schemas, name, path, w.Body.Bytes())
			if strings.ContainsAny(w.Body.String(), "\u202e\x1b\u200b\u2028") {
				t.Errorf("%s: invisible characters: %q", path, w.Body)
			}
		}
	}
}

// checkSchema reports a response that does not match its schema.
func checkSchema(t *testing.T, all map[string]json.RawMessage, name, path string, text []byte) {
	t.Helper()
	if err := validate(all, name, text); err != nil {
		t.Errorf("%s: %v\n%s", path, err, text)
	}
}

// validate compares a value with one of some schemas.
func validate(all map[string]json.RawMessage, name string, text []byte) error {
	whole := map[string]any{"$defs": all, "$ref": "#/$defs/" + name}
	coded, err := json.Marshal(whole)
	if err != nil {
		return err
	}
	coded = []byte(strings.ReplaceAll(string(coded), schemaBase, "#/$defs/"))
	var schema jsonschema.Schema
	if err := json.Unmarshal(coded, &schema); err != nil {
		return err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return err
	}
	return resolved.Validate(v)
}

// TestUnknownParameters refuses parameters that an address does not have: a misspelt filter would select all pages.
func TestUnknownParameters(t *testing.T) {
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "a")}})
	for query, want := range map[string]string{
		"/pages?stat=fetched": `no such parameter: \"stat\"; expected words, text, address, site, state`, "/pages?state=fetched&%00=1": `no such parameter: \"\\x00\"`,
		"/hosts?top=3": `no such parameter: \"top\"; expected `, "?x": `no such parameter: \"x\"; this address has none`, "/missing?class=failed": "this address has none", "/pages?state=fetched&state=fetched": "state is there 2 times",
	} {
		w := get(s, "/api/v1/crawls/a"+query)
		if text := strings.ReplaceAll(w.Body.String(), `\u0026`, "&"); w.Code != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, %s; want %s", query, w.Code, text, want)
		}
	}
	for _, query := range []string{"/pages?state=fetched", "/pages?columns=url&columns=state", "/hosts", "", "/missing"} {
		if w := get(s, "/api/v1/crawls/a"+query); w.Code == http.StatusBadRequest {
			t.Errorf("%s: %s", query, w.Body)
		}
	}
}
