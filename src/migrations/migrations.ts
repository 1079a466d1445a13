import { type Migration } from '../platform/database/migration.js';
import { fieldsOfUsers } from './0001-fields-of-users.js';
import { namesOfProfiles } from './0002-names-of-profiles.js';
import { variablesOfBegunJobs } from './0003-variables-of-begun-jobs.js';
import { linesOfPackages } from './0004-lines-of-packages.js';
import { packedBundles } from './0005-packed-bundles.js';
import { guardsOfJobs } from './0006-guards-of-jobs.js';
import { familiesOfJobs } from './0007-families-of-jobs.js';
import { mocksOfEndedJobs } from './0008-mocks-of-ended-jobs.js';
import { retiredIndexes } from './0009-retired-indexes.js';

/**
 * All migrations, oldest first; a new one goes to the end. Each lies in a file of its own,
 * `0001-what-it-does.ts`, and is never changed once it was released.
 */
export const MIGRATIONS: readonly Migration[] = [
  fieldsOfUsers,
  namesOfProfiles,
  variablesOfBegunJobs,
  linesOfPackages,
  packedBundles,
  guardsOfJobs,
  familiesOfJobs,
  mocksOfEndedJobs,
  retiredIndexes,
];
