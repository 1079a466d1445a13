#!/usr/bin/env node
/**
 * Starts the platform with a small network of its own, to try everything: `npm run demo`, `-- --reset` to begin
 * anew. What it starts lies in `demo/`, is the stand-ins of the tests, and listens on this machine alone.
 */
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `usage: npm run demo [-- --reset] [--any-port] [--directory DIR]
  --reset           begin anew: what was done in the demo is removed
  --any-port        take free ports in the place of 3000 and those that follow
  --directory DIR   where it keeps its data; ./demo-data when absent
`;

register('./support/typescript-loader.mjs', import.meta.url);
const { Demo } = await import('../demo/demo.js');

const say = (line) => process.stdout.write(`${line}\n`);

function options() {
  const { values } = parseArgs({
    options: {
      reset: { type: 'boolean', default: false },
      'any-port': { type: 'boolean', default: false },
      directory: {
        type: 'string',
        default: join(dirname(fileURLToPath(import.meta.url)), '..', 'demo-data'),
      },
    },
  });
  return values;
}

async function run() {
  const { reset, directory, 'any-port': isOnAnyPort } = options();
  if (process.env.PORT !== undefined)
    throw new Error(
      'PORT does not count here, the demo takes nine ports: --any-port takes free ones',
    );
  let demo;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // Whatever it has started by then ends with it.
    process.on(signal, () => (demo ? void demo.stop() : process.exit(130)));
  }
  const isReset = reset;
  demo = await Demo.start({ directory, isReset, isOnAnyPort, environment: process.env, say });
  say('');
  demo.lines().forEach((line, at) => say(`${at + 1}. ${line}`));
  const code = await demo.ended();
  await demo.stop();
  if (code !== 0)
    throw new Error(`the platform ended with ${code}; see ${join(directory, 'platform.log')}`);
}

try {
  await run();
} catch (error) {
  const isUsage = error.code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`demo: ${error.message}\n${isUsage ? USAGE : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}
