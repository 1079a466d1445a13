import { AuditVerificationService } from '../domains/audit/audit-verification.service.js';
import { type AdminCommand } from './admin-command.js';
import { CommandError } from './command-error.js';
import { readArguments } from './read-arguments.js';
import { withServices } from './with-services.js';

const CALL = { name: 'verify-audit', usage: '' };

/** Whether anybody edited, removed or added records of the audit trail. */
export const verifyAudit: AdminCommand = {
  ...CALL,
  note: 'check the hash chains of the audit trail; exit code 1 when one is broken',
  async run({ config, say }, args) {
    readArguments(CALL, args, { words: 0 });
    const outcome = await withServices(config, (services) => {
      const verification = services.get(AuditVerificationService, { strict: false });
      return verification.verify((done, total) => {
        process.stderr.write(`${done} of ${total} records\n`);
      });
    });
    if (outcome.kind === 'empty') {
      throw new CommandError(
        'There is no audit trail in this database: it is not that of a platform (look at DATA_DIR ' +
          'and MONGODB_URI), or somebody removed all records.',
      );
    }
    say(`Records checked: ${outcome.records}, chains: ${outcome.chains}.`);
    if (outcome.kind === 'sound') {
      say('Every chain is as it was written.');
      return;
    }
    const places = outcome.breaks.map(
      ({ chain, sequence, recordId, fault }) =>
        `  chain ${chain}, record ${sequence} (${recordId ?? 'missing'}): ${fault}`,
    );
    throw new CommandError(['The audit trail is broken:', ...places].join('\n'));
  },
};
