import { hasKey, isFurther, opposite, singleKey } from './command-facts.js';
import { type ConfigurationNode } from './configuration-tree.js';
import { insertionPoint } from './insertion-point.js';
import { type PredictionRules } from './prediction-rules.js';

/** The lines of a section while they change. */
export interface Section {
  /** Undefined at the top. */
  readonly header: string | undefined;
  /** Indentation of its lines. */
  readonly indent: number;
  readonly nodes: ConfigurationNode[];
}

/** Whether a command opens a section where it stands. */
export function opensHere(
  command: string,
  { header }: Section,
  { sections }: PredictionRules,
): boolean {
  return sections.some(
    ({ header: pattern, within }) =>
      pattern.test(command) &&
      (within ? header !== undefined && within.test(header) : header === undefined),
  );
}

/**
 * Puts a line into a section, in the place of what it replaces.
 * @returns whether it is known where it stands.
 */
export function setLine(command: string, section: Section, rules: PredictionRules): boolean {
  const { nodes, header } = section;
  const off = nodes.findIndex((node) => node.command === opposite(command));
  if (off !== -1) {
    nodes[off] = line(command, section);
    return true;
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
  return true;
}

/** Lines of a list stand by their numbers; one without, or with a number that is taken, is the device's to place. */
function setOrdered(command: string, section: Section): boolean {
  const { nodes } = section;
  const number = numberOf(command);
  const isTaken = nodes.some((node) => number !== undefined && numberOf(node.command) === number);
  if (number === undefined || isTaken) {
    if (!isTaken) add(command, section);
    return false;
  }
  const next = nodes.findIndex((node) => (numberOf(node.command) ?? -1) > number);
  if (next === -1) add(command, section);
  else nodes.splice(next, 0, line(command, section));
  return true;
}

function numberOf(command = ''): number | undefined {
  const [number] = /^\d+(?= )/.exec(command) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** A line as it stands in a section. */
export function line(command: string, { indent }: Section): ConfigurationNode {
  return { raw: `${' '.repeat(indent)}${command}`, command, children: [] };
}

/** Puts a new line into a section. */
export function add(command: string, section: Section): number {
  const place = insertionPoint(command, section.nodes);
  section.nodes.splice(place, 0, line(command, section));
  return place;
}

/** Puts a new section into one, with what marks its end. */
export function addSection(command: string, section: Section, rules: PredictionRules): number {
  const place = add(command, section);
  const trailer = section.header === undefined ? rules.trailer : [];
  const fillers = trailer.map((raw) => ({ raw, command: undefined, children: [] }));
  section.nodes.splice(place + 1, 0, ...fillers);
  return place;
}

/** Takes a line or a section away, and what marks its end. */
export function remove(place: number, section: Section, rules: PredictionRules): void {
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
