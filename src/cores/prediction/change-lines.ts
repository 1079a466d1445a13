import { beginsBlock, indentationOf } from './configuration-tree.js';
import { type PredictionRules } from './prediction-rules.js';

/** A line of a change with the lines of its section. */
export interface ChangeNode {
  readonly command: string;
  /** Which of the given lines it is, from 0. */
  readonly line: number;
  readonly children: readonly ChangeNode[];
  /** It may belong to the line before it: nothing says whether that one opens a section. */
  readonly isDoubtful: boolean;
}

/** A line that is not sent. */
export interface RefusedLine {
  readonly line: number;
  readonly detail: string;
}

/** A line as it is sent. */
export interface WireLine {
  /** Indented by its section, for people: devices do not look at it. */
  readonly text: string;
  /** Which of the given lines it is, or belongs to; from 0. */
  readonly line: number;
}

/** Lines of a change in their sections, or what is wrong with them. */
export type ReadChange =
  | {
      readonly kind: 'change';
      readonly nodes: readonly ChangeNode[];
      /** What is sent: every section is left explicitly, so that a device nests as the lines say. */
      readonly wire: readonly WireLine[];
    }
  | { readonly kind: 'refused'; readonly refused: readonly RefusedLine[] };

/** What sections are told by. */
export interface ChangeContext {
  readonly rules: Pick<PredictionRules, 'sections' | 'topLevel' | 'block'>;
  /** Whether the configuration has a section of this header. */
  readonly isSection: (command: string) => boolean;
  /** Sections are told by indentation, though no line may be indented. */
  readonly isIndented?: boolean;
}

interface Growing extends ChangeNode {
  readonly children: Growing[];
  readonly depth: number;
  readonly opens: boolean;
}

const COMMENT = /^[!#]/;
/** As short as devices take it. */
const EXIT = /^(?:ex|exi|exit(?:-\S+)?|q|qu|qui|quit)$/i;
/**
 * Words that leave the configuration mode, save, restart, run something at once, or belong to the mode and
 * not to a configuration; any beginning of at least so many letters means the same.
 */
const FORBIDDEN: Readonly<Record<string, number>> = {
  end: 3,
  do: 2,
  configure: 4,
  write: 2,
  copy: 3,
  reload: 3,
  commit: 4,
  abort: 3,
  rollback: 5,
  erase: 3,
  delete: 3,
  format: 4,
  logout: 4,
  bash: 3,
  run: 3,
  python: 3,
  tclsh: 3,
  clear: 3,
  guestshell: 5,
  install: 4,
  attach: 4,
  rmdir: 3,
  mkdir: 3,
  'run-script': 5,
};
/** Texts of several lines that begin without naming how they end, whatever the type. */
const TEXT_BEGINS = /^(?:certificate (?!.*:)\S|key-string$|macro name |menu \S+ (?:title|text) )/i;
/** Blanks are part of what stands behind these words. */
const FREE_TEXT =
  /"|(?:^| )(?:description|remark|banner|name|location|contact|password|secret|key|key-string|community|command|title|text)(?:\s|$)/;

/**
 * Reads the lines of a change. Where any is indented, indentation tells the sections; otherwise known
 * headers open them, and `exit`, a comment or a command of the top ends them.
 */
export function readChange(lines: readonly string[], context: ChangeContext): ReadChange {
  const refused = lines.flatMap((line, at) => refusalOf(line, at, context));
  if (refused.length > 0) return { kind: 'refused', refused };
  const isIndented = context.isIndented === true || lines.some(isInner);
  const top = isIndented ? byIndentation(lines, context) : byHeaders(lines, context);
  const faults = faultsOf(top);
  if (faults.length > 0) return { kind: 'refused', refused: faults };
  return { kind: 'change', nodes: top, wire: wireOf(top) };
}

function isInner(line: string): boolean {
  return indentationOf(line) > 0 && !COMMENT.test(line.trim()) && line.trim() !== '';
}

function refusalOf(line: string, at: number, { rules }: ChangeContext): readonly RefusedLine[] {
  const command = spaced(line);
  if (isForbidden(command)) {
    const detail = 'must be a line of configuration: the mode is entered, saved and left for you';
    return [{ line: at, detail }];
  }
  const spelled = command.replace(/^ban[ner]*(?= )/i, 'banner');
  if (!beginsBlock(spelled, rules.block) && !TEXT_BEGINS.test(command)) return [];
  return [{ line: at, detail: 'begins a text of several lines, which is not sent line by line' }];
}

function isForbidden(command: string): boolean {
  const [word = ''] = command.toLowerCase().split(' ', 1);
  return Object.entries(FORBIDDEN).some(
    ([full, letters]) => word.length >= letters && full.startsWith(word),
  );
}

/** With one blank between words, as devices take it; texts keep theirs. */
function spaced(line: string): string {
  const command = line.trim();
  return FREE_TEXT.test(command)
    ? command.replace(/^(\S+)\s+/, '$1 ')
    : command.replace(/\s+/g, ' ');
}

/** A line that takes something away has no section. */
function faultsOf(nodes: readonly ChangeNode[]): readonly RefusedLine[] {
  return nodes.flatMap(({ command, line, children }) => {
    const isWrong = command.startsWith('no ') && children.length > 0;
    const own = isWrong ? [{ line, detail: 'takes something away and can have no section' }] : [];
    return [...own, ...faultsOf(children)];
  });
}

function byIndentation(lines: readonly string[], context: ChangeContext): readonly Growing[] {
  const top: Growing[] = [];
  const open: Growing[] = [];
  for (const { command, at, depth } of commandsOf(lines)) {
    if (COMMENT.test(command) || EXIT.test(command)) continue;
    leave(open, depth);
    const node = grown({ command, at, depth }, open, context);
    siblingsIn(open, top).push(node);
    open.push(node);
  }
  return top;
}

function siblingsIn(open: readonly Growing[], top: Growing[]): Growing[] {
  return open.at(-1)?.children ?? top;
}

/** Leaves the sections whose header stands as far right, or further. */
function leave(open: Growing[], depth: number): void {
  for (let last = open.at(-1); last && last.depth >= depth; last = open.at(-1)) open.pop();
}

function commandsOf(lines: readonly string[]): readonly Given[] {
  const given = lines.map((line, at) => ({
    command: spaced(line),
    at,
    depth: indentationOf(line),
  }));
  return given.filter(({ command }) => command !== '');
}

function byHeaders(lines: readonly string[], context: ChangeContext): readonly Growing[] {
  const top: Growing[] = [];
  const open: Growing[] = [];
  let isAfterUnknown = false;
  for (const given of commandsOf(lines)) {
    if (leaves(given.command, open)) continue;
    closeFor(given.command, open, context);
    const node = grown(given, open, context);
    const isUnknown = open.length === 0 && !node.opens && !isTop(node.command, context);
    siblingsIn(open, top).push({ ...node, isDoubtful: isUnknown && isAfterUnknown });
    isAfterUnknown = isUnknown;
    if (node.opens) open.push(node);
  }
  return top;
}

/** A comment leaves all sections, `exit` the innermost one. */
function leaves(command: string, open: Growing[]): boolean {
  if (COMMENT.test(command)) open.length = 0;
  else if (EXIT.test(command)) open.pop();
  else return false;
  return true;
}

interface Given {
  readonly command: string;
  readonly at: number;
  readonly depth: number;
}

function grown(
  { command, at, depth }: Given,
  open: readonly Growing[],
  context: ChangeContext,
): Growing {
  const opens = !command.startsWith('no ') && opensSection(command, open.at(-1), context);
  return { command, line: at, children: [], isDoubtful: false, depth, opens };
}

function opensSection(
  command: string,
  parent: Growing | undefined,
  context: ChangeContext,
): boolean {
  if (parent === undefined && context.isSection(command)) return true;
  return context.rules.sections.some(
    ({ header, within }) =>
      header.test(command) && (within ? parent !== undefined && within.test(parent.command) : true),
  );
}

/** Leaves the sections that a command cannot stand in. */
function closeFor(command: string, open: Growing[], context: ChangeContext): void {
  const positive = command.startsWith('no ') ? command.slice('no '.length) : command;
  const nested = context.rules.sections.filter(
    ({ header, within }) => within !== undefined && header.test(positive),
  );
  const fits = (node: Growing): boolean => nested.some(({ within }) => within?.test(node.command));
  if (open.some(fits)) {
    for (let last = open.at(-1); last && !fits(last); last = open.at(-1)) open.pop();
    return;
  }
  if (isTop(positive, context)) open.length = 0;
}

function isTop(command: string, { rules }: ChangeContext): boolean {
  const positive = command.startsWith('no ') ? command.slice('no '.length) : command;
  return (
    rules.sections.some(({ header, within }) => within === undefined && header.test(positive)) ||
    rules.topLevel.some((pattern) => pattern.test(positive))
  );
}

function wireOf(nodes: readonly Growing[], depth = 0): readonly WireLine[] {
  const indent = ' '.repeat(depth);
  return nodes.flatMap(({ command, line, children, opens }) => {
    const isSection = opens || children.length > 0;
    const end = isSection ? [{ text: `${indent} exit`, line }] : [];
    return [{ text: `${indent}${command}`, line }, ...wireOf(children, depth + 1), ...end];
  });
}
