import { type INestApplicationContext } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';

/** The database URI for an application whose commands a test wants to see. */
export function watched(uri: string): string {
  if (uri.includes('monitorCommands=')) return uri;
  return `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
}

/** Calls back with each command that the application sends to its database, from now on. */
export function onCommand(
  app: INestApplicationContext,
  listener: (name: string, command: Readonly<Record<string, unknown>>) => void,
): void {
  app
    .get<Connection>(getConnectionToken(), { strict: false })
    .getClient()
    .on('commandStarted', ({ commandName, command }) => {
      listener(commandName, command);
    });
}

/** Names of the commands that the application sends to its database, from now on. */
export function watchCommands(app: INestApplicationContext): {
  readonly seen: readonly string[];
  readonly clear: () => void;
} {
  const seen: string[] = [];
  onCommand(app, (name, command) => {
    const target = command[name];
    seen.push(typeof target === 'string' ? `${name} ${target}` : name);
  });
  return {
    seen,
    clear: () => {
      seen.length = 0;
    },
  };
}
