/** How a step names an entry of a list. */
export type StepKeys =
  /** By its values alone, in the order of the model: `list=a,b`, `list{a b}`. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** By leaf and value: `list[name='a']`. */
  | { readonly kind: 'named'; readonly leaves: readonly (readonly [string, string])[] };

/** One step of a path: `module:name` or `name`, with keys where it names an entry. */
export interface PathStep {
  readonly name: string;
  readonly keys: StepKeys | null;
}

/** Where instances of a service lie: containers and entries of lists, and the list of instances at last. */
export interface InstancePath {
  readonly steps: readonly PathStep[];
}

/** A path that was understood, or why it was not. */
export type PathReading =
  | { readonly kind: 'read'; readonly path: InstancePath }
  | { readonly kind: 'refused'; readonly detail: string };

export const PATH_LENGTH_MAX = 2000;
const STEPS_MAX = 32;
const IDENTIFIER = '[A-Za-z_][A-Za-z0-9_.-]{0,63}';
const STEP = new RegExp(`^(?:${IDENTIFIER}:)?${IDENTIFIER}`);
const PREDICATE = new RegExp(
  `^\\[\\s{0,8}((?:${IDENTIFIER}:)?${IDENTIFIER})\\s{0,8}=\\s{0,8}(?:'([^']*)'|"([^"]*)")\\s{0,8}\\]`,
);
const KEY_PATH_VALUE = /"((?:[^"\\]|\\.)*)"|([^\s"]+)/g;
/** Clients name the resource instead of the node. */
const RESOURCE = /^\/?(?:restconf\/)?data\/(?=[^/]*:)/;

/**
 * Reads where instances lie: `/l3vpn:vpn/l3vpn`, with or without the slash or `/restconf/data` in front.
 * Entries of lists may be named as RESTCONF does (`list=key`), as XPath does (`list[name='key']`) or as a
 * key path does (`list{key}`). Entries on the way need their leaves, for the instance is sent from the
 * top of the datastore.
 */
export function readInstancePath(text: string): PathReading {
  if (text.length > PATH_LENGTH_MAX) return no(`must have at most ${PATH_LENGTH_MAX} characters`);
  const parts = splitSteps(text.replace(RESOURCE, '').replace(/^\//, ''));
  if (!parts) return no('has a quote, bracket or brace that does not end');
  if (parts.length > STEPS_MAX) return no(`must have at most ${STEPS_MAX} steps`);
  const steps: PathStep[] = [];
  for (const [at, part] of parts.entries()) {
    const step = readStep(part);
    if (typeof step === 'string') return no(`${step} (step ${at + 1})`);
    steps.push(step);
  }
  const refusal = stepsRefusal(steps);
  return refusal === undefined ? { kind: 'read', path: { steps } } : no(refusal);
}

function no(detail: string): PathReading {
  return { kind: 'refused', detail };
}

function stepsRefusal(steps: readonly PathStep[]): string | undefined {
  if (!steps[0]?.name.includes(':')) return 'must begin with a module: module:name';
  const onTheWay = steps.slice(0, -1).some(({ keys }) => keys?.kind === 'values');
  if (onTheWay) return "names an entry on the way without its leaves: write list[leaf='value']";
  return undefined;
}

const ENDS: Readonly<Record<string, string>> = { '[': ']', '{': '}', "'": "'", '"': '"' };

/** Parts between slashes that stand in no predicate; undefined when one of those does not end. */
function splitSteps(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  const open: string[] = [];
  let part = '';
  for (const character of text) {
    if (character === '/' && open.length === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    part += character;
    nest(open, character);
  }
  return open.length === 0 ? [...parts, part] : undefined;
}

/** Follows what a character opens or closes; `open` holds the ends that are waited for. */
function nest(open: string[], character: string): void {
  const end = open.at(-1);
  if (character === end) open.pop();
  else if (end !== "'" && end !== '"' && opens(character, open.length)) {
    open.push(ENDS[character] ?? '');
  }
}

/** Quotes mean something within predicates only: RESTCONF takes an apostrophe for a character. */
function opens(character: string, depth: number): boolean {
  if (character === '[' || character === '{') return depth === 0;
  return depth > 0 && (character === "'" || character === '"');
}

function readStep(part: string): PathStep | string {
  const name = STEP.exec(part)?.[0];
  if (name === undefined) return 'has a step that is no name of a node';
  const rest = part.slice(name.length);
  if (rest === '') return { name, keys: null };
  if (rest.startsWith('=')) return withKeys(name, resourceKeys(rest.slice(1)));
  if (rest.startsWith('{') && rest.endsWith('}')) {
    return withKeys(name, keyPathKeys(rest.slice(1, -1)));
  }
  return withKeys(name, predicateKeys(rest));
}

function withKeys(name: string, keys: StepKeys | undefined): PathStep | string {
  return keys ? { name, keys } : 'has keys that cannot be read';
}

function resourceKeys(text: string): StepKeys | undefined {
  try {
    return { kind: 'values', values: text.split(',').map(decodeURIComponent) };
  } catch {
    return undefined;
  }
}

function keyPathKeys(text: string): StepKeys | undefined {
  const values = [...text.matchAll(KEY_PATH_VALUE)].map(
    ([, quoted, bare]) => quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '',
  );
  return values.length > 0 ? { kind: 'values', values } : undefined;
}

function predicateKeys(text: string): StepKeys | undefined {
  const leaves: (readonly [string, string])[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole, leaf, single, double] = PREDICATE.exec(rest) ?? [];
    if (whole === undefined || leaf === undefined) return undefined;
    leaves.push([leaf, single ?? double ?? '']);
    rest = rest.slice(whole.length);
  }
  return { kind: 'named', leaves };
}
