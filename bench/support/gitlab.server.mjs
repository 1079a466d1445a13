/** A GitLab with as many projects as PROJECTS says, every answer of which takes LATENCY_MS. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serveMeasurements } from './measure.mjs';

const PROJECTS = Number(process.env.PROJECTS);
const LATENCY_MS = Number(process.env.LATENCY_MS);
const PACKAGE_BYTES = 30_000;
const PER_PAGE = 100;

const commitOf = (id, branch) => createHash('sha1').update(`${id} ${branch}`).digest('hex');
const refOf = (id, name) => ({
  name,
  commit: { id: commitOf(id, name), committed_date: '2026-01-01T00:00:00Z' },
});
const branchOfCommit = new Map();
for (let id = 1; id <= PROJECTS; id += 1) {
  for (const branch of ['main', 'release/2023.2']) branchOfCommit.set(commitOf(id, branch), branch);
}

function artifact(id, branch) {
  const version = branch === 'main' ? '1.1.0' : '1.0.0';
  const data = { name: `workflow ${id} ${branch}`, text: 'x'.repeat(PACKAGE_BYTES) };
  return {
    metadata: { name: `@bench/package-${id}`, version, description: 'a package' },
    manifest: { bundleName: `package-${id}`, fingerprint: 'f', createdEpoch: '1701366473295' },
    bundles: [{ type: 'workflow', data }],
    readme: '# A package\n',
  };
}

function projects(url) {
  const page = Number(url.searchParams.get('page') ?? 1);
  const from = (page - 1) * PER_PAGE;
  const count = Math.max(0, Math.min(PER_PAGE, PROJECTS - from));
  const body = Array.from({ length: count }, (_, at) => {
    const id = from + at + 1;
    return { id, path_with_namespace: `bench/p${id}`, default_branch: 'main', archived: false };
  });
  return { body, next: from + count < PROJECTS ? String(page + 1) : '' };
}

function answer(url) {
  if (url.pathname.startsWith('/api/v4/groups/')) return projects(url);
  const [, id, what] = /^\/api\/v4\/projects\/(\d+)\/repository\/(.*)$/.exec(url.pathname) ?? [];
  if (what === 'branches') return { body: [refOf(id, 'release/2023.2')], next: '' };
  if (what === 'tags') return { body: [], next: '' };
  if (what?.startsWith('branches/')) return { body: refOf(id, 'main') };
  const branch = branchOfCommit.get(url.searchParams.get('ref'));
  return branch && what === 'files/artifact.json/raw' ? { body: artifact(id, branch) } : null;
}

const server = createServer((req, res) => {
  void delay(LATENCY_MS).then(() => {
    const found = answer(new URL(req.url, 'http://localhost'));
    const text = JSON.stringify(found?.body ?? { message: '404 Not Found' });
    const etag = `W/"${createHash('md5').update(text).digest('hex')}"`;
    const isKnown = found && req.headers['if-none-match'] === etag;
    res.writeHead(isKnown ? 304 : found ? 200 : 404, {
      'content-type': 'application/json',
      etag,
      ...(found?.next !== undefined && { 'x-next-page': found.next }),
    });
    res.end(isKnown ? undefined : text);
  });
});
server.listen(0, '127.0.0.1', () => {
  serveMeasurements(`http://127.0.0.1:${server.address().port}`);
});
