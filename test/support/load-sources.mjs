/** Lets a thread of a test load the sources. */
import { register } from 'node:module';

register('../../scripts/support/typescript-loader.mjs', import.meta.url);
