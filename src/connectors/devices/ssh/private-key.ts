import { type ParsedKey } from 'ssh2';
import { type Secret } from '../../../kernel/secret.js';

/** Opening a key costs time for each of them; `ssh-keygen` takes 16 or 24. */
const ROUNDS_MAX = 256;
const KEY_CHARACTERS_MAX = 64 * 1024;
const OPENSSH_KEY = /-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END/;

/**
 * Why a private key cannot be used, in words without any of it; undefined when it can. Loads the
 * SSH library.
 */
export async function privateKeyRefusal(
  key: Secret,
  passphrase: Secret | undefined,
): Promise<string | undefined> {
  const read = await readPrivateKey(key, passphrase);
  return typeof read === 'string' ? read : undefined;
}

/** The key, or why there is none. */
export async function readPrivateKey(
  key: Secret,
  passphrase: Secret | undefined,
): Promise<ParsedKey | string> {
  const text = key.reveal();
  if (text.length > KEY_CHARACTERS_MAX) return 'the private key is too long';
  if (roundsOf(text) > ROUNDS_MAX)
    return `its passphrase takes more than ${ROUNDS_MAX} rounds to open`;
  const { default: ssh2 } = await import('ssh2');
  const parsed = ssh2.utils.parseKey(text, passphrase?.reveal());
  if (parsed instanceof Error) return reasonOf(parsed);
  // The function's types know only one key; files of the newer format may hold a list of one.
  const [first] = [parsed as ParsedKey | ParsedKey[]].flat();
  return first?.isPrivateKey() === true ? first : 'the key is not a private one';
}

/** The library's messages are told apart, and never shown. */
function reasonOf({ message }: Error): string {
  if (/no passphrase given/i.test(message)) return 'the private key needs a passphrase';
  if (/bad passphrase|integrity check|failed to (?:decrypt|generate)/i.test(message))
    return 'the passphrase does not open the private key';
  return 'the private key cannot be read';
}

/** Rounds of the key derivation in the OpenSSH format (PROTOCOL.key); 0 where there are none. */
function roundsOf(text: string): number {
  const body = OPENSSH_KEY.exec(text)?.[1];
  if (body === undefined) return 0;
  const bytes = Buffer.from(body, 'base64');
  let at = 'openssh-key-v1\0'.length;
  const field = (): Buffer => {
    const size = at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0;
    const value = bytes.subarray(at + 4, at + 4 + size);
    at += 4 + size;
    return value;
  };
  field(); // cipher
  field(); // key derivation
  const options = field();
  return options.length >= 4 ? options.readUInt32BE(options.length - 4) : 0;
}
