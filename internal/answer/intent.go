package answer

import "regexp"

// intent is what a question wants to know of the symbols that it names.
type intent struct {
	callers, callees, implementers, members, impact, path bool
}

var intents = []struct {
	re  *regexp.Regexp
	set func(*intent)
}{
	{regexp.MustCompile(`(?i)\b(?:who|what|which|where|wer|qui|quién|quien)\b.*\b(?:calls?|called|uses?|used|invokes?|invoked|references?|referenced|ruft|appelle|llama)\b|\bcallers?\b|\busages?\b|\bused (?:by|in|from|where)\b`),
		func(i *intent) { i.callers = true }},
	{regexp.MustCompile(`(?i)\bwhat (?:does|do|functions|methods).*\bcalls?\b|\bcallees?\b|\bdepends? on what\b|\bhow does\b|\bhow is\b|\bwhat does\b`),
		func(i *intent) { i.callees = true }},
	{regexp.MustCompile(`(?i)\bimplement(?:s|ers?|ed|ations?)?\b|\bsubclass(?:es)?\b|\bextends?\b|\binherit`),
		func(i *intent) { i.implementers = true }},
	{regexp.MustCompile(`(?i)\bbreaks?\b|\baffect(?:s|ed)?\b|\bimpact\b|\bchang(?:e|es|ing)\b|\bremov(?:e|es|ing)\b|\bdepends?\b|\brefactor`),
		func(i *intent) { i.impact = true; i.callers = true }},
	{regexp.MustCompile(`(?i)\bmethods?\b|\bfields?\b|\bmembers?\b|\bresponsib|\boffers?\b`),
		func(i *intent) { i.members = true }},
	{regexp.MustCompile(`(?i)\bfrom\b.*\bto\b|\breach(?:es)?\b|\bpath\b|\bflow\b|\bbetween\b|\brelat(?:es?|ion)`),
		func(i *intent) { i.path = true }},
}

// intentOf reads what the question wants; when it says nothing, callers and
// callees tell most about a symbol.
func intentOf(question string) intent {
	var out intent
	for _, i := range intents {
		if i.re.MatchString(question) {
			i.set(&out)
		}
	}
	if out == (intent{}) {
		out.callers, out.callees = true, true
	}
	return out
}
