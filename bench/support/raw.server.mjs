/**
 * Raw Fastify on the raw driver, with what the platform's answers need and nothing else: the same
 * headers, the same look-up of a token, the same commands to the database, the same JSON.
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import mongoose from 'mongoose';
import { serveMeasurements } from './measure.mjs';
import { catalogueRoutes } from './raw-catalogue.mjs';
import { rawWorkflows } from './raw-workflows.mjs';

const { BENCH_HEADERS, BENCH_TOKEN, MONGODB_URI } = process.env;
const fastify = Fastify({ logger: false });
const headers = JSON.parse(BENCH_HEADERS ?? '{}');
fastify.addHook('onRequest', (request, reply, done) => {
  reply.headers(headers).header('x-request-id', request.id);
  done();
});

fastify.get('/health/live', () => ({ status: 'live' }));

const digest = (token) => createHash('sha256').update(token).digest('base64url');
const sessions = new Map(BENCH_TOKEN ? [[digest(BENCH_TOKEN), { roles: ['admin'] }]] : []);
function authenticate(request, reply, done) {
  const [, token = ''] = (request.headers.authorization ?? '').split(' ');
  if (sessions.get(digest(token))?.roles.includes('admin')) done();
  else reply.code(401).send();
}

const rule = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'preRegex', 'postRegex', 'evaluation'],
  properties: {
    type: { enum: ['matches', 'regex'] },
    preRegex: { type: 'string', maxLength: 1000 },
    postRegex: { type: 'string', maxLength: 1000 },
    evaluation: { type: 'string', maxLength: 100 },
  },
};
const command = {
  type: 'object',
  additionalProperties: false,
  required: ['preRawCommand', 'postRawCommand', 'passRule', 'rules'],
  properties: {
    preRawCommand: { type: 'string', maxLength: 1000 },
    postRawCommand: { type: 'string', maxLength: 1000 },
    passRule: { type: 'boolean' },
    rules: { type: 'array', maxItems: 100, items: rule },
  },
};
const template = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'passRule', 'prepostCommands'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    passRule: { type: 'boolean' },
    prepostCommands: { type: 'array', items: command },
  },
};
fastify.post('/validated', { schema: { body: template } }, ({ body }) => ({
  commands: body.prepostCommands.length,
}));

if (MONGODB_URI) {
  const client = await mongoose.mongo.MongoClient.connect(MONGODB_URI);
  catalogueRoutes(fastify, client.db('netadmin'), authenticate);
  fastify.get(
    '/service_catalog/GetWorkflows',
    { onRequest: authenticate },
    rawWorkflows(client.db('netadmin')),
  );
}
await fastify.listen({ port: 0, host: '127.0.0.1' });
serveMeasurements(fastify.listeningOrigin);
