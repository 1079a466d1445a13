#!/usr/bin/env node
/**
 * Signs packages, for their authors (docs/catalogue.md, ADR 0186):
 *
 *   node scripts/sign-package.mjs keys <name>                       writes <name>.key (secret) and <name>.pub
 *   node scripts/sign-package.mjs sign <artifact.json> <name>.key   writes <artifact.json>.sig
 *   node scripts/sign-package.mjs verify <artifact.json> <name>.pub
 *
 * A signature is Ed25519 over the canonical JSON of the document: members in the order of their UTF-16 units, no
 * blanks. Formatting the file anew, or storing and exporting the package, leaves it valid.
 */
import { SigningError, signFile, verifyFile, writeKeys } from './support/package-signature.mjs';

const USAGE = `usage: sign-package.mjs keys <name>
       sign-package.mjs sign <artifact.json> <name>.key
       sign-package.mjs verify <artifact.json> <name>.pub`;

const COMMANDS = { keys: [1, writeKeys], sign: [2, signFile], verify: [2, verifyFile] };

try {
  const [command = '', ...rest] = process.argv.slice(2);
  const [count, run] = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : [];
  if (!run || rest.length !== count) throw new SigningError(USAGE);
  process.stdout.write(`${run(...rest)}\n`);
} catch (error) {
  if (!(error instanceof SigningError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
