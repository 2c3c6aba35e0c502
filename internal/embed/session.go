package embed

import (
	"errors"
	"fmt"

	ort "github.com/yalue/onnxruntime_go"
)

// session runs one loaded model. It is safe for concurrent use: each run
// takes one core, and callers run as many at once as there are cores, which
// wastes less than splitting every small product over them.
type session struct {
	runtime *ort.DynamicAdvancedSession
	inputs  []string
	dim     int
	pooled  bool // the output is one vector a text, not one a token
}

func openSession(model []byte) (*session, error) {
	inputs, outputs, err := ort.GetInputOutputInfoWithONNXData(model)
	if err != nil {
		return nil, fmt.Errorf("this is no model that ONNX Runtime can read: %w", err)
	}
	s := &session{}
	if err := s.takeInputs(inputs); err != nil {
		return nil, err
	}
	output, err := s.takeOutput(outputs)
	if err != nil {
		return nil, err
	}
	options, err := sessionOptions()
	if err != nil {
		return nil, err
	}
	defer func() { _ = options.Destroy() }()
	s.runtime, err = ort.NewDynamicAdvancedSessionWithONNXData(model, s.inputs, []string{output}, options)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func sessionOptions() (*ort.SessionOptions, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	return options, errors.Join(
		options.SetIntraOpNumThreads(1),
		options.SetInterOpNumThreads(1),
		options.SetMemPattern(false), // the shapes differ from batch to batch
	)
}

func (s *session) takeInputs(inputs []ort.InputOutputInfo) error {
	for _, input := range inputs {
		switch input.Name {
		case "input_ids", "attention_mask", "token_type_ids":
			s.inputs = append(s.inputs, input.Name)
		default:
			return fmt.Errorf("the model wants an input %q; only input_ids, attention_mask and token_type_ids can be given", input.Name)
		}
		if input.DataType != ort.TensorElementDataTypeInt64 {
			return fmt.Errorf("the model's input %q is %s, not int64", input.Name, input.DataType)
		}
	}
	return nil
}

// takeOutput chooses the vectors of tokens, or else of whole texts.
func (s *session) takeOutput(outputs []ort.InputOutputInfo) (string, error) {
	for _, rank := range []int{3, 2} {
		for _, output := range outputs {
			shape := output.Dimensions
			if len(shape) != rank || output.DataType != ort.TensorElementDataTypeFloat || shape[rank-1] <= 0 {
				continue
			}
			s.dim, s.pooled = int(shape[rank-1]), rank == 2
			return output.Name, nil
		}
	}
	return "", errors.New("the model has no output of float vectors of a fixed width")
}

// run returns the output of the model for rows texts of length tokens each,
// as one slice: rows × length × dim numbers, or rows × dim if pooled.
func (s *session) run(ids, mask []int64, rows, length int) ([]float32, error) {
	given := map[string][]int64{"input_ids": ids, "attention_mask": mask}
	shape := ort.NewShape(int64(rows), int64(length))
	inputs := make([]ort.Value, len(s.inputs))
	for i, name := range s.inputs {
		values := given[name]
		if values == nil {
			values = make([]int64, len(ids))
		}
		tensor, err := ort.NewTensor(shape, values)
		if err != nil {
			return nil, err
		}
		defer func() { _ = tensor.Destroy() }()
		inputs[i] = tensor
	}
	output, err := ort.NewEmptyTensor[float32](s.outputShape(rows, length))
	if err != nil {
		return nil, err
	}
	defer func() { _ = output.Destroy() }()
	if err := s.runtime.Run(inputs, []ort.Value{output}); err != nil {
		return nil, err
	}
	return output.GetData(), nil
}

func (s *session) outputShape(rows, length int) ort.Shape {
	if s.pooled {
		return ort.NewShape(int64(rows), int64(s.dim))
	}
	return ort.NewShape(int64(rows), int64(length), int64(s.dim))
}

func (s *session) close() error { return s.runtime.Destroy() }
