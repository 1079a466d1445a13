import { addSecretKey } from '../platform/secrets/secret-keys.js';
import { type AdminCommand } from './admin-command.js';
import { CommandError } from './command-error.js';
import { readArguments } from './read-arguments.js';
import { audited, withServices } from './with-services.js';

const CALL = { name: 'new-secrets-key', usage: '' };

/** Exchange of keys, first step, where the keys are in the file of the data directory. */
export const newSecretsKey: AdminCommand = {
  ...CALL,
  note: 'put a new key in front of those in DATA_DIR/secrets.key',
  async run({ config, say }, args) {
    readArguments(CALL, args, { words: 0 });
    if (config.data.secretsKeys) {
      throw new CommandError(
        'The keys come from SECRETS_KEYS: put a new one in front there, from `openssl rand -base64 32`.',
      );
    }
    const { path, count } = await withServices(config, (services) =>
      audited(
        services,
        CALL.name,
        () => Promise.resolve(addSecretKey(config.data.directory)),
        (added) => `keys: ${added.count}`,
      ),
    );
    say(`${path} holds ${count} keys now, the new one in front.`);
    say(
      'Restart the platform, run `npm run admin -- reseal-secrets`, then remove the older lines.',
    );
  },
};
