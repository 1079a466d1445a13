/** What authors do with keys and packages; `sign-package.mjs` and the command line (`packages/cli`) offer it. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** What people did wrong, in words; everything else is a fault of the program. */
export class SigningError extends Error {}

export function writeKeys(name) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  write(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  write(`${name}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  return `wrote ${name}.key, which is secret, and ${name}.pub with fingerprint ${fingerprintOf(publicKey)}`;
}

export function signFile(file, keyFile) {
  const key = readKey(keyFile, createPrivateKey);
  const signature = sign(null, canonicalBytes(file), key).toString('base64');
  writeFileSync(`${file}.sig`, `${signature}\n`);
  return `wrote ${file}.sig`;
}

export function verifyFile(file, keyFile) {
  const key = readKey(keyFile, createPublicKey);
  const signature = Buffer.from(read(`${file}.sig`).trim(), 'base64');
  if (!verify(null, canonicalBytes(file), key, signature)) {
    throw new SigningError(`${file}.sig was not made with this key, or for another content`);
  }
  return `${file} was signed with the key of fingerprint ${fingerprintOf(key)}`;
}

function canonicalBytes(file) {
  const document = parse(file);
  assertPackage(file, document);
  return Buffer.from(canonicalJson(document), 'utf8');
}

/** A signature of anything else would be refused only by those who get it. */
function assertPackage(file, document) {
  if (isObject(document?.artifact)) {
    throw new SigningError(`${file} is no package: it holds one as its member 'artifact'`);
  }
  if (!isObject(document)) throw new SigningError(`${file} is no package: it is no JSON object`);
  const { metadata, manifest, bundles = [] } = document;
  const faults = [
    ...['name', 'version']
      .filter((key) => typeof metadata?.[key] !== 'string')
      .map((key) => `'metadata.${key}' is missing`),
    ...(isObject(manifest) ? [] : ["'manifest' is missing"]),
    ...(Array.isArray(bundles) ? [] : ["'bundles' is no list"]),
  ];
  if (faults.length > 0) throw new SigningError(`${file} is no package: ${faults.join(', ')}`);
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(file) {
  try {
    return JSON.parse(read(file));
  } catch (error) {
    if (error instanceof SigningError) throw error;
    throw new SigningError(`${file} is not JSON: ${error.message}`);
  }
}

/** As `src/kernel/canonical-json.ts` writes it; a test holds both against each other. */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join()}}`;
}

function readKey(file, create) {
  let key;
  try {
    key = create(read(file));
  } catch (error) {
    if (error instanceof SigningError) throw error;
    throw new SigningError(`${file} holds no key of this kind`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new SigningError(`${file} is no Ed25519 key`);
  return key;
}

/** SHA-256 of the 32 bytes of a public key, as the platform shows it. */
function fingerprintOf(publicKey) {
  const { x } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SigningError(`${file} cannot be read: ${error.code}`);
  }
}

/** A key that is there already is not overwritten: with it, everything that it signed would be lost. */
function write(file, text, mode) {
  try {
    writeFileSync(file, text, { mode, flag: 'wx' });
  } catch (error) {
    throw new SigningError(`${file} cannot be written: ${error.code}`);
  }
}
