import { type Config } from '../platform/config/config.js';
import {
  type BorrowedDatabase,
  withBorrowedDatabase,
} from '../platform/database/launcher/borrow-database.js';
import { withDatabase } from '../platform/database/transfer/database-handle.js';
import { transferProgress } from '../platform/database/transfer/transfer-progress.js';
import { type KeyState, keyStateOf } from '../platform/secrets/key-state.js';
import { resealSecrets, type ResealReport } from '../platform/secrets/reseal-secrets.js';
import { SealedDocumentsRepository } from '../platform/secrets/sealed-documents.repository.js';
import { SecretBox } from '../platform/secrets/secret-box.js';
import { loadSecretKeys } from '../platform/secrets/secret-keys.js';
import { type AdminCommand } from './admin-command.js';
import { CommandError } from './command-error.js';
import { readArguments } from './read-arguments.js';
import { audited, withServicesOver } from './with-services.js';

const CALL = { name: 'reseal-secrets', usage: '[--stopped]' };

/** Exchange of keys, last step: everything that is sealed, sealed with the newest key. */
export const resealSecretsCommand: AdminCommand = {
  ...CALL,
  note: 'seal all stored secrets with the newest key (--stopped: no node is running)',
  async run({ config, say }, args) {
    const { switches } = readArguments(CALL, args, { words: 0, switches: ['stopped'] });
    const report = await withBorrowedDatabase(config.data, async (database) => {
      const noNodeRuns = !database.mayBeInUse || switches.has('stopped');
      const done = await resealed(config, database, noNodeRuns);
      await withServicesOver(config, database.uri, (services) =>
        audited(services, CALL.name, () => Promise.resolve(done), summary),
      );
      return done;
    });
    reportLines(report).forEach(say);
  },
};

function resealed(
  config: Config,
  { uri }: BorrowedDatabase,
  noNodeRuns: boolean,
): Promise<ResealReport> {
  const box = new SecretBox(loadSecretKeys(config.data));
  return withDatabase(uri, async (db) => {
    const documents = new SealedDocumentsRepository(db);
    assertNodesHaveKey(keyStateOf(await documents.findCheck(), box), noNodeRuns);
    return resealSecrets({ documents, box, progress: transferProgress(process.stderr) });
  });
}

/** A node that lacks the newest key could not read what is sealed with it. */
function assertNodesHaveKey(state: KeyState, noNodeRuns: boolean): void {
  if (state === 'unreadable') {
    throw new CommandError(
      'None of the keys opens what is sealed in this database: put the former keys back.',
    );
  }
  if (state === 'newest' || noNodeRuns) return;
  throw new CommandError(
    'No node has started with the newest key yet, so none could read what is sealed with it: ' +
      'restart all nodes with the new key in front, or say --stopped if none is running.',
  );
}

function summary({ resealed: count, left }: ResealReport): string {
  return `sealed anew: ${count}, left: ${left}`;
}

function reportLines({ resealed: count, left, places }: ResealReport): readonly string[] {
  const lines = [`Sealed with the newest key: ${count}.`];
  if (left === 0) {
    return [...lines, 'Nothing is sealed with another key: the keys behind it can be taken away.'];
  }
  const shown = places.map(
    ({ collection, id, pointer, reason }) => `  ${collection} ${id} ${pointer} (${reason})`,
  );
  const more = left > places.length ? [`  and ${left - places.length} more`] : [];
  return [...lines, `Left as they are: ${left}.`, ...shown, ...more];
}
