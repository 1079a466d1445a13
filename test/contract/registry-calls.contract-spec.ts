import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from '@jest/globals';
import { githubRegistry } from '../../src/connectors/registry/github/github.registry.js';
import { gitlabRegistry } from '../../src/connectors/registry/gitlab/gitlab.registry.js';
import { MemoryAnswerStore } from '../../src/connectors/registry/memory-answer-store.js';
import { type PackageRegistry } from '../../src/connectors/registry/package-registry.js';
import { HostSlots } from '../../src/platform/outbound/host-slots.js';
import { anArtifact } from '../support/factories/an-artifact.js';
import { FakeGithub } from '../support/fakes/github.js';
import { FakeGitlab } from '../support/fakes/gitlab.js';
import { registryPorts } from '../support/fakes/registry-ports.js';
import { readAll } from '../support/registry-content.js';

interface Registry {
  /** Calls so far: path and status. */
  readonly calls: readonly { readonly target: string; readonly status: number }[];
  readonly prefix: string;
  readonly open: () => PackageRegistry;
  readonly forget: () => void;
}
/** What the fakes have in common. */
interface Project {
  commit(
    files: Parameters<ReturnType<FakeGithub['repository']>['commit']>[0],
    branch?: string,
  ): string;
  tag(name: string, sha?: string): void;
}

const ports = { ...registryPorts(), requestsAtOnce: 1, slots: new HostSlots(1) };
const TOKEN = 'of-the-table';
const PARTS = {
  'package.json': { name: '@acme/ports', version: '1.0.0' },
  'manifest.json': { bundleName: 'ports', artifacts: [] },
  'bundles/workflows/port.json': { name: 'port' },
};

/** A package with a release branch and two tags, one of them on the default branch, and one in parts. */
function fill(vlans: Project, inParts: Project): void {
  vlans.commit({ 'artifact.json': anArtifact({ version: '1.0.0' }) });
  vlans.tag('v1.0.0');
  vlans.commit({ 'artifact.json': anArtifact({ version: '1.1.0' }) }, 'release/2023.2');
  vlans.commit({ 'artifact.json': anArtifact({ version: '2.0.0' }) });
  vlans.tag('v2.0.0');
  inParts.commit(PARTS);
}

async function gitlab(): Promise<Registry & { readonly close: () => Promise<void> }> {
  const fake = await FakeGitlab.start({ token: TOKEN });
  fill(fake.project('acme/vlans'), fake.project('acme/ports'));
  fake.project('acme/old', { isArchived: true });
  const answers = new MemoryAnswerStore();
  const settings = { type: 'gitlab', hostname: fake.baseUrl, path: 'acme', token: TOKEN };
  return {
    calls: fake.calls,
    prefix: '/api/v4',
    open: () => gitlabRegistry(settings, { answers }, ports),
    forget: () => {
      fake.forget();
    },
    close: () => fake.close(),
  };
}

async function github(): Promise<Registry & { readonly close: () => Promise<void> }> {
  const fake = await FakeGithub.start({ token: TOKEN });
  fake.organisation('acme');
  fill(fake.repository('acme/vlans'), fake.repository('acme/ports'));
  fake.repository('acme/old', { isArchived: true });
  const answers = new MemoryAnswerStore();
  const settings = { type: 'github', hostname: fake.baseUrl, path: 'acme', token: TOKEN };
  return {
    calls: fake.calls,
    prefix: '/api/v3',
    open: () => githubRegistry(settings, { answers }, ports),
    forget: () => {
      fake.forget();
    },
    close: () => fake.close(),
  };
}

function callOf(target: string, prefix: string): string {
  return target
    .slice(prefix.length)
    .replace(/\b[0-9a-f]{40}\b/g, '{sha}')
    .replace(/^\/projects\/\d+/, '/projects/{id}')
    .replace(/^\/repos\/acme\/\w+/, '/repos/acme/{name}');
}

/** How often each call was made, and what it was answered: `200 × 2`. */
function counted({ calls, prefix }: Registry): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<number, number>>();
  for (const { target, status } of calls) {
    const call = callOf(target, prefix);
    const statuses = counts.get(call) ?? new Map<number, number>();
    counts.set(call, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }
  const words = (statuses: ReadonlyMap<number, number>): string =>
    [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ');
  return new Map([...counts].map(([call, statuses]) => [call, words(statuses)]));
}

async function tableOf(registry: Registry): Promise<readonly (readonly string[])[]> {
  const known = await readAll(registry.open());
  const cold = counted(registry);
  const coldCalls = registry.calls.length;
  registry.forget();
  await readAll(registry.open(), known);
  const warm = counted(registry);
  return [
    ...[...cold].map(([call, times]) => [`\`GET ${call}\``, times, warm.get(call) ?? '']),
    ['all', String(coldCalls), String(registry.calls.length)],
  ];
}

/** A table as the formatter of the project leaves it. */
function markdown(rows: readonly (readonly string[])[]): string {
  const all = [['Call', 'Cold', 'Warm'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(all[0] ?? []), rule, ...rows.map(line)].join('\n');
}

describe('the calls of a refresh', () => {
  const page = readFileSync('docs/catalogue.md', 'utf8');
  afterAll(() => ports.close());

  it.each([
    ['GitLab', gitlab],
    ['GitHub', github],
  ] as const)('to %s are those that docs/catalogue.md lists', async (_, start) => {
    const registry = await start();
    try {
      expect(page).toContain(markdown(await tableOf(registry)));
    } finally {
      await registry.close();
    }
  });
});
