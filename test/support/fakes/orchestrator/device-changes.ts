import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { entries, keyOf } from './data-tree.js';
import { keyText } from './schema-tree.js';
import { type YangModule, type YangNode } from './yang.js';

/** What a transaction changes on a device. */
export interface DeviceChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Devices in the order in which the transaction comes to them. */
export type DeviceChanges = ReadonlyMap<string, DeviceChange>;

/** Compares two trees that share what is the same, so the work grows with the change alone. */
export function deviceChanges(
  modules: readonly YangModule[],
  before: JsonObject,
  after: JsonObject,
): DeviceChanges {
  const lines: Lines = { before: new Map(), after: new Map() };
  for (const { name: module, nodes } of modules) {
    for (const [child, node] of Object.entries(nodes)) {
      const name = `${module}:${child}`;
      compare(node, before[name], after[name], lines);
    }
  }
  const changes = new Map<string, DeviceChange>();
  for (const device of new Set([...lines.before.keys(), ...lines.after.keys()])) {
    const old = lines.before.get(device) ?? [];
    const now = lines.after.get(device) ?? [];
    const change = {
      added: now.filter((line) => !old.includes(line)),
      removed: old.filter((line) => !now.includes(line)),
    };
    if (change.added.length + change.removed.length > 0) changes.set(device, change);
  }
  return changes;
}

/** The answer to a dry-run, in the shapes of such an orchestrator. */
export function dryRunResult(
  changes: DeviceChanges,
  { format, isReverse }: { readonly format: string; readonly isReverse: boolean },
): JsonObject {
  if (changes.size === 0) return { 'dry-run-result': { [format]: {} } };
  if (format === 'native') {
    const device = [...changes].map(([name, change]) => ({
      name,
      data: native(isReverse ? { added: change.removed, removed: change.added } : change),
    }));
    return { 'dry-run-result': { native: { device } } };
  }
  const data = format === 'xml' ? xml(changes) : cli(changes);
  return { 'dry-run-result': { [format]: { 'local-node': { data } } } };
}

interface Lines {
  readonly before: Map<string, string[]>;
  readonly after: Map<string, string[]>;
}

function compare(
  node: YangNode,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  lines: Lines,
): void {
  if (before === after) return;
  if (node.kind === 'container') compareChildren(node, before, after, lines);
  if (node.kind !== 'list') return;
  const old = new Map(entries(before).map((entry) => [keyOf(node, entry), entry]));
  const now = new Map(entries(after).map((entry) => [keyOf(node, entry), entry]));
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    if (old.get(key) !== now.get(key)) compareEntry(node, old.get(key), now.get(key), lines);
  }
}

function compareEntry(
  node: YangNode,
  was: JsonObject | undefined,
  is: JsonObject | undefined,
  lines: Lines,
): void {
  const meaning = node.service ?? (node.children?.['config'] && ownLines);
  if (meaning) {
    note(lines.before, was && meaning(was));
    note(lines.after, is && meaning(is));
  } else compareChildren(node, was, is, lines);
}

function compareChildren(
  { children = {} }: YangNode,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  lines: Lines,
): void {
  for (const [name, child] of Object.entries(children)) {
    const was = isJsonObject(before) ? before[name] : undefined;
    const is = isJsonObject(after) ? after[name] : undefined;
    compare(child, was, is, lines);
  }
}

function note(
  all: Map<string, string[]>,
  given: readonly { readonly device: string; readonly lines: readonly string[] }[] = [],
): void {
  for (const { device, lines } of given) {
    all.set(device, [...(all.get(device) ?? []), ...lines]);
  }
}

/** A device whose own configuration is written: a line for each leaf. */
function ownLines({ name, config }: JsonObject): { device: string; lines: string[] }[] {
  return config === undefined ? [] : [{ device: keyText(name), lines: leafLines(config, '') }];
}

function leafLines(value: JsonValue, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${at} ${String(value)}`.trim()];
  return Object.entries(value).flatMap(([name, child]) => leafLines(child, `${at} ${name}`.trim()));
}

function native({ added, removed }: DeviceChange): string {
  return [...removed.map((line) => `no ${line.trim()}`), ...added].join('\n');
}

function cli(changes: DeviceChanges): string {
  const blocks = [...changes].map(([device, { added, removed }]) =>
    [
      `     device ${device} {`,
      '         config {',
      ...removed.map((line) => `-            ${line}`),
      ...added.map((line) => `+            ${line}`),
      '         }',
      '     }',
    ].join('\n'),
  );
  return [' devices {', ...blocks, ' }', ''].join('\n');
}

function xml(changes: DeviceChanges): string {
  const escape = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const blocks = [...changes].map(([device, { added, removed }]) =>
    [
      `  <device><name>${escape(device)}</name><config>`,
      ...removed.map((line) => `    <line operation="delete">${escape(line)}</line>`),
      ...added.map((line) => `    <line>${escape(line)}</line>`),
      '  </config></device>',
    ].join('\n'),
  );
  return ['<devices xmlns="http://tail-f.com/ns/ncs">', ...blocks, '</devices>'].join('\n');
}
