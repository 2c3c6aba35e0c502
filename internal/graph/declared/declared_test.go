package declared_test

import (
	"testing"

	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/declared"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
	"github.com/plumbline/plumbline/internal/graph/python"
)

func binders() []graph.Binder { return []graph.Binder{python.New(), declared.New()} }

const archive = `
-- .github/plumbline.yml --
edges:
  - from: router.py#dispatch
    to: views.py#Refund.post
    type: CALLS
  - {from: router.py#dispatch, to: views.py#Refund.get, type: CALLS}
  - {from: gone.py#, to: views.py#, type: IMPORTS}
  - {from: router.py#, to: views.py#, type: IMPORTS}
  - {from: router.py#, to: views.py, type: IMPORTS}
-- router.py --
def dispatch(request):
    return registry[request.name]()
-- views.py --
class Refund:
    def post(self):
        pass
`

func TestEdgesOfSymbolsThatExist(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), archive, `
		.github/plumbline.yml# CALLS .github/plumbline.yml:5 views.py#Refund.get -> unknown
		.github/plumbline.yml# IMPORTS .github/plumbline.yml:6 gone.py# -> unknown
		router.py# IMPORTS .github/plumbline.yml:7 views.py -> views.py# declared
		router.py#dispatch CALLS .github/plumbline.yml:3 post -> views.py#Refund.post declared
		router.py#dispatch CALLS router.py:2 registry -> unknown`)
}

func TestSymbolsComeAndGo(t *testing.T) {
	graphtest.CheckEdits(t, binders(), archive, map[string]string{
		"views.py":              "class Refund:\n    def get(self):\n        pass\n",
		"gone.py":               "x = 1\n",
		"router.py":             "",
		".github/plumbline.yml": "edges: []\n",
	})
}
