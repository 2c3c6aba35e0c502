package main

import (
	"context"

	"github.com/plumbline/plumbline/internal/answer"
	"github.com/plumbline/plumbline/internal/llm"
)

// draftTokens bounds a model's draft.
const draftTokens = 1500

// claims is the form of a draft, for endpoints that can hold a model to one.
var claims = llm.Schema{Name: "claims", Schema: answer.Schema}

// chatModel is a chat model as answering sees it: text in, text out.
type chatModel struct{ llm.Model }

func (m chatModel) Complete(ctx context.Context, system, prompt string) (string, error) {
	res, err := m.Model.Complete(ctx, llm.Request{System: system, MaxTokens: draftTokens,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}}, JSONSchema: &claims})
	return res.Text, err
}

// openModel opens the model that the environment names, if any.
func (a *app) openModel() error {
	m, err := llm.FromEnv(a.env.getenv)
	if err != nil || m == nil {
		return err
	}
	a.model = chatModel{m}
	return nil
}

// openModels opens what answering asks beside the database: the embedder and
// the chat model, once for all questions.
func (a *app) openModels() error {
	if err := a.openEmbedder(); err != nil {
		return err
	}
	return a.openModel()
}
