package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"golang.org/x/sync/errgroup"
)

// OpenAIConfig names an endpoint that speaks OpenAI's embeddings API.
type OpenAIConfig struct {
	BaseURL       string // with the version in its path, as in https://api.openai.com/v1
	Model         string
	APIKey        string // may be empty for a local endpoint
	QueryPrefix   string // put before every query
	PassagePrefix string // put before every passage
	Dim           int    // elements of a vector; 0 to take what the endpoint gives
}

const (
	remoteBatchTexts  = 64
	remoteBatchBytes  = 200_000
	remoteTextBytes   = 12_000 // keeps a text of any language below 8,191 tokens or so
	remoteConcurrency = 4
	remoteRetries     = 4
	remoteTimeout     = time.Minute // of one request
)

// OpenAI computes vectors at an OpenAI-compatible endpoint. It is asked for no
// more than it is given: no other setting of the environment is sent there.
type OpenAI struct {
	config  OpenAIConfig
	name    string
	service openai.EmbeddingService
	dim     atomic.Int64
}

// NewOpenAI checks the configuration; it calls nobody.
func NewOpenAI(config OpenAIConfig) (*OpenAI, error) {
	base, err := url.Parse(config.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("PLUMBLINE_EMBED_BASE_URL is %q; it must be an address such as https://api.openai.com/v1", config.BaseURL)
	}
	if config.Model == "" {
		return nil, errors.New("PLUMBLINE_EMBED_MODEL is not set; name the embedding model of the endpoint there")
	}
	o := &OpenAI{
		config: config,
		name:   remoteName(base, config),
		service: openai.NewEmbeddingService(
			option.WithBaseURL(config.BaseURL),
			option.WithAPIKey(config.APIKey),
			option.WithHTTPClient(&http.Client{}),
			option.WithMaxRetries(remoteRetries),
			option.WithRequestTimeout(remoteTimeout),
		),
	}
	o.dim.Store(int64(config.Dim))
	return o, nil
}

func remoteName(base *url.URL, config OpenAIConfig) string {
	name := fmt.Sprintf("openai/%s@%s%s", config.Model, base.Host, strings.TrimRight(base.Path, "/"))
	if config.Dim != 0 {
		name += fmt.Sprintf("-d%d", config.Dim)
	}
	if config.QueryPrefix != "" || config.PassagePrefix != "" {
		name += fmt.Sprintf("-p%q,%q", config.QueryPrefix, config.PassagePrefix)
	}
	return name
}

// Name implements Embedder.
func (o *OpenAI) Name() string { return o.name }

// Dim implements Embedder. It is 0 until the endpoint has answered once,
// unless the configuration tells it.
func (o *OpenAI) Dim() int { return int(o.dim.Load()) }

// Embed implements Embedder. Requests that fail for a passing reason are
// repeated, with the pause that the endpoint asks for.
func (o *OpenAI) Embed(ctx context.Context, texts []string, kind Kind) ([][]float32, error) {
	prefix := o.config.PassagePrefix
	if kind == Query {
		prefix = o.config.QueryPrefix
	}
	inputs := make([]string, len(texts))
	for i, text := range texts {
		inputs[i] = remoteInput(prefix, text)
	}
	vectors := make([][]float32, len(texts))
	work, ctx := errgroup.WithContext(ctx)
	work.SetLimit(remoteConcurrency)
	for from := 0; from < len(inputs); {
		to := remoteBatchEnd(inputs, from)
		chunk, into := inputs[from:to], vectors[from:to]
		work.Go(func() error { return o.embedBatch(ctx, chunk, into) })
		from = to
	}
	if err := work.Wait(); err != nil {
		return nil, fmt.Errorf("computing vectors at %s: %w", o.name, err)
	}
	return vectors, nil
}

// remoteInput makes a text that every endpoint accepts: valid UTF-8, not
// empty, not longer than the usual limit.
func remoteInput(prefix, text string) string {
	text = prefix + text
	if len(text) > remoteTextBytes {
		text = text[:remoteTextBytes]
	}
	text = strings.ToValidUTF8(text, "")
	if strings.TrimSpace(text) == "" {
		return "."
	}
	return text
}

func remoteBatchEnd(inputs []string, from int) int {
	size := len(inputs[from])
	to := from + 1
	for to < len(inputs) && to-from < remoteBatchTexts && size+len(inputs[to]) <= remoteBatchBytes {
		size += len(inputs[to])
		to++
	}
	return to
}

func (o *OpenAI) embedBatch(ctx context.Context, inputs []string, into [][]float32) error {
	request := openai.EmbeddingNewParams{
		Model:          o.config.Model,
		Input:          openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: inputs},
		EncodingFormat: openai.EmbeddingNewParamsEncodingFormatFloat,
	}
	if o.config.Dim != 0 {
		request.Dimensions = openai.Int(int64(o.config.Dim))
	}
	answer, err := o.service.New(ctx, request)
	if err != nil {
		return err
	}
	if len(answer.Data) != len(inputs) {
		return fmt.Errorf("asked for %d vectors, got %d", len(inputs), len(answer.Data))
	}
	for _, item := range answer.Data {
		if item.Index < 0 || item.Index >= int64(len(into)) || into[item.Index] != nil {
			return fmt.Errorf("the vector for text %d of %d came twice or was not asked for", item.Index, len(into))
		}
		vector, err := o.toVector(item.Embedding)
		if err != nil {
			return err
		}
		into[item.Index] = vector
	}
	return nil
}

// toVector checks the width, which never changes during the life of a process.
func (o *OpenAI) toVector(embedding []float64) ([]float32, error) {
	o.dim.CompareAndSwap(0, int64(len(embedding)))
	if want := o.dim.Load(); int64(len(embedding)) != want || want == 0 {
		return nil, fmt.Errorf("a vector has %d elements instead of %d; was the model behind the endpoint changed?", len(embedding), want)
	}
	vector := make([]float32, len(embedding))
	for i, x := range embedding {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("element %d of a vector is no number", i)
		}
		vector[i] = float32(x)
	}
	normalise(vector)
	return vector, nil
}
