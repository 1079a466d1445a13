import { type ChangeNode } from './change-lines.js';
import {
  hasKey,
  isAbbreviated,
  isFurther,
  negated,
  opposite,
  singleKey,
  spelledInterface,
} from './command-facts.js';
import { type ConfigurationNode, indentationOf } from './configuration-tree.js';
import { placeFor } from './place-for.js';
import { type PredictionRules } from './prediction-rules.js';

/** A line of which it is not known what the device makes of it. */
export interface UnpredictedLine {
  /** Which of the given lines it is, from 0. */
  readonly line: number;
  readonly reason: string;
}

/** What lines make of a configuration. */
export interface Prediction {
  readonly nodes: readonly ConfigurationNode[];
  readonly unpredicted: readonly UnpredictedLine[];
}

interface Predicting {
  readonly rules: PredictionRules;
  readonly unpredicted: UnpredictedLine[];
}

/** The lines of a section while they change. */
interface Section {
  /** Undefined at the top. */
  readonly header: string | undefined;
  /** Indentation of its lines. */
  readonly indent: number;
  readonly nodes: ConfigurationNode[];
}

const REASONS = {
  doubtful: 'nothing says whether it belongs to the line before it',
  abbreviated: 'it begins with an abbreviation',
  interface: 'nothing says how the device spells this interface',
  default: 'nothing says what the default is',
  nothing: 'nothing in the configuration is what it takes away; it may change a default',
  several: 'it may take away more than one line',
  numbered: 'the device decides where it stands among the others',
  rewritten: 'the device stores it in another form',
} as const;

/** What these lines make of a configuration, as far as that can be said without the device. */
export function predictChange(
  configuration: readonly ConfigurationNode[],
  changes: readonly ChangeNode[],
  rules: PredictionRules,
): Prediction {
  const predicting: Predicting = { rules, unpredicted: [] };
  const top: Section = { header: undefined, indent: 0, nodes: [...configuration] };
  applyAll(changes, top, predicting);
  return { nodes: top.nodes, unpredicted: predicting.unpredicted };
}

function applyAll(changes: readonly ChangeNode[], section: Section, predicting: Predicting): void {
  for (const change of changes) {
    const reason = apply(change, section, predicting);
    if (reason !== undefined) predicting.unpredicted.push({ line: change.line, reason });
  }
}

/** @returns why it is not known what becomes of it. */
function apply(change: ChangeNode, section: Section, predicting: Predicting): string | undefined {
  const { rules } = predicting;
  if (change.isDoubtful) return REASONS.doubtful;
  const spelled = spelledLike(change.command, section, rules);
  if (spelled === undefined) return notFollowed(change, REASONS.interface, predicting);
  const positive = negated(spelled) ?? spelled;
  if (spelled.startsWith('default ')) return REASONS.default;
  if (isAbbreviated(positive, rules)) return notFollowed(change, REASONS.abbreviated, predicting);
  if (spelled !== positive) return takeAway(positive, section, rules);
  return set({ ...change, command: spelled }, section, predicting);
}

/** Lines of a section of which nothing is known are not known either. */
function notFollowed({ children }: ChangeNode, reason: string, predicting: Predicting): string {
  for (const child of children) {
    predicting.unpredicted.push({ line: child.line, reason });
    notFollowed(child, reason, predicting);
  }
  return reason;
}

function spelledLike(
  command: string,
  { header, nodes }: Section,
  rules: PredictionRules,
): string | undefined {
  const positive = negated(command) ?? command;
  if (header !== undefined || !positive.startsWith('interface ')) return command;
  const present = nodes.flatMap((node) => node.command ?? []);
  const spelled = spelledInterface(positive, present, rules);
  if (spelled.kind === 'unknown') return undefined;
  return positive === command ? spelled.header : opposite(spelled.header);
}

function takeAway(positive: string, section: Section, rules: PredictionRules): string | undefined {
  const { nodes } = section;
  const negative = opposite(positive);
  const isShown = rules.shownOff.has(positive);
  if (nodes.some(({ command }) => command === negative)) return undefined;
  const exact = nodes.findIndex(({ command }) => command === positive);
  if (exact !== -1) {
    if (isShown) nodes[exact] = line(negative, section);
    else remove(exact, section, rules);
    return undefined;
  }
  if (isShown) {
    add(negative, section);
    return undefined;
  }
  return takeAwayByKey(positive, section, rules);
}

function takeAwayByKey(
  positive: string,
  section: Section,
  rules: PredictionRules,
): string | undefined {
  const { nodes } = section;
  const key = singleKey(positive, rules);
  // `no description` and `no ip address 10.0.0.1 …` of another address are not the same thing.
  const isKeyAlone = key === positive;
  const found = nodes.filter(({ command }) => command !== undefined && hasKey(command, positive));
  if (isKeyAlone) {
    for (const node of found) remove(nodes.indexOf(node), section, rules);
    return undefined;
  }
  if (found.length > 0) return REASONS.several;
  return rules.switches.has(positive) ? undefined : REASONS.nothing;
}

function set(change: ChangeNode, section: Section, predicting: Predicting): string | undefined {
  const { command, children } = change;
  const { rules } = predicting;
  const isSection = children.length > 0 || opensHere(command, section, rules);
  const at = section.nodes.findIndex((node) => node.command === command);
  if (isSection) {
    const place = at === -1 ? addSection(command, section, rules) : at;
    descend(change, place, { section, predicting });
    return undefined;
  }
  if (at !== -1) return undefined;
  const reason = setLine(command, section, rules);
  return rules.rewritten.test(command) ? REASONS.rewritten : reason;
}

function opensHere(command: string, { header }: Section, { sections }: PredictionRules): boolean {
  return sections.some(
    ({ header: pattern, within }) =>
      pattern.test(command) &&
      (within ? header !== undefined && within.test(header) : header === undefined),
  );
}

function descend(
  { command, children }: ChangeNode,
  place: number,
  { section, predicting }: { readonly section: Section; readonly predicting: Predicting },
): void {
  const node = section.nodes[place];
  if (!node || children.length === 0) return;
  const first = node.children.find((child) => child.command !== undefined);
  const indent = first ? indentationOf(first.raw) : section.indent + predicting.rules.indent;
  const inner: Section = { header: command, indent, nodes: [...node.children] };
  applyAll(children, inner, predicting);
  section.nodes[place] = { ...node, children: inner.nodes };
}

function setLine(command: string, section: Section, rules: PredictionRules): string | undefined {
  const { nodes, header } = section;
  const off = nodes.findIndex((node) => node.command === opposite(command));
  if (off !== -1) {
    nodes[off] = line(command, section);
    return undefined;
  }
  if (rules.ordered.test(header ?? '')) return setOrdered(command, section);
  const key = singleKey(command, rules);
  const same = key === undefined ? [] : nodes.filter((node) => hasKey(node.command ?? '', key));
  const [first, ...others] = same.filter((node) => !isFurther(node.command ?? ''));
  if (first === undefined) add(command, section);
  else {
    nodes[nodes.indexOf(first)] = line(command, section);
    for (const node of others) nodes.splice(nodes.indexOf(node), 1);
  }
  return undefined;
}

/** Lines of a list stand by their numbers; one without, or with a number that is taken, is the device's to place. */
function setOrdered(command: string, section: Section): string | undefined {
  const { nodes } = section;
  const number = numberOf(command);
  const isTaken = nodes.some((node) => number !== undefined && numberOf(node.command) === number);
  if (number === undefined || isTaken) {
    if (!isTaken) add(command, section);
    return REASONS.numbered;
  }
  const next = nodes.findIndex((node) => (numberOf(node.command) ?? -1) > number);
  if (next === -1) add(command, section);
  else nodes.splice(next, 0, line(command, section));
  return undefined;
}

function numberOf(command = ''): number | undefined {
  const [number] = /^\d+(?= )/.exec(command) ?? [];
  return number === undefined ? undefined : Number(number);
}

function line(command: string, { indent }: Section): ConfigurationNode {
  return { raw: `${' '.repeat(indent)}${command}`, command, children: [] };
}

function add(command: string, section: Section): number {
  const place = placeFor(command, section.nodes);
  section.nodes.splice(place, 0, line(command, section));
  return place;
}

function addSection(command: string, section: Section, rules: PredictionRules): number {
  const place = add(command, section);
  const trailer = section.header === undefined ? rules.trailer : [];
  const fillers = trailer.map((raw) => ({ raw, command: undefined, children: [] }));
  section.nodes.splice(place + 1, 0, ...fillers);
  return place;
}

/** Takes a line or a section away, and what marks its end. */
function remove(place: number, section: Section, rules: PredictionRules): void {
  const { nodes, header } = section;
  const node = nodes[place];
  if (!node) return;
  const isSection = node.children.length > 0 || opensHere(node.command ?? '', section, rules);
  let count = 1;
  if (isSection && header === undefined)
    for (const end of rules.trailer) if (isFiller(nodes[place + count], end)) count += 1;
  nodes.splice(place, count);
}

function isFiller(node: ConfigurationNode | undefined, text: string): boolean {
  return node !== undefined && node.command === undefined && node.raw.trim() === text;
}
