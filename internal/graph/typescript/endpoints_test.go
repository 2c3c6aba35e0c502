package typescript_test

import (
	"testing"

	"github.com/plumbline/plumbline/internal/code"
	"github.com/plumbline/plumbline/internal/graph/graphtest"
)

const web = `
-- server.js --
const express = require('express');
const users = require('./users');
const app = express();
const api = express.Router();
function auth(req, res, next) { next(); }
function list(req, res) {}
app.use('/api', api);
api.get('/orders', auth, list);
api.route('/orders/:id').get(users.show).delete((req, res) => {});
app.post(['/a', '/b'], wrap(users.show.bind(users)));
app.get('view engine');
app.get('env', list);
app.get('/range/:from-:to(\\d+)', list);
app.all('*', (req, res) => res.sendStatus(404));
function wrap(f) { return f; }
cache.get('/orders', list);
describe('routes', () => { app.get('/test', list); });
-- users.js --
exports.show = function (req, res) {};
module.exports.setup = function (router) { router.put('/late', exports.show); };
-- fastify.ts --
import Fastify from 'fastify';
const f = Fastify();
async function save() {}
f.route({ method: ['PUT', 'PATCH'], url: '/items/:id', handler: save });
-- hono.ts --
import { Hono } from 'hono';
const books = new Hono().basePath('/v1');
books.get('/books/:id', (c) => c.text('')).post('/books', (c) => c.text(''));
-- cats.controller.ts --
import { Controller, Get, Post } from '@nestjs/common';
@Controller('cats')
export class CatsController {
  @Get(':id')
  one(id: string) {}
  @Post()
  add() {}
  helper() {}
}
-- http.ts --
import axios from 'axios';
export const client = axios.create({ timeout: 1 });
-- client.ts --
import { client } from './http';
import axios from 'axios';
const BASE = '';
export async function load(id: string) {
  await fetch(` + "`${BASE}/api/orders/${id}?full=1`" + `, { method: 'delete' });
  await client.get('/cats/' + id);
  await axios({ url: '/items/7', method: 'put' });
  await fetch('https://api.example.com/cats');
  await window.fetch('/api/v2/late', { method: 'PUT' });
  await fetch(id);
  new Map().get('/cats/1');
}
function own() {
  const fetch = (x: string) => x;
  fetch('/orders');
}
`

func TestEndpoints(t *testing.T) {
	graphtest.ExpectFrom(t, binders, web, `
server.js#list EXPOSES server.js:8 list -> server.js#GET /api/orders exact
users.js#show EXPOSES server.js:9 show -> server.js#GET /api/orders/{id} exact
server.js# EXPOSES server.js:9 delete -> server.js#DELETE /api/orders/{id} exact
users.js#show EXPOSES server.js:10 show -> server.js#POST /a exact
users.js#show EXPOSES server.js:10 show -> server.js#POST /b exact
server.js#list EXPOSES server.js:13 list -> server.js#GET /range/{from}-{to} exact
server.js# EXPOSES server.js:14 all -> server.js#ANY /* exact
users.js#show EXPOSES users.js:2 show -> users.js#PUT /late exact
fastify.ts#save EXPOSES fastify.ts:4 save -> fastify.ts#PUT /items/{id} exact
fastify.ts#save EXPOSES fastify.ts:4 save -> fastify.ts#PATCH /items/{id} exact
hono.ts# EXPOSES hono.ts:3 get -> hono.ts#GET /v1/books/{id} exact
hono.ts# EXPOSES hono.ts:3 post -> hono.ts#POST /v1/books exact
cats.controller.ts#CatsController.one EXPOSES cats.controller.ts:5 one -> cats.controller.ts#GET /cats/{id} exact
cats.controller.ts#CatsController.add EXPOSES cats.controller.ts:7 add -> cats.controller.ts#POST /cats exact
client.ts#load REQUESTS client.ts:5 fetch -> server.js#DELETE /api/orders/{id} inferred
client.ts#load REQUESTS client.ts:6 get -> cats.controller.ts#GET /cats/{id} inferred
client.ts#load REQUESTS client.ts:7 axios -> fastify.ts#PUT /items/{id} inferred
client.ts#load REQUESTS client.ts:8 fetch -> external
client.ts#load REQUESTS client.ts:9 fetch -> users.js#PUT /late inferred
`, code.Exposes, code.Requests)
}

func TestEndpointsLaw(t *testing.T) {
	graphtest.CheckEdits(t, binders, web, map[string]string{
		"server.js":  "const app = require('express')();\napp.get('/api/orders/:order', f);\n",
		"users.js":   "exports.show = 3;\n",
		"http.ts":    "export const client = new Map();\n",
		"fastify.ts": "",
		"more.js":    "const app = express(); app.delete('/api/:what/:id', f);",
	})
}
