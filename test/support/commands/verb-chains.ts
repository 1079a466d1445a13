import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type JsonObject } from '../../../src/kernel/json.js';
import { TALKATIVE } from '../factories/test-packages.js';
import { aVpn, VPN } from '../services-app.js';
import { type VerbRuns } from './verb-runs.js';

/** Where the verbs run. */
export interface VerbsWorld {
  readonly verbs: VerbRuns;
  readonly url: string;
  /** For files and folders. */
  readonly directory: string;
  readonly account: { readonly username: string; readonly password: string };
  /** Environment without a platform: it comes from a login. */
  readonly own: Readonly<Record<string, string>>;
}

interface Job {
  readonly _id: string;
}

async function platforms({ verbs, url, account, own }: VerbsWorld): Promise<void> {
  const mine = verbs.within(own);
  const login = ['login', url, '--username', account.username, '--password-stdin'];
  await mine.run([...login, '--name', 'mine'], { input: account.password });
  await mine.run(['context', 'use', 'mine']);
  expect((await mine.run(['context', 'list'])).stdout).toContain('"mine"');
  await mine.run(['whoami']);
  const { _id } = await mine.json<{ _id: string }>(['token', 'create', 'nightly']);
  expect((await mine.run(['token', 'list'])).stdout).toContain(_id);
  await mine.run(['token', 'revoke', _id]);
  expect((await mine.run(['logout'])).stderr).toBe(`Signed out of ${url}\n`);
  await mine.run(['context', 'remove', 'mine']);
}

async function help({ verbs }: VerbsWorld): Promise<void> {
  expect((await verbs.run(['completion', 'fish'])).stdout).toContain('netadmin');
  await verbs.run(['manual']);
  await verbs.run(['version', '--query', 'platform']);
  expect((await verbs.run(['api', 'list'])).stdout).toContain('"whoami"');
  await verbs.run(['api', 'call', 'whoami']);
  await verbs.run(['status']);
  await verbs.run(['explain', 'listJobs']);
  await verbs.run(['audit', '--limit', '1']);
  await verbs.run(['events', 'list', '--limit', '1']);
  await verbs.run(['events', 'follow', '--from', '0', '--limit', '1']);
}

async function failedJobs({ verbs }: VerbsWorld): Promise<void> {
  const failed = async (): Promise<string> => {
    const variables = JSON.stringify({ outcomes: ['success', 'success', 'error'] });
    const start = ['job', 'run', 'Flaky', '--variables', variables, '--follow'];
    const { stderr } = await verbs.run(start, { code: 20 });
    return /^Job (\S+)/.exec(stderr)?.[1] ?? '';
  };
  const [one, other] = await Promise.all([failed(), failed()]);
  expect((await verbs.run(['job', 'list', '--status', 'error'])).stdout).toContain(one);
  await verbs.run(['job', 'show', one, '--query', 'data.error']);
  expect((await verbs.run(['job', 'graph', one])).stdout).toMatch(/^<svg/);
  await verbs.run(['job', 'retry', one]);
  await verbs.run(['job', 'follow', one], { code: 20 });
  await verbs.run(['job', 'continue', one, 'a1']);
  await verbs.run(['job', 'follow', one]);
  await verbs.run(['job', 'revert', other, 'c3']);
  await verbs.run(['job', 'follow', other], { code: 20 });
  await verbs.run(['job', 'skip', other, 'c3']);
  await verbs.run(['job', 'follow', other]);
}

async function waitingJobs({ verbs }: VerbsWorld): Promise<void> {
  const start = ['job', 'run', 'One look', '--query', '_id'];
  const one = await verbs.json<string>(start);
  await verbs.run(['job', 'pause', one]);
  await verbs.run(['job', 'upgrade', one, '--dry-run', 'true']);
  await verbs.run(['job', 'resume', one]);
  const tasks = ['task', 'list', '--job', one, '--query', 'data.0._id'];
  const task = await verbs.json<string>(tasks);
  await verbs.run(['task', 'show', task]);
  await verbs.run(['task', 'claim', task]);
  await verbs.run(['task', 'release', task]);
  await verbs.run(['task', 'claim', task]);
  await verbs.run(['task', 'answer', task, 'success']);
  await verbs.run(['job', 'follow', one]);
  const { _id } = await verbs.json<Job>(['job', 'run', 'One look']);
  await verbs.run(['job', 'cancel', _id]);
}

async function workflows({ verbs }: VerbsWorld): Promise<void> {
  const list = ['workflow', 'list', '--equals', '{"name": "Versioned"}', '--query', 'items.0._id'];
  const id = await verbs.json<string>(list);
  const shown = await verbs.json<JsonObject>(['workflow', 'show', 'Versioned']);
  expect(shown['description']).toBe('Second');
  await verbs.run(['workflow', 'validate', JSON.stringify(shown)]);
  await verbs.run(['workflow', 'test', 'Versioned']);
  expect(await verbs.json(['workflow', 'versions', id, '--query', 'total'])).toBe(2);
  expect((await verbs.run(['workflow', 'diff', id, '1'])).stdout).toContain('/description');
}

async function content({ verbs, directory }: VerbsWorld): Promise<void> {
  const folder = join(directory, 'verbs');
  await verbs.run(['content', 'pull', folder]);
  await verbs.run(['content', 'diff', folder]);
  await verbs.run(['content', 'push', folder]);
}

async function packages({ verbs, directory }: VerbsWorld): Promise<void> {
  const name = '@acme/talkative';
  const install = async (version: string): Promise<void> => {
    const artifact = {
      ...TALKATIVE,
      metadata: { ...(TALKATIVE['metadata'] as object), version },
    };
    const input = JSON.stringify({ artifact, options: { overwrite: true, force: true } });
    await verbs.run(['api', 'call', 'installArtifact', '--input', '-'], { input });
  };
  await verbs.run(['package', 'available']);
  await verbs.run(['package', 'plan', '@netadmin/expiry-report']);
  await verbs.run(['package', 'install', '@netadmin/expiry-report']);
  await install('1.0.0');
  await install('2.0.0');
  expect((await verbs.run(['package', 'list'])).stdout).toContain(name);
  await verbs.run(['package', 'verify', name]);
  await verbs.run(['package', 'rollback', name]);
  await verbs.run(['package', 'remove', name]);
  const documents = '[{"type": "workflow", "name": "Versioned"}]';
  const build = ['package', 'build', '@acme/built', '1.0.0', '--documents', documents];
  const { stdout } = await verbs.run([...build, '--query', 'artifact']);
  const file = join(directory, 'built.json');
  writeFileSync(file, stdout);
  const key = join(directory, 'author');
  await verbs.run(['package', 'sign', file, `${key}.key`], { code: 1 });
  await verbs.run(['package', 'keys', key]);
  await verbs.run(['package', 'sign', file, `${key}.key`]);
  expect(readFileSync(`${file}.sig`, 'utf8')).toMatch(/^[\w+/]{86}==\n$/);
}

async function devices({ verbs }: VerbsWorld): Promise<void> {
  const hostname = 'hostname verbs';
  const plan = ['device', 'change', 'plan', 'edge-1', hostname, '--query', 'planHash'];
  // These change nothing on the device, and wait for it.
  const [planHash, list] = await Promise.all([
    verbs.json<string>(plan),
    verbs.run(['device', 'list']),
    verbs.run(['device', 'show', 'edge-1']),
    verbs.run(['device', 'check', 'edge-1']),
    verbs.run(['backup', 'now', 'edge-1']),
  ]);
  expect(list.stdout).toContain('edge-1');
  await verbs.run(['device', 'change', 'push', 'edge-1', hostname, planHash]);
  const backups = await verbs.json<{ id: string }[]>(['backup', 'list', '--query', 'backups.list']);
  const [one = '', other = ''] = backups.map(({ id }) => id);
  const shown = await Promise.all(
    [one, other].map((id) => verbs.run(['backup', 'show', id, '--query', 'rawConfig'])),
  );
  const before = shown[0]?.stdout.includes(hostname) === true ? other : one;
  expect((await verbs.run(['backup', 'diff', one, other])).stdout).toContain(hostname);
  expect((await verbs.run(['backup', 'search', hostname])).stdout).toContain('edge-1');
  const restore = ['backup', 'restore', 'edge-1', before];
  expect((await verbs.run(restore, { code: 10 })).stderr).toContain(`-${hostname}`);
  await verbs.run([...restore, '--yes']);
}

async function services({ verbs }: VerbsWorld): Promise<void> {
  const instance = JSON.stringify({ [VPN]: [aVpn('verbs')] });
  const planned = await verbs.json<{ planHash: string }[]>(['service', 'plan', instance]);
  await verbs.run([
    'service',
    'commit',
    instance,
    JSON.stringify({ planHash: planned[0]?.planHash }),
  ]);
  expect((await verbs.run(['service', 'list'])).stdout).toContain('verbs');
}

/** Verbs that go on from each other. A chain needs nothing of the others: they run side by side. */
export const VERB_CHAINS: readonly ((world: VerbsWorld) => Promise<void>)[] = [
  ...[platforms, help, failedJobs, waitingJobs, workflows],
  ...[content, packages, devices, services],
];
