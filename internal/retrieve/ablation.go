package retrieve

// Variant is a setting of the options under a name.
type Variant struct {
	Name    string
	Options Options
}

// Ablation is what an evaluation compares: the searches by themselves, how
// they add up, and the whole without each lever.
func Ablation() []Variant {
	words := Options{K1: 1.2, B: 0.75, Name: 1, Signature: 1, Prose: 1, Identifier: 1, Title: 1, Namesakes: 1, Hub: 1, Alpha: 1,
		Test: 1, Doc: 1, Log: 1, Candidates: DefaultOptions.Candidates, Pieces: DefaultOptions.Pieces}
	out := []Variant{{"full", DefaultOptions}, {"BM25", words}}
	add := func(name string, from Options, change func(o *Options)) Options {
		change(&from)
		out = append(out, Variant{name, from})
		return from
	}
	add("dense", words, func(o *Options) { o.Alpha, o.Beta = 0, 1 })
	fused := add("BM25 + dense", words, func(o *Options) { o.Alpha, o.Beta = DefaultOptions.Alpha, DefaultOptions.Beta })
	graph := add("BM25 + dense + graph", fused, func(o *Options) {
		o.Decay, o.Hub, o.Hops, o.Seeds, o.Neighbours = DefaultOptions.Decay, DefaultOptions.Hub, DefaultOptions.Hops, DefaultOptions.Seeds, DefaultOptions.Neighbours
	})
	add("BM25 + dense + graph + symbols", graph, func(o *Options) { o.Symbol, o.Namesakes = DefaultOptions.Symbol, DefaultOptions.Namesakes })
	full := DefaultOptions
	for _, lever := range []struct {
		name   string
		change func(o *Options)
	}{
		{"without fields", func(o *Options) { o.Name, o.Signature, o.Prose, o.Path = 1, 1, 1, 0 }},
		{"without identifiers", func(o *Options) { o.Identifier = 1 }},
		{"without titles", func(o *Options) { o.Title = 1 }},
		{"without what is around", func(o *Options) { o.Around = 0 }},
		{"without whole files", func(o *Options) { o.File = 0 }},
		{"without dense", func(o *Options) { o.Beta = 0 }},
		{"without named files", func(o *Options) { o.Named = 0 }},
		{"without symbols", func(o *Options) { o.Symbol = 0 }},
		{"without graph", func(o *Options) { o.Decay = 0 }},
		{"2 hops", func(o *Options) { o.Hops = 2 }},
		{"3 hops", func(o *Options) { o.Hops = 3 }},
		{"4 hops", func(o *Options) { o.Hops = 4 }},
		{"not re-ranked", func(o *Options) { o.Model = Model{} }},
		{"tests as code", func(o *Options) { o.Test = 1 }},
		{"prose as code", func(o *Options) { o.Doc, o.Log = 1, 1 }},
		{"pieces of a chunk alone", func(o *Options) { o.Lines, o.Gather = 0, 0 }},
	} {
		add(lever.name, full, lever.change)
	}
	return out
}
