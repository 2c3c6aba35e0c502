package python

import (
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

func TestOtherEdges(t *testing.T) {
	graphtest.ExpectFrom(t, binders, `
-- base.py --
from typing import Protocol
LIMIT = 3
class P(Protocol):
    def f(self): ...
class A:
    size = 1
    def f(self): pass
-- a.py --
import base as b
from base import A, P, LIMIT
class B(A, P):
    def f(self):
        self.size = LIMIT
@b.A
def g(): return B
`, `
a.py#B.f OVERRIDES a.py:4 f -> base.py#A.f exact
a.py# IMPORTS a.py:1 base -> base.py# exact
a.py# IMPORTS a.py:2 A -> base.py#A exact
a.py# IMPORTS a.py:2 P -> base.py#P exact
a.py# IMPORTS a.py:2 LIMIT -> base.py#LIMIT exact
a.py#B EXTENDS a.py:3 A -> base.py#A exact
a.py#B IMPLEMENTS a.py:3 P -> base.py#P exact
a.py#B.f WRITES a.py:5 size -> a.py#B.size exact
a.py# READS a.py:6 A -> base.py#A exact
base.py# WRITES base.py:2 LIMIT -> base.py#LIMIT exact
base.py# WRITES base.py:6 size -> base.py#A.size exact
a.py#B.f READS a.py:5 LIMIT -> base.py#LIMIT exact
a.py#g READS a.py:7 B -> a.py#B exact
base.py# IMPORTS base.py:1 Protocol -> external typing.Protocol
base.py#P EXTENDS base.py:3 Protocol -> external typing.Protocol`,
		code.Overrides, code.Imports, code.Extends, code.Implements, code.Writes, code.Reads)
}

func TestImports(t *testing.T) {
	graphtest.Expect(t, binders, `
-- pkg/__init__.py --
-- pkg/compat.py --
try:
    from urllib.parse import urlparse
except ImportError:
    from urlparse import urlparse
import json as complexjson
from .gone import lost
-- pkg/a.py --
from .compat import urlparse, complexjson as j, lost, missing
from . import compat, nothing
`, `
IMPORTS pkg/a.py:1 urlparse -> external urllib.parse.urlparse
IMPORTS pkg/a.py:1 complexjson -> external json
IMPORTS pkg/a.py:1 lost -> unknown
IMPORTS pkg/a.py:1 missing -> unknown
IMPORTS pkg/a.py:2 compat -> pkg/compat.py# exact
IMPORTS pkg/a.py:2 nothing -> unknown
IMPORTS pkg/compat.py:2 urlparse -> external urllib.parse.urlparse
IMPORTS pkg/compat.py:4 urlparse -> external urlparse.urlparse
IMPORTS pkg/compat.py:5 json -> external json
IMPORTS pkg/compat.py:6 lost -> unknown`, code.Imports)
}

func TestEndpoints(t *testing.T) {
	graphtest.ExpectFrom(t, binders, `
-- web.py --
from flask import Blueprint
from fastapi import APIRouter
bp = Blueprint("users", __name__, url_prefix="/api")
router = APIRouter(prefix="/items")
@bp.route("/users/<int:id>", methods=["GET", "POST"])
def user(id): pass
@router.get("/{item}")
async def item(item: int): pass
def late(): pass
bp.add_url_rule("/late", view_func=late)
def test_app(app):
    @app.route("/never")
    def never(): pass
-- urls.py --
from django.urls import path, include
from . import views
class Own: pass
urlpatterns = [
    path("shops/<slug:name>/", views.shop),
    path("own/", Own.as_view(), name="own"),
    path("api/", include("api.urls")),
]
-- client.py --
import requests, httpx
def fetch(id, base):
    requests.post(f"{base}/api/users/{id}")
    with httpx.Client() as c:
        c.request("get", "https://example.com/other?x=1")
    requests.get("http://localhost/shops/{name}")
    requests.get(base)
`, `
web.py#user EXPOSES web.py:6 user -> web.py#GET /api/users/{id} exact
web.py#user EXPOSES web.py:6 user -> web.py#POST /api/users/{id} exact
web.py#item EXPOSES web.py:8 item -> web.py#GET /items/{item} exact
web.py#late EXPOSES web.py:10 late -> web.py#GET /api/late exact
urls.py# EXPOSES urls.py:5 shop -> urls.py#ANY /shops/{name} exact
urls.py#Own EXPOSES urls.py:6 Own -> urls.py#ANY /own exact
client.py#fetch REQUESTS client.py:3 post -> web.py#POST /api/users/{id} inferred
client.py#fetch REQUESTS client.py:5 request -> external
client.py#fetch REQUESTS client.py:6 get -> urls.py#ANY /shops/{name} inferred
`, code.Exposes, code.Requests)
}
