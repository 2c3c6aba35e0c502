package php

import (
	"context"
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func binders() []graph.Binder { return []graph.Binder{New()} }

const shop = `
-- src/Shop.php --
<?php
namespace App;
use Lib\Store as Base;
use function Lib\make;
class Shop extends Base implements Sells {
    use Logs;
    private ?Cart $cart;
    public function __construct(private Clock $clock) { parent::__construct(); }
    public function sell(Cart $c, $any): static {
        $c->add(1)->add(2);
        $this->cart->total();
        $this->log("x");
        self::count();
        $this->clock->now();
        $any->add(1);
        make()->open();
        strlen("x");
        $n = new Cart();
        $n->add(3);
        \Other\thing();
        return $this;
    }
    static function count() {}
}
-- src/Cart.php --
<?php
namespace App;
class Cart {
    public function add(int $n): self { return $this; }
    public function total() {}
}
interface Sells { function sell(Cart $c, $any); }
trait Logs { function log($m) {} }
-- lib/Store.php --
<?php
namespace Lib;
class Store {
    public function __construct() {}
    public function open() {}
}
function make(): Store { return new Store(); }
`

func TestCalls(t *testing.T) {
	graphtest.Expect(t, binders(), shop, `
CALLS src/Shop.php:8 __construct -> lib/Store.php#Store.__construct exact
CALLS src/Shop.php:10 add -> src/Cart.php#Cart.add exact
CALLS src/Shop.php:10 add -> src/Cart.php#Cart.add exact
CALLS src/Shop.php:11 total -> src/Cart.php#Cart.total exact
CALLS src/Shop.php:12 log -> src/Cart.php#Logs.log exact
CALLS src/Shop.php:13 count -> src/Shop.php#Shop.count exact
CALLS src/Shop.php:14 now -> external
CALLS src/Shop.php:15 add -> unknown
CALLS src/Shop.php:16 make -> lib/Store.php#make exact
CALLS src/Shop.php:16 open -> lib/Store.php#Store.open exact
CALLS src/Shop.php:17 strlen -> external strlen
CALLS src/Shop.php:18 Cart -> src/Cart.php#Cart exact
CALLS src/Shop.php:19 add -> src/Cart.php#Cart.add inferred
CALLS src/Shop.php:20 thing -> external Other\thing
CALLS lib/Store.php:7 Store -> lib/Store.php#Store.__construct exact
EXTENDS src/Shop.php:5 Shop -> lib/Store.php#Store exact
EXTENDS src/Shop.php:5 Shop -> src/Cart.php#Logs exact
IMPLEMENTS src/Shop.php:5 Shop -> src/Cart.php#Sells exact
IMPLEMENTS src/Shop.php:9 sell -> src/Cart.php#Sells.sell exact
`, code.Calls, code.Extends, code.Implements, code.Overrides)
}

func TestLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders(), shop, map[string]string{
		"src/Cart.php":  "<?php\nnamespace App;\nclass Cart { public function add(int $n): Other {} }\n",
		"lib/Store.php": "",
		"src/Clock.php": "<?php\nnamespace App;\nclass Clock { function now() {} }\n",
		"src/f.php":     "<?php\nnamespace App;\nfunction strlen() {}\n",
	})
}

func FuzzBind(f *testing.F) {
	f.Add("<?php class A extends A { use A; function f(A $a) { $a = $a; $a->b->c(); parent::f(); new static; } }")
	f.Fuzz(func(t *testing.T, source string) {
		file := graph.NewFile(context.Background(), binders(), "a.php", []byte(source))
		if _, _, err := graph.BindFile(graph.NewMemory([]*graph.File{file}), file); err != nil {
			t.Fatal(err)
		}
	})
}
