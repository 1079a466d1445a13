#!/usr/bin/env node
import { runProgram } from './program.js';

const interruption = new AbortController();
process.once('SIGINT', () => {
  interruption.abort(new Error('Interrupted'));
});
// Whoever reads has had enough: `netadmin job list | head`. Nothing more can be said to anybody.
process.stdout.on('error', () => {
  process.exit(0);
});

const { env, stdin, stdout, stderr } = process;
process.exitCode = await runProgram(
  { env, stdin, stdout, stderr, signal: interruption.signal },
  process.argv,
);
