import { AccountPasswordsService } from '../domains/user-management/accounts/account-passwords.service.js';
import { type AdminCommand } from './admin-command.js';
import { readArguments } from './read-arguments.js';
import { audited, withServices } from './with-services.js';

const CALL = { name: 'reset-password', usage: 'NAME' };

/** The way back in for whoever can reach the database: a new password, shown once. */
export const resetPassword: AdminCommand = {
  ...CALL,
  note: 'give an account a new password, shown once, and end its sessions',
  async run({ config, say }, args) {
    const [username = ''] = readArguments(CALL, args, { words: 1 }).words;
    await withServices(config, async (services) => {
      const passwords = services.get(AccountPasswordsService, { strict: false });
      const password = await audited(services, CALL.name, () => passwords.resetPassword(username));
      say(`account: ${username}   password: ${password}   (shown once)`);
    });
  },
};
