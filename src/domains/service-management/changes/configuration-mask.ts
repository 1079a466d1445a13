import { DEVICE_TYPES } from '../../../connectors/devices/types/device-types.js';
import { maskedText } from '../../../platform/secrets/secret-texts.js';
import { soundsSecretLeaf } from '../restconf/secret-leaves.js';

const SHOWN = '<SECRET>';
/** Only lines with one of these words are held against the patterns. */
const SUSPICIOUS = /pass|secret|key|communit|auth|priv|psk|token|snmp|digest|crypt|neighbor|user/i;
/** What marks a line in a difference, what takes it back, and how deep it lies. */
const MARKED_LINE = /^(\s*[-+]?)(\s*(?:no )?)(.*)$/s;
const LINE_LENGTH_MAX = 4096;
const ELEMENT = /<((?:[\w.-]{1,64}:)?[\w.-]{1,64})(\s[^<>]{0,512})?>([^<]{1,65536})<\//g;
/** `key 7 0822…`, `"auth-password": …`, `pre-shared-key …`: what follows the word is the secret. */
const WORD =
  /((?:^|[\s"'])[\w:-]{0,64}(?:passw(?:or)?d|passphrase|secret|token|api-?key|private-?key|pre-?shared-?key|psk|key-string|auth-?key|priv-?key|md5-?key|encryption-?key|(?:^|\s)key \d)[\w-]{0,64}["']?[ \t]*[:= \t][ \t]*)([^\s{[<][^\n]*)/i;
const PATTERNS = [
  ...new Map(
    Object.values(DEVICE_TYPES).flatMap(({ secrets }) =>
      secrets.map(({ pattern }) => [pattern.source, pattern] as const),
    ),
  ).values(),
];

/**
 * Configuration as a plan shows it, whatever the type of the device and whoever put the secret there: a
 * plan that takes something back shows what was there before.
 */
export function maskedConfiguration(text: string): string {
  const elements = text.replace(ELEMENT, (whole, name: string, attributes = '') =>
    soundsSecretLeaf(name) ? `<${name}${String(attributes)}>${SHOWN}</` : whole,
  );
  return maskedText(elements.split('\n').map(maskedLine).join('\n'));
}

function maskedLine(line: string): string {
  if (!SUSPICIOUS.test(line)) return line;
  // No device takes one so long.
  if (line.length > LINE_LENGTH_MAX) return SHOWN;
  const [, mark = '', before = '', rest = ''] = MARKED_LINE.exec(line) ?? [];
  return `${mark}${before}${withoutSecrets(rest, before.replace('no ', ''))}`;
}

/** Some patterns count on the indent. */
function withoutSecrets(rest: string, indent: string): string {
  let shown = `${indent}${rest}`;
  for (const pattern of PATTERNS) {
    const secret = pattern.exec(shown)?.[1];
    if (secret !== undefined && secret !== SHOWN) shown = shown.replace(secret, () => SHOWN);
  }
  return shown.slice(indent.length).replace(WORD, `$1${SHOWN}`);
}
