package ruby

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func binders() []graph.Binder { return []graph.Binder{New()} }

const gem = `
-- lib/app.rb --
require 'app/base'
require 'json'
module App
  class Server < Base
    include Helpers
    LIMIT = 3
    def initialize(n); super; @client = Client.new(n); end
    def run(list)
      helper
      inherited 1
      x = Client.new(1)
      x.get
      list.get
      self.class_less
      Server.build
      puts LIMIT
      other = list
      other
    end
    def self.build; new(1); end
    def get; super; end
  end
  class Client
    def initialize(n); end
    def get; end
  end
end
-- lib/app/base.rb --
module App
  class Base
    def initialize(n); end
    def inherited(a); end
    def get; end
  end
  module Helpers
    def helper; end
  end
end
-- lib/more.rb --
class App::Server
  def class_less; end
end
`

func TestCalls(t *testing.T) {
	graphtest.Expect(t, binders(), gem, `
IMPORTS lib/app.rb:1 app/base -> lib/app/base.rb# exact
IMPORTS lib/app.rb:2 json -> external json
EXTENDS lib/app.rb:4 Server -> lib/app/base.rb#App.Base exact
EXTENDS lib/app.rb:4 Server -> lib/app/base.rb#App.Helpers exact
CALLS lib/app.rb:5 include -> external
CALLS lib/app.rb:7 super -> lib/app/base.rb#App.Base.initialize exact
CALLS lib/app.rb:7 new -> lib/app.rb#App.Client.initialize exact
CALLS lib/app.rb:9 helper -> lib/app/base.rb#App.Helpers.helper exact
CALLS lib/app.rb:10 inherited -> lib/app/base.rb#App.Base.inherited exact
CALLS lib/app.rb:11 new -> lib/app.rb#App.Client.initialize exact
CALLS lib/app.rb:12 get -> lib/app.rb#App.Client.get inferred
CALLS lib/app.rb:13 get -> unknown
CALLS lib/app.rb:14 class_less -> lib/more.rb#App.Server.class_less exact
CALLS lib/app.rb:15 build -> lib/app.rb#App.Server.build exact
CALLS lib/app.rb:16 puts -> external
CALLS lib/app.rb:20 new -> lib/app.rb#App.Server.initialize exact
CALLS lib/app.rb:21 super -> lib/app/base.rb#App.Base.get exact
OVERRIDES lib/app.rb:21 get -> lib/app/base.rb#App.Base.get exact
`, code.Calls, code.Imports, code.Extends, code.Overrides)
}

func TestLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders(), gem, map[string]string{
		"lib/app/base.rb": "module App\n  class Base\n    def helper; end\n  end\nend\n",
		"lib/more.rb":     "",
		"lib/json.rb":     "class Client; def get; end; end\n",
		"lib/app/x.rb":    "class App::Server::Client; def get; end; end\n",
	})
}

func FuzzBind(f *testing.F) {
	f.Add("class A < A; include A; def f; x = x.new; super; f; A::B::C.new.f; end; end")
	f.Fuzz(func(t *testing.T, source string) {
		file := graph.NewFile(context.Background(), binders(), "a.rb", []byte(source))
		if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
			t.Fatal(err)
		}
	})
}
