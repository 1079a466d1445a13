#!/usr/bin/env node
/** Calls every operation of a running platform with inputs of every kind: see `test/fuzz/fuzz.ts`. */
import { register } from 'node:module';

register('./support/typescript-loader.mjs', import.meta.url);
const { fuzz } = await import('../test/fuzz/fuzz.ts');
process.exitCode = await fuzz(process.argv.slice(2));
