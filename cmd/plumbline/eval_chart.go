package main

import (
	"errors"
	"fmt"
	"html"
	"io"
	"os"

	"github.com/plumbline/plumbline/internal/eval"
)

// The chart's measures, in pixels.
const (
	chartLabels = 260
	chartBars   = 420
	chartRow    = 22
	chartTop    = 44
)

func saveChart(name string, r evalReport) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(writeChart(file, r), file.Close())
}

// writeChart draws recall of spans at 10 by variant as SVG: a bar for the
// value, a line for its 95 % interval.
func writeChart(w io.Writer, r evalReport) error {
	width, height := chartLabels+chartBars+70, chartTop+chartRow*len(r.Variants)+28
	if _, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="#fff"/>
<text x="8" y="22" font-size="14" font-weight="bold">%s: recall of spans at 10, with 95 %% intervals</text>
`, width, height, width, height, html.EscapeString(r.Set)); err != nil {
		return err
	}
	for _, tick := range []float64{0, 0.25, 0.5, 0.75, 1} {
		x := chartX(tick)
		fmt.Fprintf(w, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle" fill="#666">%g</text>`+"\n",
			x, chartTop-8, height-24, x, height-8, tick)
	}
	for i, v := range r.Variants {
		chartBar(w, chartTop+i*chartRow, v.Name, v.Spans.Recall[10])
	}
	_, err := fmt.Fprintln(w, "</svg>")
	return err
}

func chartX(value float64) float64 { return chartLabels + chartBars*value }

func chartBar(w io.Writer, y int, name string, r eval.Rate) {
	fmt.Fprintf(w, `<text x="%d" y="%d" text-anchor="end">%s</text><rect x="%d" y="%d" width="%.1f" height="14" fill="#5b8db8"/>`,
		chartLabels-8, y+11, html.EscapeString(name), chartLabels, y, chartBars*r.Value)
	fmt.Fprintf(w, `<path d="M%.1f %dH%.1f" stroke="#222" stroke-width="1.5"/><text x="%d" y="%d">%.3f</text>`+"\n",
		chartX(r.Low), y+7, chartX(r.High), chartLabels+chartBars+12, y+11, r.Value)
}
