package answer

import "regexp"

// intent is what a question wants to know of the symbols that it names.
type intent struct {
	where, callers, callees, implementers, members, impact, tests, path bool
}

// lists: it asks for a list, which the list alone answers.
func (i intent) lists() bool {
	return i.where || i.callers || i.implementers || i.impact || i.tests || i.path || i.members
}

var intents = []struct {
	re  *regexp.Regexp
	set func(*intent)
}{
	{regexp.MustCompile(`(?i)\bwhere\b.*\b(?:defined|declared|implemented|located|lives?|found|is)\b|\bwo (?:ist|wird)\b|\bdónde está\b|\boù (?:est|se trouve)\b`),
		func(i *intent) { i.where = true }},
	{regexp.MustCompile(`(?i)\b(?:who|which|where|wer|qui|quién|quien)\b.*\b(?:calls?|called|uses?|used|invokes?|invoked|references?|referenced|raises?|raised|throws?|thrown|ruft|appelle|llama)\b|\bwhat (?:calls|uses|invokes|raises|throws|references)\b|\bcallers?\b|\busages?\b|\b(?:used|called|raised|thrown) (?:by|in|from|where)\b`),
		func(i *intent) { i.callers = true }},
	{regexp.MustCompile(`(?i)\bwhat (?:does|do|functions|methods).*\b(?:calls?|invokes?|uses?)\b|\bcallees?\b|\bdepends? on what\b|\bhow (?:does|do|is|are)\b|\bwhat (?:does|happens)\b|\bwie (?:funktioniert|macht|wird)\b|\bcomment\b|\bcómo\b`),
		func(i *intent) { i.callees = true }},
	{regexp.MustCompile(`(?i)\bimplement(?:s|ers?|ors?|ed by|ations?)?\b|\bsub-?class(?:es)?\b|\bextends?\b|\binherit|\bderived?\b|\boverrid(?:e|es|den)\b`),
		func(i *intent) { i.implementers = true }},
	{regexp.MustCompile(`(?i)\bbreaks?\b|\baffect(?:s|ed)?\b|\bimpact\b|\bif (?:i|we|one|you) (?:change|remove|rename|delete|modify)|\bchanging\b|\bremoving\b|\brenaming\b|\bdeleting\b|\bdepends? on\b|\bdependents?\b|\brefactor`),
		func(i *intent) { i.impact = true }},
	{regexp.MustCompile(`(?i)\b(?:methods?|fields?|members?|functions?|attributes?)\b.*\b(?:has|have|offers?|does|defines?|of|in)\b|\bresponsib|\boffers?\b|\bapi of\b|\bwhat is (?:a |an |the )?(?:class|interface|struct|type)\b`),
		func(i *intent) { i.members = true }},
	{regexp.MustCompile(`(?i)\btests?\b.*\b(?:cover|reach|exercise|check|for|of|use|call)|\b(?:covered|tested|exercised)\b`),
		func(i *intent) { i.tests = true }},
	{regexp.MustCompile(`(?i)\bfrom\b.*\bto\b|\breach(?:es|ed)?\b|\bpath\b|\bflow\b|\bbetween\b|\brelat(?:es?|ed|ion|ionship)\b|\bget(?:s)? to\b|\blead(?:s)? to\b|\bend(?:s)? up in\b|\bconnect`),
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
	if out.tests { // the tests are asked for, not what they are called by
		out.callers, out.callees = false, false
	}
	if out == (intent{}) {
		out.callers, out.callees = true, true
	}
	return out
}
