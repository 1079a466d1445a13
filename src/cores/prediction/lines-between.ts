import { hasKey, negated, opposite, singleKey } from './command-facts.js';
import { type ConfigurationNode } from './configuration-tree.js';
import { NotRestorable } from './not-restorable.js';
import { type PredictionRules } from './prediction-rules.js';

/** Lines that make one configuration of another, indented by section; or why no lines do. */
export type LinesBetween =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

/** What is compared, and by which rules. */
export interface Comparing {
  readonly rules: PredictionRules;
  /** Lines that change by themselves: clocks, counters. */
  readonly isVolatile: (line: string) => boolean;
}

type Nodes = readonly ConfigurationNode[];

interface Pair {
  readonly from: Nodes;
  readonly to: Nodes;
  /** Undefined at the top. */
  readonly header: string | undefined;
}

/**
 * Finds the lines that lead from one configuration to the other: what is too much is taken away with
 * `no`, what is missing is set in its section. All of the difference or nothing.
 */
export function linesBetween(from: Nodes, to: Nodes, comparing: Comparing): LinesBetween {
  try {
    return { kind: 'lines', lines: between({ from, to, header: undefined }, comparing) };
  } catch (error) {
    if (error instanceof NotRestorable) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

function between(pair: Pair, comparing: Comparing): readonly string[] {
  const from = commandsOf(pair.from, comparing);
  const to = commandsOf(pair.to, comparing);
  const isOrdered = comparing.rules.ordered.test(pair.header ?? '');
  if (isOrdered) assertOrder(pair.header ?? '', from, to);
  const added: string[] = [];
  for (const [command, node] of to) {
    const present = from.get(command);
    if (present) added.push(...changed(present, node, comparing));
    else added.push(...whole(node, comparing));
  }
  return [...removals(from, to, comparing), ...added];
}

function removals(
  from: ReadonlyMap<string, ConfigurationNode>,
  to: ReadonlyMap<string, ConfigurationNode>,
  comparing: Comparing,
): readonly string[] {
  const removed: string[] = [];
  for (const [command, node] of from) {
    if (to.has(command) || to.has(opposite(command))) continue;
    assertPlain(command, comparing);
    if (isReplaced(command, to, comparing)) continue;
    removed.push(...removal(node, command, comparing));
  }
  return removed;
}

function removal(
  { children }: ConfigurationNode,
  command: string,
  comparing: Comparing,
): readonly string[] {
  const { rules } = comparing;
  if (rules.builtIn.test(command)) {
    const inner = between({ from: children, to: [], header: command }, comparing);
    return inner.length === 0 ? [] : [command, ...inner.map(indented)];
  }
  const isSecret = rules.rewritten.test(command);
  const key = isSecret ? singleKey(command, rules) : undefined;
  return [opposite(key ?? command)];
}

/** Another value takes the place of this one. */
function isReplaced(
  command: string,
  to: ReadonlyMap<string, ConfigurationNode>,
  { rules }: Comparing,
): boolean {
  const key = singleKey(command, rules);
  if (key === undefined) return false;
  return [...to.keys()].some((other) => hasKey(other, key) && singleKey(other, rules) === key);
}

function changed(
  from: ConfigurationNode,
  to: ConfigurationNode,
  comparing: Comparing,
): readonly string[] {
  const { command = '' } = to;
  if (comparing.rules.opaque.test(command)) {
    if (textOf(from) !== textOf(to)) throw refusal(command);
    return [];
  }
  const pair = { from: from.children, to: to.children, header: command };
  const inner = between(pair, comparing);
  return inner.length === 0 ? [] : [command, ...inner.map(indented)];
}

function whole(node: ConfigurationNode, comparing: Comparing): readonly string[] {
  const { command = '', children } = node;
  assertPlain(command, comparing);
  const inner = [...commandsOf(children, comparing).values()];
  return [command, ...inner.flatMap((child) => whole(child, comparing)).map(indented)];
}

function indented(line: string): string {
  return ` ${line}`;
}

function commandsOf(
  nodes: Nodes,
  { rules, isVolatile }: Comparing,
): ReadonlyMap<string, ConfigurationNode> {
  const commands = new Map<string, ConfigurationNode>();
  for (const node of nodes) {
    const { command, raw } = node;
    if (command === undefined || rules.informative.test(command) || isVolatile(raw)) continue;
    if (commands.has(command) && node.children.length > 0) throw twice(command);
    commands.set(command, node);
  }
  return commands;
}

/** Lines of a list are judged in their order: what is added comes to stand behind the rest, by number or by time. */
function assertOrder(
  header: string,
  from: ReadonlyMap<string, ConfigurationNode>,
  to: ReadonlyMap<string, ConfigurationNode>,
): void {
  const all = [...from.keys(), ...to.keys()].map((command) => negated(command) ?? command);
  if (all.every((command) => /^\d+ /.test(command))) return;
  const kept = [...from.keys()].filter((command) => to.has(command));
  const added = [...to.keys()].filter((command) => !from.has(command));
  const result = [...kept, ...added];
  if ([...to.keys()].some((command, at) => command !== result[at]))
    throw new NotRestorable(
      `the order of the lines of '${header}' cannot be restored line by line`,
    );
}

function assertPlain(command: string, { rules }: Comparing): void {
  if (rules.opaque.test(command)) throw refusal(command);
}

function refusal(command: string): NotRestorable {
  const words = command.split(/\s/, 2).join(' ');
  return new NotRestorable(`'${words}' is not made of lines that can be sent one by one`);
}

function twice(command: string): NotRestorable {
  return new NotRestorable(`the section '${command}' is there twice`);
}

function textOf({ raw, children }: ConfigurationNode): string {
  return [raw, ...children.map(textOf)].join('\n');
}
