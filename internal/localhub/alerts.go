package localhub

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// alerts gives quotes that begin with "[!NOTE]" or the like their title.
func alerts() parser.Option {
	return parser.WithASTTransformers(util.Prioritized(alertTransformer{}, 900))
}

type alertTransformer struct{}

// Transform implements parser.ASTTransformer.
func (alertTransformer) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	var quotes []*ast.Blockquote
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { //nolint:errcheck // never fails
		if q, is := n.(*ast.Blockquote); is && entering {
			quotes = append(quotes, q)
		}
		return ast.WalkContinue, nil
	})
	for _, q := range quotes {
		markAlert(q, reader.Source())
	}
}

var alert = regexp.MustCompile(`^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$`)

// markAlert turns the first line of an alert into its title.
func markAlert(q *ast.Blockquote, source []byte) {
	first, isParagraph := q.FirstChild().(*ast.Paragraph)
	if !isParagraph || first.Lines().Len() == 0 {
		return
	}
	line := first.Lines().At(0)
	found := alert.FindSubmatch(line.Value(source))
	if found == nil {
		return
	}
	for n := first.FirstChild(); n != nil; {
		next := n.NextSibling()
		t, isText := n.(*ast.Text)
		if !isText || t.Segment.Start >= line.Stop {
			break
		}
		first.RemoveChild(first, n)
		n = next
	}
	word := string(found[1])
	title, bold := ast.NewParagraph(), ast.NewEmphasis(2)
	bold.AppendChild(bold, ast.NewString([]byte(word[:1]+strings.ToLower(word[1:]))))
	title.AppendChild(title, bold)
	q.InsertBefore(q, first, title)
}
