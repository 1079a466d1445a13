import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { chromium } from 'playwright-core';
import { absent, chain, concat } from './support/engine-workflows.mjs';
import {
  copyJobs,
  jobsEnded,
  PASSWORD,
  requestJson,
  signIn,
  startEngine,
} from './support/engine.mjs';
import { startServer } from './support/measure.mjs';
import { row, SMOKE } from './support/report.mjs';

const TASKS = Number(process.env.BENCH_TASKS ?? 5000);
const OUTPUT_MB = Number(process.env.BENCH_OUTPUT_MB ?? 50);
const JOBS = Number(process.env.BENCH_LISTED_JOBS ?? 1_000_000);
const LINES = Number(process.env.BENCH_LINES ?? 100_000);
const AIMS = { paintMs: 1000, taskMs: 100, heapMb: 300 };
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const file = fileURLToPath(new URL('support/platform.server.mjs', import.meta.url));
const script = fileURLToPath(new URL('../scripts/build-console.mjs', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in each page before anything else: for how long the main thread did nothing else. */
function observe() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Fills a platform, and looks at it in a browser. */
class Bench {
  constructor(server, db, headers) {
    Object.assign(this, { server, db, headers });
  }

  request(method, path, body) {
    return requestJson(this.server.url + path, { method, headers: this.headers, body });
  }

  /** Runs a workflow until it stands still; the id of its job. */
  async jobOf(automation, variables = {}) {
    await this.request('POST', '/automation-studio/automations', { automation });
    const { data } = await this.request('POST', '/operations-manager/jobs/start', {
      workflow: automation.name,
      options: { variables },
    });
    await jobsEnded(this.db.collection('jobs'), [data._id]);
    return data._id;
  }

  /** A job that fails at the first of many tasks: to run all of them takes minutes and shows no more. */
  manyTasks() {
    const tasks = Array.from({ length: TASKS - 1 }, (_, at) => concat(`step ${at}`, null));
    return this.jobOf(chain('Bench of many tasks', absent, ...tasks));
  }

  /** A job that has put out a long text, twice as long with each of its tasks. */
  longOutput() {
    const line = 'Gi0/1 is up, line protocol is up\n';
    const times = Math.ceil(Math.log2((OUTPUT_MB * 1e6) / line.length));
    const text = '$var.job.text';
    const tasks = Array.from({ length: times }, () => concat(text, text, text));
    return this.jobOf(chain('Bench of a long output', ...tasks), { text: line });
  }

  /** Copies of a job, each a second older than the one before. */
  manyJobs(id) {
    return copyJobs(this.db.collection('jobs'), id, JOBS, (at, { startedAt }) => ({
      startedAt: new Date(startedAt.getTime() - at * 1000),
    }));
  }

  /** Two versions of a long configuration: each tenth line differs. */
  async configurations() {
    const text = (vlan) =>
      Array.from({ length: LINES }, (_, at) =>
        at % 10 === 0 ? ` switchport access vlan ${vlan}` : `interface Gi0/${at}`,
      ).join('\n');
    const ids = [];
    for (const vlan of [10, 20]) {
      const backup = { name: 'bench-1', type: 'cisco-ios', rawConfig: text(vlan) };
      await this.request('POST', '/configuration_manager/backups/import', { backups: [backup] });
    }
    const { list } = await this.request('GET', '/configuration_manager/devices/bench-1/backups');
    for (const { id } of list.toReversed()) ids.push(id);
    return ids;
  }
}

/** A tab that is new for each look, in the session of one person. */
class Looks {
  constructor(context, url) {
    Object.assign(this, { context, url });
  }

  /** Opens a screen and waits for what is to be seen, then does more in the same tab. */
  async at(title, path, seen, steps = []) {
    const page = await this.context.newPage();
    const tab = await this.context.newCDPSession(page);
    await page.addInitScript(observe);
    await tab.send('Performance.enable');
    await page.goto(`${this.url}/console${path}`);
    await page.locator(seen).first().waitFor({ timeout: 120_000 });
    const shown = await page.evaluate(() => performance.now());
    const [paint] = await page.evaluate(() =>
      performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime),
    );
    row(`${title}: first paint`, { measured: paint, aim: AIMS.paintMs });
    await this.tell(title, page, tab, shown);
    for (const [name, act, then] of steps) {
      await page.evaluate(() => globalThis.longTasks.splice(0));
      const begun = performance.now();
      await act(page);
      await page.locator(then).first().waitFor({ timeout: 120_000 });
      await this.tell(`${title}, ${name}`, page, tab, performance.now() - begun);
    }
    await page.close();
  }

  async tell(title, page, tab, shown) {
    await sleep(500);
    const longest = await page.evaluate(() => Math.max(0, ...globalThis.longTasks));
    await tab.send('HeapProfiler.collectGarbage');
    const { metrics } = await tab.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 2 ** 20;
    row(`${title}: shown`, { measured: shown });
    row(`${title}: longest task`, { measured: longest, aim: AIMS.taskMs });
    row(`${title}: heap of the tab`, { measured: heap, unit: 'MiB', aim: AIMS.heapMb });
  }
}

const more = (page) =>
  page
    .getByRole('button', { name: /^Show more/ })
    .first()
    .click();

async function look(looks, { many, long, versions }) {
  const firstTask = '.task-list li';
  await looks.at('(warming up)', '/jobs', 'tbody tr');
  await looks.at(`a job of ${TASKS} tasks`, `/jobs/${many}`, firstTask, [
    ['further down', more, `${firstTask}:nth-child(${Math.min(TASKS, 150)})`],
    [
      'those with a word in their names',
      (page) => page.getByLabel('Tasks with this in their names').fill('query'),
      `${firstTask}:only-child`,
    ],
  ]);
  await looks.at(`an output of ${OUTPUT_MB} MB`, `/jobs/${long}`, '.inspector pre', [
    ['the task that made it', (page) => page.keyboard.press('k'), '.inspector pre'],
  ]);
  await looks.at(`a list of ${JOBS} jobs`, '/jobs', 'tbody tr', [
    ['older ones', (page) => page.getByRole('button', { name: 'Older' }).click(), 'tbody tr'],
    [
      'by a part of the name',
      (page) => page.getByLabel('Workflow contains').fill('many tasks'),
      'tbody tr',
    ],
  ]);
  const [older, newer] = versions;
  const device = '/devices/bench-1?version=';
  await looks.at(`a configuration of ${LINES} lines`, device + newer, '.value pre', [
    [
      'its lines with a word',
      (page) => page.getByLabel('Lines of Configuration with').fill('vlan'),
      '.value .line',
    ],
  ]);
  const both = `${device}${older}&version=${newer}`;
  await looks.at(`${LINES / 10} changes of ${LINES} lines`, both, '.diff code', [
    ['further down', more, '.diff-row:nth-of-type(350)'],
  ]);
}

/** Large things in a browser. Aims: first paint 1 s, no task of more than 100 ms, 300 MB. */
export async function run() {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    say('skipped: no Chromium is installed');
    return;
  }
  if (SMOKE) {
    say('skipped: small things are shown otherwise, and the e2e tests of the console open them');
    return;
  }
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
  const engine = await startEngine();
  const client = await mongoose.mongo.MongoClient.connect(engine.uri);
  let server;
  let browser;
  try {
    server = await startServer(file, { ...engine.environment, RATE_LIMIT_PER_MINUTE: '10000000' });
    const headers = {
      authorization: `Bearer ${await signIn(server.url)}`,
      'content-type': 'application/json',
    };
    const bench = new Bench(server, client.db('netadmin'), headers);
    const many = await bench.manyTasks();
    const long = await bench.longOutput();
    await bench.manyJobs(many);
    const versions = await bench.configurations();
    browser = await chromium.launch({
      executablePath,
      headless: true,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const body = { username: 'admin', password: PASSWORD };
    await context.request.post(`${server.url}/login`, { data: body });
    await look(new Looks(context, server.url), { many, long, versions });
  } finally {
    await browser?.close();
    await server?.stop();
    await client.close();
    await engine.stop();
  }
}
