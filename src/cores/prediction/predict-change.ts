import { type ChangeNode } from './change-lines.js';
import { hasKey, negated, opposite, singleKey, spelledInterface } from './command-facts.js';
import { type ConfigurationNode, indentationOf } from './configuration-tree.js';
import { type PredictionRules } from './prediction-rules.js';
import {
  add,
  addSection,
  line,
  opensHere,
  remove,
  type Section,
  setLine,
} from './section-edits.js';
import { Vocabulary, type UnclearWord } from './vocabulary.js';

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
  readonly vocabulary: Vocabulary;
  readonly unpredicted: UnpredictedLine[];
}

const REASONS = {
  doubtful: 'nothing says whether it belongs to the line before it',
  abbreviated: 'its words are not spelled out as the device shows them',
  unknown: 'nothing is known of this command',
  range: 'it stands for several lines or sections',
  partly: 'it changes a list in part',
  followed: 'the device changes other lines with it',
  interface: 'nothing says how the device spells this interface',
  default: 'nothing says what the default is',
  nothing: 'nothing in the configuration is what it takes away; it may change a default',
  several: 'it may take away more than one line',
  numbered: 'the device decides where it stands among the others',
  rewritten: 'the device stores it in another form',
} as const;

/** Commands that are sent and not followed, each with the reason. */
const NOT_FOLLOWED: readonly (readonly [RegExp, string])[] = [
  [/^default /, REASONS.default],
  [/^interface range |^vlan \d+[,-]|^(?:ip|ipv6|mac) access-list resequence /, REASONS.range],
  [/^(?!description ).* vlan (?:add|remove|except|all|none)(?: |$)/, REASONS.partly],
];

/** What these lines make of a configuration, as far as that can be said without the device. */
export function predictChange(
  configuration: readonly ConfigurationNode[],
  changes: readonly ChangeNode[],
  rules: PredictionRules,
): Prediction {
  const vocabulary = new Vocabulary(configuration, rules);
  const predicting: Predicting = { rules, vocabulary, unpredicted: [] };
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
  const doubt = predicting.vocabulary.unclearWordIn(positive);
  const reason = reasonNotToFollow(positive, doubt);
  if (reason !== undefined) return notFollowed(change, reason, predicting);
  const found =
    spelled === positive
      ? set({ ...change, command: spelled }, section, predicting)
      : takeAway(positive, section, rules);
  return found ?? furtherDoubt(spelled, doubt, rules);
}

function reasonNotToFollow(command: string, doubt: UnclearWord | undefined): string | undefined {
  const [, reason] = NOT_FOLLOWED.find(([pattern]) => pattern.test(command)) ?? [];
  return reason ?? (doubt === 'abbreviated' ? REASONS.abbreviated : undefined);
}

/** It is predicted as far as it goes, and more may become of it. */
function furtherDoubt(
  command: string,
  doubt: UnclearWord | undefined,
  { followed }: PredictionRules,
): string | undefined {
  if (followed.some((pattern) => pattern.test(command))) return REASONS.followed;
  return doubt === undefined ? undefined : REASONS[doubt];
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
  const isPlaced = setLine(command, section, rules);
  if (rules.rewritten.test(command)) return REASONS.rewritten;
  return isPlaced ? undefined : REASONS.numbered;
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
