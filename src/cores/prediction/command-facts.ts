import { type PredictionRules } from './prediction-rules.js';

const NO = 'no ';

/** What a command takes away; undefined where it sets something. */
export function negated(command: string): string | undefined {
  return command.startsWith(NO) ? command.slice(NO.length).trim() : undefined;
}

/** The command that takes away what a command sets, and the reverse. */
export function opposite(command: string): string {
  return negated(command) ?? `${NO}${command}`;
}

/** What a command sets where a section has only one of it: `ip address` of `ip address 10.0.0.1 …`. */
export function singleKey(command: string, { singles }: PredictionRules): string | undefined {
  // A further address stands beside the first one.
  if (isFurther(command)) return undefined;
  const words = command.split(' ');
  let longest: string | undefined;
  let length = 0;
  for (const single of singles) {
    const wanted = single.split(' ');
    const count = wanted.length;
    if (count <= length || !wanted.every((word, at) => fits(word, words[at]))) continue;
    longest = words.slice(0, count).join(' ');
    length = count;
  }
  return longest === undefined ? undefined : withArgument(longest, words, length);
}

/** Whether a command adds to what is set instead of taking its place. */
export function isFurther(command: string): boolean {
  return command.endsWith(' secondary');
}

/** `username` holds one for each name, not one altogether. */
function withArgument(key: string, words: readonly string[], length: number): string {
  return key === 'username' ? words.slice(0, length + 1).join(' ') : key;
}

function fits(wanted: string, word: string | undefined): boolean {
  return word !== undefined && (wanted === '*' || wanted === word);
}

/** Whether a command is this key, alone or with a value behind it. */
export function hasKey(command: string, key: string): boolean {
  return command === key || command.startsWith(`${key} `);
}

/** An interface in the spelling of the device, as far as that is known. */
export type InterfaceName =
  | { readonly kind: 'known'; readonly header: string }
  /** The device completes the name, and nothing says to what. */
  | { readonly kind: 'unknown' };

const INTERFACE = /^interface ([A-Za-z-]+) ?([\d/.:]*)$/;

/** Spells the header of an interface as the configuration does: `interface Gi0/1` is one of it. */
export function spelledInterface(
  header: string,
  present: readonly string[],
  { interfaceKinds }: PredictionRules,
): InterfaceName {
  if (present.includes(header)) return { kind: 'known', header };
  const [, kind, number = ''] = INTERFACE.exec(header) ?? [];
  if (kind === undefined) return { kind: 'known', header };
  const found = present.filter((other) => isShortOf({ kind, number }, other));
  const isSpelled = interfaceKinds.has(kind) && !header.includes(`${kind} `);
  return only(found.length === 0 && isSpelled ? [header] : found);
}

function only([header, ...others]: readonly string[]): InterfaceName {
  if (header === undefined || others.length > 0) return { kind: 'unknown' };
  return { kind: 'known', header };
}

function isShortOf(
  short: { readonly kind: string; readonly number: string },
  header: string,
): boolean {
  const [, kind, number] = INTERFACE.exec(header) ?? [];
  if (kind === undefined || number !== short.number) return false;
  return kind.toLowerCase().startsWith(short.kind.toLowerCase());
}
