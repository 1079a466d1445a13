import { type Command } from 'commander';
import { changeDevice } from '../../client/src/generated/sdk.gen.js';
import { CommandError, EXIT } from './command-error.js';
import { type Begin, group, rowOf } from './operation-command.js';
import { show } from './output.js';
import { type Session } from './session.js';
import { setArguments } from './command-arguments.js';

/** Bringing a backup back onto its device. */
export function addRestoreCommand(program: Command, begin: Begin): void {
  const restore = group(program, 'backup')
    .command('restore')
    .description('Make a device as a backup has it; the change is shown first')
    .argument('<device>', 'its name')
    .argument('<backup>', 'id of the backup')
    .option('--comment <text>', 'why; kept with the change')
    .option('--yes', 'without it the change is shown and nothing is done');
  setArguments(restore, {
    places: [
      { row: rowOf('getDevice'), name: 'name' },
      { row: rowOf('getBackup'), name: 'id' },
    ],
  });
  restore.action((name: string, backupId: string) =>
    restored(begin(), { name, backupId, ...restore.opts<RestoreOptions>() }),
  );
}

interface RestoreOptions {
  readonly comment?: string;
  readonly yes?: true;
}

interface Restoring extends RestoreOptions {
  readonly name: string;
  readonly backupId: string;
}

/** @throws CommandError when something would change and nobody said that it shall. */
async function restored(
  { client, environment, options }: Session,
  { name, backupId, comment, yes }: Restoring,
): Promise<void> {
  const request = { client, path: { name } };
  const change = { restore: { backupId }, ...(comment !== undefined && { comment }) };
  const plan = await changeDevice({ ...request, body: { ...change, dryRun: true } });
  environment.stderr.write(plan.diff);
  if (plan.diff === '') return void environment.stderr.write('Nothing to do\n');
  if (yes !== true) throw new CommandError('Nothing is done without --yes', EXIT.differs);
  const body = { ...change, dryRun: false, planHash: plan.planHash };
  await show(await changeDevice({ ...request, body }), environment, options);
}
