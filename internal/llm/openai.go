package llm

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

const (
	defaultBaseURL = "https://api.openai.com/v1"
	defaultTimeout = 2 * time.Minute
	retries        = 2
	longestWait    = 20 * time.Second // a longer pause is left to the caller's own queue
)

// Config names a model at an OpenAI-compatible endpoint.
type Config struct {
	BaseURL string        // with the version in its path; empty for OpenAI's own
	Model   string        // as the endpoint calls it
	APIKey  string        // may be empty for a local endpoint
	Timeout time.Duration // of one request; 0 for two minutes
}

// OpenAI is a chat model at an OpenAI-compatible endpoint.
type OpenAI struct {
	model   string
	service openai.ChatCompletionService
	// plain is set once the endpoint has turned a schema down.
	plain atomic.Bool
}

// NewOpenAI checks the configuration; it calls nobody.
func NewOpenAI(config Config) (*OpenAI, error) {
	base := cmp.Or(config.BaseURL, defaultBaseURL)
	address, err := url.Parse(base)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, fmt.Errorf("PLUMBLINE_LLM_BASE_URL is %q; it must be an address such as %s", base, defaultBaseURL)
	}
	return &OpenAI{
		model: config.Model,
		// The service's own constructor, unlike the client's, reads nothing
		// from the environment: no other key or header goes to the endpoint.
		service: openai.NewChatCompletionService(
			option.WithBaseURL(base),
			option.WithAPIKey(config.APIKey),
			option.WithHTTPClient(&http.Client{}),
			option.WithMaxRetries(retries),
			option.WithMaxRetryDelay(longestWait),
			option.WithRequestTimeout(cmp.Or(config.Timeout, defaultTimeout)),
		),
	}, nil
}

// Name implements Model.
func (o *OpenAI) Name() string { return o.model }

// Complete implements Model. Passing failures are tried again a few times.
// Where the endpoint doesn't know response_format, the request is repeated
// without it, with the schema in the instructions.
func (o *OpenAI) Complete(ctx context.Context, request Request) (Response, error) {
	if request.JSONSchema != nil && !o.plain.Load() {
		response, err := o.complete(ctx, request, true)
		if !turnsSchemaDown(err) {
			response.Structured = err == nil
			return response, err
		}
		o.plain.Store(true)
	}
	return o.complete(ctx, request, false)
}

func (o *OpenAI) complete(ctx context.Context, request Request, structured bool) (Response, error) {
	var answer *http.Response
	completion, err := o.service.New(ctx, o.params(request, structured), option.WithResponseInto(&answer))
	if err != nil {
		return Response{}, fmt.Errorf("asking %s: %w", o.model, classify(ctx, err, answer))
	}
	response, err := toResponse(completion)
	if err != nil {
		return Response{}, fmt.Errorf("asking %s: %w", o.model, err)
	}
	return response, nil
}

func (o *OpenAI) params(request Request, structured bool) openai.ChatCompletionNewParams {
	params := openai.ChatCompletionNewParams{Model: o.model, Messages: messages(request, structured)}
	if request.MaxTokens > 0 {
		// The older name: every compatible endpoint knows it, and OpenAI's own
		// newer one is unknown to many.
		params.MaxTokens = openai.Int(int64(request.MaxTokens))
	}
	if request.Temperature >= 0 {
		params.Temperature = openai.Float(request.Temperature)
	}
	if structured {
		params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: request.JSONSchema.Name, Schema: request.JSONSchema.Schema, Strict: openai.Bool(true),
			},
		}
	}
	return params
}

func messages(request Request, structured bool) []openai.ChatCompletionMessageParamUnion {
	system := request.System
	if request.JSONSchema != nil && !structured {
		system += "\n\nAnswer with JSON alone, of this schema:\n" + string(request.JSONSchema.Schema)
	}
	var list []openai.ChatCompletionMessageParamUnion
	if system != "" {
		list = append(list, openai.SystemMessage(strings.ToValidUTF8(system, "\ufffd")))
	}
	for _, message := range request.Messages {
		text := strings.ToValidUTF8(message.Text, "\ufffd")
		if message.Role == Assistant {
			list = append(list, openai.AssistantMessage(text))
		} else {
			list = append(list, openai.UserMessage(text))
		}
	}
	return list
}

func toResponse(completion *openai.ChatCompletion) (Response, error) {
	if len(completion.Choices) == 0 {
		return Response{}, fmt.Errorf("%w: it holds no choice", ErrNonsense)
	}
	choice := completion.Choices[0]
	switch {
	case choice.Message.Refusal != "":
		return Response{}, fmt.Errorf("%w: %s", ErrRefused, choice.Message.Refusal)
	case choice.FinishReason == "content_filter":
		return Response{}, fmt.Errorf("%w: its answer was filtered", ErrRefused)
	case strings.TrimSpace(choice.Message.Content) == "":
		return Response{}, fmt.Errorf("%w: its message is empty (finish reason %q)", ErrNonsense, choice.FinishReason)
	}
	reason := StopEnd
	if choice.FinishReason == "length" {
		reason = StopLength
	}
	return Response{
		Text:       choice.Message.Content,
		StopReason: reason,
		Usage: Usage{
			InputTokens:  int(completion.Usage.PromptTokens),
			OutputTokens: int(completion.Usage.CompletionTokens),
		},
	}, nil
}
