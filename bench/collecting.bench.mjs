import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { deviceWithVersions } from './support/configurations.mjs';
import { requestJson, signIn, startEngine } from './support/engine.mjs';
import { startServer } from './support/measure.mjs';
import { row, sized } from './support/report.mjs';

const DEVICES = sized(10_000, 6, 'BENCH_COLLECTED');
const ANSWER_MS = sized(2000, 50);
const AT_ONCE = 200;
const IMPORTED_AT_ONCE = 5000;
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));

/** Devices behind an orchestrator that takes its time and has no XML; every tenth is changed before the second time. */
async function startDevices() {
  const world = { changed: false };
  const server = createServer(async ({ url, headers }, answer) => {
    if (headers.accept.includes('xml')) return answer.writeHead(406).end();
    const number = Number(/device=d(\d+)/.exec(url)[1]);
    const { texts } = deviceWithVersions(number, world.changed && number % 10 === 0 ? 2 : 1);
    await delay(ANSWER_MS);
    return answer.end(texts.at(-1));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { world, server, baseUrl: `http://127.0.0.1:${server.address().port}` };
}

async function describeDevices(ask, baseUrl) {
  const adapter = { name: 'bench', type: 'restconf', baseUrl, maxConnections: AT_ONCE };
  await ask('POST', '/adapters', adapter);
  for (let from = 0; from < DEVICES; from += IMPORTED_AT_ONCE) {
    const length = Math.min(IMPORTED_AT_ONCE, DEVICES - from);
    const devices = Array.from({ length }, (_, at) => ({
      name: `d${from + at}`,
      type: deviceWithVersions(from + at, 1).type,
      groups: ['bench'],
      adapter: { name: 'bench', device: `d${from + at}` },
    }));
    await ask('POST', '/configuration_manager/devices/import', { devices });
  }
}

/** Seconds from the request to the end of the run. */
async function collect(ask) {
  const begun = performance.now();
  const { _id: id } = await ask('POST', '/configuration_manager/devices/backups', {
    groups: ['bench'],
  });
  for (;;) {
    const run = await ask('GET', `/configuration_manager/backup-runs/${id}?limit=1`);
    const seconds = (performance.now() - begun) / 1000;
    if (run.finished && run.counts.failed > 0) throw new Error(JSON.stringify(run));
    if (run.finished) return { seconds, counts: run.counts };
    await delay(ANSWER_MS / 2);
  }
}

/** Taking the configurations of many devices: how fast, and in how much memory. */
export async function run() {
  const engine = await startEngine();
  const { world, server: devices, baseUrl } = await startDevices();
  let server;
  try {
    const settings = { OUTBOUND_ALLOW: '127.0.0.1', DEVICE_BACKUPS_AT_ONCE: String(AT_ONCE) };
    server = await startServer(file, { ...engine.environment, ...settings });
    const headers = {
      authorization: `Bearer ${await signIn(server.url)}`,
      'content-type': 'application/json',
    };
    const ask = (method, path, body) => requestJson(server.url + path, { method, headers, body });
    await describeDevices(ask, baseUrl);
    const ideal = (AT_ONCE * 1000) / ANSWER_MS;
    for (const title of ['for the first time', 'again, a tenth changed']) {
      const before = await server.cpu();
      const { seconds } = await collect(ask);
      const cpu = ((await server.cpu()) - before) / 1000 / DEVICES;
      const measured = DEVICES / seconds;
      row(`devices a second, ${title}, to what they allow`, {
        measured,
        unit: '',
        baseline: ideal,
        aim: 0.9,
        atLeast: true,
      });
      row(`the same, CPU of the process for each`, { measured: cpu });
      world.changed = true;
    }
    row('most memory of the process', {
      measured: await server.peakMemory(),
      unit: 'MiB',
      aim: 300,
    });
  } finally {
    await server?.stop();
    devices.close();
    devices.closeAllConnections();
    await engine.stop();
  }
}
