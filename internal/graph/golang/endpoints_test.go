package golang

import (
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func TestEndpoints(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), `
-- go.mod --
module m
-- api.go --
package m

import "github.com/gin-gonic/gin"

type server struct{}

func routes(r *gin.Engine, s *server) {
	api := r.Group("/api")
	v1 := api.Group("/v1")
	v1.GET("/users/:id", s.user)
	r.POST("/login", auth, func(c *gin.Context) {})
	r.DELETE("/elsewhere", other)
}

func (s *server) user(c *gin.Context) {}
func auth(c *gin.Context)             {}
-- other.go --
package m

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

func other(c *gin.Context) {
	http.Get("http://localhost/api/v1/users/{id}")
	http.NewRequest(http.MethodPost, "https://example.com/other?x=1", nil)
}

func std(mux *http.ServeMux) { mux.HandleFunc("PUT /items/{id}", put) }

func put(w http.ResponseWriter, r *http.Request) {}
`, `
api.go#server.user EXPOSES api.go:10 user -> api.go#GET /api/v1/users/{id} exact
api.go#routes EXPOSES api.go:11 func -> api.go#POST /login exact
other.go#other EXPOSES api.go:12 other -> api.go#DELETE /elsewhere exact
other.go#other REQUESTS other.go:10 Get -> api.go#GET /api/v1/users/{id} inferred
other.go#other REQUESTS other.go:11 NewRequest -> external
other.go#put EXPOSES other.go:14 put -> other.go#PUT /items/{id} exact
`, code.Exposes, code.Requests)
}
