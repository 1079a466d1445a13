#!/usr/bin/env node
/**
 * Does with `npm run demo` what somebody does who tries it: starts it, reads its five lines, signs in, stops it,
 * starts it again and finds the jobs of before. Everything that it has started has to end with it.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call } from './support/platform.mjs';

const DEMO = fileURLToPath(new URL('./demo.mjs', import.meta.url));
const BUILD = fileURLToPath(new URL('./build-packages.mjs', import.meta.url));
const NETADMIN = fileURLToPath(new URL('../packages/cli/dist/netadmin.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'smoke-demo-'));
let child;

async function start() {
  const begun = Date.now();
  child = spawn(process.execPath, [DEMO, '--directory', directory, '--any-port'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (/^5\. .*\n/m.test(output)) break;
  }
  const url = /(http:\S+)\/console/.exec(output)?.[1];
  if (!url) throw new Error(`the demo does not say where it is:\n${output}`);
  return { url, ms: Date.now() - begun };
}

async function stop() {
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the demo ended with ${code} on SIGINT`);
  const { ports } = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8'));
  for (const [part, port] of Object.entries(ports)) {
    const socket = connect(port, '127.0.0.1');
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['connect']),
      new Promise((resolve) => socket.once('error', () => resolve(['error']))),
    ]);
    socket.destroy();
    if (event === 'connect') throw new Error(`${part} still listens on ${port}`);
  }
}

/** `netadmin demo`, which carries its commands out one after the other and ends with the first that fails. */
async function walkTour({ url }) {
  execFileSync(process.execPath, [BUILD, 'cli']);
  const env = { PATH: process.env.PATH, HOME: directory };
  const { stdout } = await promisify(execFile)(process.execPath, [NETADMIN, 'demo', url], { env });
  return stdout.match(/^# /gm).length;
}

async function jobsOf(demo) {
  const user = { username: 'operations', password: 'demo-password' };
  const token = await call(demo, '/login', { body: { user } });
  return JSON.parse(await call(demo, '/operations-manager/jobs', { token })).metadata.total;
}

try {
  const first = await start();
  const steps = await walkTour(first);
  const jobs = await jobsOf(first);
  await stop();
  const second = await start();
  const found = await jobsOf(second);
  await stop();
  if (jobs < 4 || found !== jobs) throw new Error(`${jobs} jobs became ${found}`);
  process.stdout.write(
    `demo: ready in ${first.ms} ms, again in ${second.ms} ms; ${jobs} jobs found again after the ${steps} steps of its tour\n`,
  );
} catch (error) {
  process.stderr.write(`demo: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  child?.kill('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
}
