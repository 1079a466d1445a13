/**
 * A fake device as a program, on its standard input and output: the forced command of the test sshd
 * (sshd.ts). `node fake-device-program.mjs <directory>`, where its `settings.json` is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playDevice } from './fake-device-session.mjs';

const directory = process.argv[2];
const settings = JSON.parse(readFileSync(join(directory, 'settings.json'), 'utf8'));
process.stdin.setRawMode?.(true);
await playDevice(directory, settings, {
  input: process.stdin,
  output: process.stdout,
  end: () => process.exit(0),
});
