import { type Config, ConfigError } from './platform/config/config.js';
import { errorCode } from './platform/database/launcher/error-code.js';

const RULES: Readonly<Record<string, (server: Config['server']) => string>> = {
  EADDRINUSE: ({ port }) => `PORT must be free, but another program listens on ${port}`,
  EACCES: ({ port }) => `PORT must be one that this user may listen on, but is ${port}`,
  EADDRNOTAVAIL: ({ host }) => `HOST must be an address of this machine, but is ${host}`,
  ENOTFOUND: ({ host }) => `HOST must be an address of this machine, but is ${host}`,
};

/** Why the server could not listen, in words where the operator can act on them. */
export function listeningFailure(error: unknown, server: Config['server']): unknown {
  const rule = RULES[errorCode(error) ?? ''];
  return rule ? new ConfigError([rule(server)]) : error;
}
