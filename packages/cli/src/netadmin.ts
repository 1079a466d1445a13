#!/usr/bin/env node
import { CommanderError } from 'commander';
import { exitStatus } from './exit-status.js';
import { programFor } from './program.js';

const interruption = new AbortController();
process.once('SIGINT', () => {
  interruption.abort(new Error('Interrupted'));
});
// Whoever reads has had enough: `netadmin job list | head`. Nothing more can be said to anybody.
process.stdout.on('error', () => {
  process.exit(0);
});

const { env, stdin, stdout, stderr } = process;
const program = programFor(
  { env, stdin, stdout, stderr, signal: interruption.signal },
  process.argv,
);
try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const { text, exitCode } = exitStatus(error);
    process.stderr.write(text);
    process.exitCode = exitCode;
  }
}
