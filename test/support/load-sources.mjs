/** Lets a thread of a test load the sources: they are compiled as the tests are. */
import { register } from 'node:module';

register('./source-hooks.mjs', import.meta.url);
