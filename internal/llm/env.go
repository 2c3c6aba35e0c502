package llm

import (
	"fmt"
	"time"
)

// FromEnv returns the model that PLUMBLINE_LLM_MODEL names, at
// PLUMBLINE_LLM_BASE_URL (by default OpenAI's own), with PLUMBLINE_LLM_API_KEY.
// PLUMBLINE_LLM_TIMEOUT, as in "90s", bounds one request (by default two
// minutes). It returns nil and no error if no model is named: answers are then
// composed without one.
func FromEnv(getenv func(string) string) (Model, error) {
	config := Config{
		BaseURL: getenv("PLUMBLINE_LLM_BASE_URL"),
		Model:   getenv("PLUMBLINE_LLM_MODEL"),
		APIKey:  getenv("PLUMBLINE_LLM_API_KEY"),
	}
	if config.Model == "" {
		if config.BaseURL != "" {
			return nil, fmt.Errorf("PLUMBLINE_LLM_BASE_URL is set, but PLUMBLINE_LLM_MODEL is not; name the model there")
		}
		return nil, nil
	}
	if timeout := getenv("PLUMBLINE_LLM_TIMEOUT"); timeout != "" {
		var err error
		if config.Timeout, err = time.ParseDuration(timeout); err != nil || config.Timeout <= 0 {
			return nil, fmt.Errorf("PLUMBLINE_LLM_TIMEOUT is %q; it must be a duration such as 90s", timeout)
		}
	}
	model, err := NewOpenAI(config)
	if err != nil {
		return nil, err
	}
	return model, nil
}
