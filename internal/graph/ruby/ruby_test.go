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

func TestFields(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), `
-- a.rb --
class A < B
  attr_accessor :name
  def initialize
    @size = 0
    @name = 'x'
    @base += 1
    self.name = 'y'
  end
  def show
    [1].each { @size }
    name + @name + @other
  end
  def self.make
    @size = 1
  end
end
-- b.rb --
class B
  def set; @base, x = 1, 2; @base = 3; end
end
`, `
a.rb#A.initialize WRITES a.rb:4 @size -> a.rb#A.@size exact
a.rb#A.initialize WRITES a.rb:5 @name -> a.rb#A.name exact
a.rb#A.initialize WRITES a.rb:6 @base -> a.rb#A.@base exact
a.rb#A.initialize WRITES a.rb:7 name -> a.rb#A.name exact
a.rb#A.show READS a.rb:10 @size -> a.rb#A.@size inferred
a.rb#A.show READS a.rb:11 name -> a.rb#A.name exact
a.rb#A.show READS a.rb:11 @name -> a.rb#A.name exact
a.rb# READS a.rb:1 B -> b.rb#B exact
b.rb#B.set WRITES b.rb:2 @base -> b.rb#B.@base exact
b.rb#B.set WRITES b.rb:2 @base -> b.rb#B.@base exact
`, code.Reads, code.Writes)
}

func TestEndpoints(t *testing.T) {
	graphtest.ExpectFrom(t, binders(), `
-- config/routes.rb --
Rails.application.routes.draw do
  root 'home#index'
  get '/about', to: 'pages#about'
  get 'old/:id' => 'pages#old'
  resources :orders, only: [:index, :update] do
    member { post :pay }
    get :recent, on: :collection
    resources :line_items, only: %i[show]
  end
  namespace :admin do
    resource :profile, only: :show
    scope '/v1', module: 'v1' do
      match 'x', to: 'x#y', via: [:get, :post]
    end
  end
end
-- app/controllers/pages_controller.rb --
class PagesController
  def about; end
end
-- app/controllers/orders_controller.rb --
class OrdersController < PagesController
  def index; end
  def update; end
  def pay; end
  def recent; end
end
class LineItemsController
  def show; end
end
module Admin
  class ProfilesController
    def show; end
  end
  module V1
    class XController
      def y; end
    end
  end
end
-- web.rb --
require 'sinatra/base'
class Web < Sinatra::Base
  get('/hello/:name') { 'x' }
  namespace '/api' do
    post '/things' do
    end
  end
  get 'not a path'
end
class WebTest < Minitest::Test
  it 'x' do
    get('/never') { }
  end
end
`, `
config/routes.rb# EXPOSES config/routes.rb:2 index -> config/routes.rb#GET / exact
app/controllers/pages_controller.rb#PagesController.about EXPOSES config/routes.rb:3 about -> config/routes.rb#GET /about exact
config/routes.rb# EXPOSES config/routes.rb:4 old -> config/routes.rb#GET /old/{id} exact
app/controllers/orders_controller.rb#OrdersController.index EXPOSES config/routes.rb:5 index -> config/routes.rb#GET /orders exact
app/controllers/orders_controller.rb#OrdersController.update EXPOSES config/routes.rb:5 update -> config/routes.rb#PATCH /orders/{id} exact
app/controllers/orders_controller.rb#OrdersController.update EXPOSES config/routes.rb:5 update -> config/routes.rb#PUT /orders/{id} exact
app/controllers/orders_controller.rb#OrdersController.pay EXPOSES config/routes.rb:6 pay -> config/routes.rb#POST /orders/{id}/pay exact
app/controllers/orders_controller.rb#OrdersController.recent EXPOSES config/routes.rb:7 recent -> config/routes.rb#GET /orders/recent exact
app/controllers/orders_controller.rb#LineItemsController.show EXPOSES config/routes.rb:8 show -> config/routes.rb#GET /orders/{order_id}/line_items/{id} exact
app/controllers/orders_controller.rb#Admin.ProfilesController.show EXPOSES config/routes.rb:11 show -> config/routes.rb#GET /admin/profile exact
app/controllers/orders_controller.rb#Admin.V1.XController.y EXPOSES config/routes.rb:13 y -> config/routes.rb#GET /admin/v1/x exact
app/controllers/orders_controller.rb#Admin.V1.XController.y EXPOSES config/routes.rb:13 y -> config/routes.rb#POST /admin/v1/x exact
web.rb# EXPOSES web.rb:3 GET /hello/{name} -> web.rb#GET /hello/{name} exact
web.rb# EXPOSES web.rb:5 POST /api/things -> web.rb#POST /api/things exact
`, code.Exposes)
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
