package robots

// Allowed reports whether the crawler with this product token may fetch a path with its query. It is [Rules.For] and
// [Policy.Allowed] in one; who asks for many paths keeps the policy.
func (r *Rules) Allowed(token, path string) bool { return r.For(token).Allowed(path) }
