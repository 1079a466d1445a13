import { type INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';

/** The database URI for an application whose commands a test wants to see. */
export function watched(uri: string): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

/** Names of the commands that the application sends to its database, from now on. */
export function watchCommands(app: INestApplicationContext): {
  readonly seen: readonly string[];
  readonly clear: () => void;
} {
  const seen: string[] = [];
  app
    .get<Connection>(getConnectionToken(), { strict: false })
    .getClient()
    .on('commandStarted', ({ commandName, command }) => {
      const target: unknown = command[commandName];
      seen.push(typeof target === 'string' ? `${commandName} ${target}` : commandName);
    });
  return {
    seen,
    clear: () => {
      seen.length = 0;
    },
  };
}
