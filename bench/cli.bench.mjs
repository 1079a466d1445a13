import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { signIn, startEngine } from './support/engine.mjs';
import { shuffled, startServer } from './support/measure.mjs';
import { median, row, sized } from './support/report.mjs';

const ROUNDS = sized(21, 1);
const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const NETADMIN = file('../packages/cli/dist/netadmin.js');

/** Time of a program from its start to its end. */
async function timeOf(args, env) {
  const begun = performance.now();
  const child = execFile(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return performance.now() - begun;
}

/** How long people wait for the command line, and for what a shell asks it; Node alone is the baseline. */
export async function run() {
  execFileSync(process.execPath, [file('../scripts/build-packages.mjs'), 'cli']);
  const engine = await startEngine();
  const server = await startServer(file('support/platform.server.mjs'), engine.environment);
  try {
    const env = {
      NETADMIN_CONFIG: '/nowhere',
      NETADMIN_URL: server.url,
      NETADMIN_TOKEN: await signIn(server.url),
    };
    const subjects = {
      node: ['-e', '0'],
      start: [NETADMIN, 'context', 'list'],
      values: [NETADMIN, 'complete', '--', 'package', 'plan', '@netadmin/'],
    };
    const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
    // The first request reads what is in the catalogue.
    await timeOf(subjects.values, env);
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, args] of shuffled(Object.entries(subjects)))
        times[name].push(await timeOf(args, env));
    row('Node starts and ends', { measured: median(times.node) });
    row('the command line starts and ends', { measured: median(times.start), aim: 80 });
    row('values of the platform are completed', { measured: median(times.values), aim: 150 });
  } finally {
    await server.stop();
    await engine.stop();
  }
}
