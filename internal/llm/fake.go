package llm

import "context"

// Fake is a model whose answers a function makes, for tests. The function
// must be safe for concurrent use if the model is used so.
type Fake struct {
	Script func(Request) (Response, error)
}

// Name implements Model.
func (f Fake) Name() string { return "fake" }

// Complete implements Model. The script need not set a stop reason.
func (f Fake) Complete(ctx context.Context, request Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	response, err := f.Script(request)
	if err == nil && response.StopReason == "" {
		response.StopReason = StopEnd
	}
	return response, err
}
