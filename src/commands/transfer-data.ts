import { parseArgs } from 'node:util';
import { type Config } from '../platform/config/config.js';
import { withBorrowedDatabase } from '../platform/database/launcher/borrow-database.js';
import { exportData } from '../platform/database/transfer/export-data.js';
import { importData } from '../platform/database/transfer/import-data.js';
import { TransferError } from '../platform/database/transfer/transfer-error.js';
import { transferProgress } from '../platform/database/transfer/transfer-progress.js';

const USAGE = 'Say what to do: export DIR or import DIR, with --uri URI and, to import, --replace.';

interface Order {
  readonly verb: 'export' | 'import';
  readonly directory: string;
  readonly uri: string | undefined;
  readonly replaces: boolean;
}

function parsed(args: readonly string[]): ReturnType<typeof parseOptions> {
  try {
    return parseOptions(args);
  } catch (error) {
    throw new TransferError(USAGE, { cause: error });
  }
}

// eslint-disable-next-line @typescript-eslint/explicit-function-return-type -- parseArgs derives the type from its options
function parseOptions(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { uri: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
}

function readOrder(args: readonly string[]): Order {
  const { positionals, values } = parsed(args);
  const [verb, directory, ...rest] = positionals;
  const isKnown = verb === 'export' || verb === 'import';
  if (!isKnown || directory === undefined || rest.length > 0) throw new TransferError(USAGE);
  return { verb, directory, uri: values.uri, replaces: values.replace };
}

/** `data export DIR` and `data import DIR`: the configured database unless `--uri` names another. */
export async function transferData(config: Config, args: readonly string[]): Promise<void> {
  const { verb, directory, uri, replaces } = readOrder(args);
  const progress = transferProgress(process.stderr);
  const work = async (database: string): Promise<void> => {
    if (verb === 'export') await exportData({ uri: database, directory, progress });
    else await importData({ uri: database, directory, replaces, progress });
  };
  if (uri !== undefined) return work(uri);
  await withBorrowedDatabase(config.data, (database) => work(database.uri));
}
