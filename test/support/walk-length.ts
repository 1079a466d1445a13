import { processEnvironment } from '../../src/platform/config/env.js';

/**
 * Walks are short in `npm test`, and whole in `npm run test:long -- walks`, which sets LONG_TESTS.
 * @returns `whole` there, `short` elsewhere.
 */
export function walkLength<T>(short: T, whole: T): T {
  return processEnvironment()['LONG_TESTS'] === undefined ? short : whole;
}
