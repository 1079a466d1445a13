import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HostSlots } from '../../src/platform/outbound/host-slots.js';
import { HOSTED_REGISTRIES, type HostedRegistry } from '../support/fakes/hosted-registry.js';
import { readAll, versioned } from '../support/registry-content.js';

const PARTS = {
  'package.json': { name: '@acme/ports', version: '1.0.0' },
  'manifest.json': { bundleName: 'ports', artifacts: [] },
  'bundles/workflows/port.json': { name: 'port' },
};

/** A package with a release branch and two tags, one of them on the default branch, and one in parts. */
function fill(registry: HostedRegistry): void {
  versioned(registry.add('vlans')).tag('v2.0.0');
  registry.add('ports').commit(PARTS);
  registry.add('old', { isArchived: true });
}

function callOf(path: string): string {
  return path
    .replace(/\b[0-9a-f]{40}\b/g, '{sha}')
    .replace(/^\/projects\/\d+/, '/projects/{id}')
    .replace(/^\/repos\/acme\/\w+/, '/repos/acme/{name}');
}

/** How often each call was made, and what it was answered: `200 × 2`. */
function counted({ fake }: HostedRegistry): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<number, number>>();
  for (const [at, { status }] of fake.calls.entries()) {
    const call = callOf(fake.paths[at] ?? '');
    const statuses = counts.get(call) ?? new Map<number, number>();
    counts.set(call, statuses.set(status, (statuses.get(status) ?? 0) + 1));
  }
  const words = (statuses: ReadonlyMap<number, number>): string =>
    [...statuses].map(([status, times]) => `${status} × ${times}`).join(', ');
  return new Map([...counts].map(([call, statuses]) => [call, words(statuses)]));
}

async function tableOf(registry: HostedRegistry): Promise<readonly (readonly string[])[]> {
  const { fake } = registry;
  // One call after the other: the table has an order.
  const ports = { ...registry.ports, requestsAtOnce: 1, slots: new HostSlots(1) };
  const known = await readAll(registry.open({}, { ports }));
  const cold = counted(registry);
  const coldCalls = fake.calls.length;
  fake.forget();
  await readAll(registry.open({}, { ports }), known);
  const warm = counted(registry);
  return [
    ...[...cold].map(([call, times]) => [`\`GET ${call}\``, times, warm.get(call) ?? '']),
    ['all', String(coldCalls), String(fake.calls.length)],
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

  it.each(HOSTED_REGISTRIES)('to %s are those that docs/catalogue.md lists', async (_, start) => {
    const registry = await start();
    try {
      fill(registry);
      expect(page).toContain(markdown(await tableOf(registry)));
    } finally {
      await registry.close();
    }
  });
});
