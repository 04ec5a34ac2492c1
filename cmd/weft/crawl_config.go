package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"weft/internal/choice"
	"weft/internal/digits"
)

// urlsKey is the key of a file of settings that lists the seeds; all other keys are names of flags.
const urlsKey = "urls"

// notSettings are the flags that say what to do now, and not what a crawl is.
var notSettings = []string{"config", "print-config", "resume", "only", "recover", "live", "help", "json", "quiet", "progress", "job", "plan", "fresh"}

// mostSettings is the largest size of a file of settings.
const mostSettings = 1 << 20

// settingNames are the names of the flags of a command that a file of settings may have.
func settingNames(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && !slices.Contains(notSettings, f.Name) {
			names = append(names, f.Name)
		}
	})
	return names
}

// readSettings sets the flags of a command from a TOML file, whose keys are their names, and returns the seeds that the
// file lists. Flags of the command line stay.
func readSettings(cmd *cobra.Command, path string) (urls []string, err error) {
	text, err := readSmall(path)
	if err != nil {
		return nil, err
	}
	settings := map[string]any{}
	if err := toml.Unmarshal(text, &settings); err != nil {
		if wrong := (toml.ParseError{}); errors.As(err, &wrong) {
			return nil, usagef("%s:%d: %s: expected TOML, with lines such as depth = 3", path, wrong.Position.Line, strings.TrimSuffix(wrong.Message, "."))
		}
		return nil, usagef("%s: %w", path, err)
	}
	known := append(settingNames(cmd), urlsKey)
	slices.Sort(known)
	var keys []string
	for key := range settings {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		values, err := textsOf(settings[key])
		switch {
		case !slices.Contains(known, key):
			return nil, usagef("%s: there is no setting %q%s", path, key, choice.Meant(key, known))
		case err != nil:
			return nil, usagef("%s: %s: %w", path, key, err)
		case key == urlsKey:
			urls = values
		case !cmd.Flags().Changed(key):
			if err := setFlag(cmd.Flags(), key, values); err != nil {
				return nil, usagef("%s: %s = %v: %w", path, key, settings[key], err)
			}
		}
	}
	return urls, nil
}

// textsOf returns a value of a file of settings, or each of a list, as a flag would be given it.
func textsOf(value any) ([]string, error) {
	switch v := value.(type) {
	case string, bool, int64, float64:
		return []string{fmt.Sprint(v)}, nil
	case []any:
		var all []string
		for _, x := range v {
			one, err := textsOf(x)
			if _, nested := x.([]any); nested || err != nil {
				return nil, fmt.Errorf("%v: expected a list of texts or numbers", value)
			}
			all = append(all, one...)
		}
		return all, nil
	}
	return nil, fmt.Errorf("%v: expected a text, a number, true or false, or a list of these", value)
}

// readSmall reads a file of settings; a file that is too large to be one is refused before it is read.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	text, err := io.ReadAll(io.LimitReader(f, mostSettings+1))
	if err == nil && len(text) > mostSettings {
		err = usagef("%s: larger than %s: expected a file of settings in TOML", path, digits.Size(mostSettings))
	}
	return text, err
}

// setFlag gives a flag a value, or all of a list if it takes several, as the command line would.
func setFlag(flags *pflag.FlagSet, name string, values []string) error {
	f := flags.Lookup(name)
	if list, is := f.Value.(pflag.SliceValue); is {
		if err := flags.Set(name, ""); err != nil { // notes that the flag was given
			return err
		}
		return list.Replace(values)
	}
	if len(values) != 1 {
		return errors.New("expected one value, got a list")
	}
	if flags.Set(name, values[0]) != nil {
		return fmt.Errorf("expected %s", wanted(f))
	}
	return nil
}

// printSettings writes the settings of a command as a file that readSettings reads. Given settings are values; all
// others are comments with their defaults.
func printSettings(w io.Writer, cmd *cobra.Command, urls []string) error {
	var b strings.Builder
	b.WriteString("# Settings of a crawl: weft crawl --config FILE -o DIR begins it.\n# Lines with # before the key are defaults.\n\n")
	line(&b, urlsKey, urls, len(urls) > 0)
	titles, of := byHeading(cmd.Flags(), "")
	for _, title := range titles {
		if title != "" {
			b.WriteString("\n# " + title + "\n\n")
		}
		for _, f := range of[title] {
			if slices.Contains(notSettings, f.Name) {
				continue
			}
			_, usage := pflag.UnquoteUsage(f)
			paragraph(&b, "# ", "# ", usage)
			line(&b, f.Name, valueOf(f), f.Changed)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// line writes a setting, as a comment if it was not given.
func line(b *strings.Builder, key string, value any, given bool) {
	if !given {
		b.WriteString("# ")
	}
	text, err := toml.Marshal(map[string]any{key: value})
	if err != nil {
		panic(err) // values are texts, numbers, truths and lists of texts
	}
	b.Write(text)
}

// valueOf returns the value of a flag in its TOML form.
func valueOf(f *pflag.Flag) any {
	if list, is := f.Value.(pflag.SliceValue); is {
		return list.GetSlice()
	}
	text := f.Value.String()
	if f.Name == "frontier" { // the password is given again
		return remember(f.Name, text)
	}
	if kind := f.Value.Type(); kind == "bool" || strings.HasPrefix(kind, "int") || strings.HasPrefix(kind, "uint") || strings.HasPrefix(kind, "float") || kind == "seconds" {
		var v map[string]any
		if toml.Unmarshal([]byte("x = "+text), &v) == nil {
			return v["x"]
		}
	}
	return text
}
