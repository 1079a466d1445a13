import { AdminGuardService } from '../domains/user-management/accounts/admin-guard.service.js';
import { type AdminCommand } from './admin-command.js';
import { CommandError } from './command-error.js';
import { readArguments } from './read-arguments.js';
import { withServices } from './with-services.js';

const CALL = { name: 'list-admins', usage: '' };

/** Who can administer the platform: whoever has to reset a password first asks whose. */
export const listAdmins: AdminCommand = {
  ...CALL,
  note: 'name the active accounts that hold role admin and have a password here',
  async run({ config, say }, args) {
    readArguments(CALL, args, { words: 0 });
    const names = await withServices(config, (services) =>
      services.get(AdminGuardService, { strict: false }).names(),
    );
    if (names.length === 0) throw new CommandError('No such account is in this database.');
    names.forEach(say);
  },
};
