import { fork } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { median, row, sized } from './report.mjs';

const ROUNDS = sized(7, 1);
const REQUESTS = sized(3000, 50);
const CONNECTIONS = 16;
const TIMEOUT_SECONDS = 120;

/** Starts a server in a process of its own: `file` sends `{ url }` when it listens. */
export async function startServer(file, environment = {}) {
  const child = fork(file, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { url } = await message(child);
  return {
    url,
    /** CPU time of the process so far, in microseconds. */
    async cpu() {
      child.send('cpu');
      const { user, system } = await message(child);
      return user + system;
    },
    /** The most memory that the process has had so far, in MiB. */
    async peakMemory() {
      child.send('peak memory');
      return message(child);
    },
    /** For how long nothing else was done at most since this was asked last, in milliseconds; 0 at first. */
    async longestTurn() {
      child.send('longest turn');
      return message(child);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

function message(child) {
  return new Promise((resolve, reject) => {
    const failed = (code) => reject(new Error(`the server ended with ${code}`));
    child.once('exit', failed);
    child.once('message', (value) => {
      child.off('exit', failed);
      resolve(value);
    });
  });
}

/** Answers the questions of `startServer` in the server's process. */
export function serveMeasurements(url) {
  // It wakes the process 200 times a second, so an idle one has it only when it is asked for.
  const turns = monitorEventLoopDelay({ resolution: 5 });
  process.on('message', (question) => {
    if (question === 'cpu') process.send(process.cpuUsage());
    if (question === 'longest turn') {
      process.send(turns.enable() ? 0 : Math.round(turns.max / 1e6));
      turns.reset();
    }
    if (question === 'peak memory') process.send(Math.round(process.resourceUsage().maxRSS / 1024));
  });
  process.send({ url });
}

async function load(url, request, amount, connections) {
  const result = await autocannon({
    url: url + request.path,
    connections,
    amount,
    timeout: TIMEOUT_SECONDS,
    ...request,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}${request.path}: ${result.non2xx} refused`);
  return result;
}

export const shuffled = (items) =>
  items
    .map((item) => [Math.random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/**
 * Sends the same number of requests to both subjects in shuffled rounds and reports what one request
 * costs in CPU time.
 * @param subjects `ours` and `baseline`, each { server, request: { path, headers?, method?, body? } }
 */
export async function compare(options) {
  const { title, aim, subjects, requests = REQUESTS } = options;
  const { rounds = ROUNDS, connections = CONNECTIONS } = options;
  const names = Object.keys(subjects);
  const cpu = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names)
    await load(subjects[name].server.url, subjects[name].request, requests, connections);
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(names)) {
      const { server, request } = subjects[name];
      const before = await server.cpu();
      await load(server.url, request, requests, connections);
      cpu[name].push(((await server.cpu()) - before) / requests);
    }
  }
  const [measured, baseline] = [median(cpu.ours), median(cpu.baseline)];
  row(`${title}, CPU of a request`, { measured, unit: 'us', baseline, aim });
}
