import { fileURLToPath } from 'node:url';
import { signIn, startEngine } from './support/engine.mjs';
import { compare, startServer } from './support/measure.mjs';

const file = (name) => fileURLToPath(new URL(`support/${name}.server.mjs`, import.meta.url));

/** Headers of the transport and of one request; the rest is what each answer of ours carries. */
const PASSING = [
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'content-type',
  'x-request-id',
];

const rule = { type: 'regex', preRegex: 'up (\\d+)', postRegex: 'up (\\d+)', evaluation: '=' };
const command = {
  preRawCommand: 'show interface status',
  postRawCommand: 'show interface status',
  passRule: true,
  rules: [rule, rule, rule, rule],
};
const BODY = JSON.stringify({
  name: 'Interface status before and after',
  passRule: true,
  prepostCommands: [command, command, command],
});
const POST = {
  path: '/validated',
  method: 'POST',
  body: BODY,
  headers: { 'content-type': 'application/json' },
};

async function commonHeaders(url) {
  const { headers } = await fetch(`${url}/health/live`);
  return JSON.stringify(
    Object.fromEntries([...headers].filter(([name]) => !PASSING.includes(name))),
  );
}

/** A static route, an authenticated list and a validated POST, each against raw Fastify. */
export async function run() {
  const engine = await startEngine();
  const servers = [];
  const start = async (name, environment) => {
    servers.push(await startServer(file(name), environment));
    return servers.at(-1);
  };
  try {
    const ours = await start('platform', engine.environment);
    const token = await signIn(ours.url);
    const baseline = await start('raw', {
      MONGODB_URI: engine.uri,
      BENCH_TOKEN: token,
      BENCH_HEADERS: await commonHeaders(ours.url),
    });
    const against = (request, server = ours) => ({
      ours: { server, request },
      baseline: { server: baseline, request },
    });
    const headers = { authorization: `Bearer ${token}` };
    await compare({ title: 'static route', aim: 2, subjects: against({ path: '/health/live' }) });
    await compare({
      title: 'authenticated list',
      aim: 1.3,
      subjects: against({ path: '/admin/artifacts', headers }),
    });
    const validated = await start('validated', {});
    await compare({
      title: `validated POST, ${BODY.length} B`,
      aim: 1.6,
      subjects: against(POST, validated),
    });
  } finally {
    for (const server of servers) await server.stop();
    await engine.stop();
  }
}
