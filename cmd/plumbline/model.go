package main

import (
	"context"

	"github.com/plumbline/plumbline/internal/answer"
	"github.com/plumbline/plumbline/internal/llm"
)

// draftTokens bounds a model's draft.
const draftTokens = 1500

// chatModel is a chat model as answering sees it: text in, text out.
type chatModel struct{ llm.Model }

func (m chatModel) Complete(ctx context.Context, system, prompt string) (string, error) {
	res, err := m.Model.Complete(ctx, llm.Request{System: system, MaxTokens: draftTokens,
		Messages: []llm.Message{{Role: llm.User, Text: prompt}}})
	return res.Text, err
}

// openModel is the model that the environment names, nil for none.
func (a *app) openModel() (answer.Model, error) {
	m, err := llm.FromEnv(a.env.getenv)
	if err != nil || m == nil {
		return nil, err
	}
	return chatModel{m}, nil
}
