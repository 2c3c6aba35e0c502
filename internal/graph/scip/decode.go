package scip

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/plumbline/plumbline/internal/code"
)

// The fields of scip.proto that are read.
const (
	indexDocuments = 2

	documentPath        = 1
	documentOccurrences = 2
	documentEncoding    = 6

	occurrenceRange       = 1 // deprecated, and what indexers write
	occurrenceSymbol      = 2
	occurrenceRoles       = 3
	occurrenceSingleRange = 8 // a message whose first fields are the line and the column
	occurrenceMultiRange  = 9 // likewise

	roleDefinition        = 1
	roleForwardDefinition = 64
)

// Parse reads an index. It fails on what is no SCIP index and on one that
// covers no file.
func Parse(data []byte) (*Index, error) {
	x := &Index{documents: map[string]*document{}, definitions: map[string][]place{}, named: map[*document]map[point][]code.SymbolRef{}}
	err := fields(data, func(number protowire.Number, value field) error {
		if number != indexDocuments {
			return nil
		}
		return x.addDocument(value.bytes)
	})
	if err != nil {
		return nil, fmt.Errorf("this is no SCIP index: %w", err)
	}
	if len(x.documents) == 0 {
		return nil, errors.New("this SCIP index covers no file: make it at the repository's root")
	}
	return x, nil
}

func (x *Index) addDocument(data []byte) error {
	d := &document{occurrences: map[point][]string{}}
	var occurrences [][]byte
	err := fields(data, func(number protowire.Number, value field) error {
		switch number {
		case documentPath:
			d.path = string(value.bytes)
		case documentOccurrences:
			occurrences = append(occurrences, value.bytes)
		case documentEncoding:
			d.encoding = encoding(value.number)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if d.path == "" || path.IsAbs(d.path) || path.Clean(d.path) != d.path || strings.HasPrefix(d.path, "..") {
		return fmt.Errorf("%q is no path inside the repository", d.path)
	}
	x.documents[d.path] = d
	for _, o := range occurrences {
		if err := x.addOccurrence(d, o); err != nil {
			return fmt.Errorf("%s: %w", d.path, err)
		}
	}
	return nil
}

func (x *Index) addOccurrence(d *document, data []byte) error {
	var symbol string
	var roles uint64
	var start []uint64
	err := fields(data, func(number protowire.Number, value field) (err error) {
		switch number {
		case occurrenceSymbol:
			symbol = string(value.bytes)
		case occurrenceRoles:
			roles = value.number
		case occurrenceRange:
			start, err = numbers(start, value)
		case occurrenceSingleRange, occurrenceMultiRange:
			start, err = lineAndColumn(value.bytes)
		}
		return err
	})
	if err != nil {
		return err
	}
	if symbol == "" || len(start) < 2 {
		return nil // it names nothing, or no place
	}
	if isLocal(symbol) {
		symbol = d.path + localMark + symbol
	}
	at := point{int(int32(start[0])), int(int32(start[1]))}
	switch {
	case roles&roleDefinition != 0:
		x.definitions[symbol] = append(x.definitions[symbol], place{d, at})
	case roles&roleForwardDefinition == 0:
		d.occurrences[at] = append(d.occurrences[at], symbol)
	}
	return nil
}

const localMark = "\x00local "

// isLocal reports whether a symbol cannot be named outside its document.
func isLocal(symbol string) bool {
	return strings.HasPrefix(symbol, "local ") || strings.Contains(symbol, localMark)
}

// field is a value of the wire format: a number, or bytes.
type field struct {
	number uint64
	bytes  []byte
}

// fields calls do for each field of a message.
func fields(data []byte, do func(protowire.Number, field) error) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		var value field
		switch kind {
		case protowire.VarintType:
			value.number, n = protowire.ConsumeVarint(data)
		case protowire.BytesType:
			value.bytes, n = protowire.ConsumeBytes(data)
		default:
			n = protowire.ConsumeFieldValue(number, kind, data)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		data = data[n:]
		if err := do(number, value); err != nil {
			return err
		}
	}
	return nil
}

// numbers adds a repeated number, packed or not.
func numbers(to []uint64, value field) ([]uint64, error) {
	if value.bytes == nil {
		return append(to, value.number), nil
	}
	for data := value.bytes; len(data) > 0; {
		v, n := protowire.ConsumeVarint(data)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		to, data = append(to, v), data[n:]
	}
	return to, nil
}

// lineAndColumn are the first two fields of a range message, 0 by default.
func lineAndColumn(data []byte) ([]uint64, error) {
	start := make([]uint64, 2)
	err := fields(data, func(number protowire.Number, value field) error {
		if number == 1 || number == 2 {
			start[number-1] = value.number
		}
		return nil
	})
	return start, err
}

// readable is a symbol's name without scheme, package and marks:
// "scip-python python requests 2.0 `requests.api`/get()." is requests.api.get.
func readable(symbol string) string {
	parts := strings.SplitN(symbol, " ", 5)
	if len(parts) < 5 {
		return symbol
	}
	name := strings.NewReplacer("`", "", "().", ".", "/", ".", "#", ".", ":", ".", "!", ".").Replace(parts[4])
	return strings.Trim(strings.ReplaceAll(name, "..", "."), ".")
}
