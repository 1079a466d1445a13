import { execFileSync } from 'node:child_process';
import { connect } from '../../client/src/connect.js';
import { type Client } from '../../client/src/generated/client/index.js';
import { type Context, ContextStore } from './context-store.js';
import { type OutputOptions } from './output.js';
import { type CommandEnvironment } from './command-environment.js';
import { proxyFetch } from './proxy-fetch.js';

/** What every command takes. */
export interface GlobalOptions extends OutputOptions {
  /** Name of a context. */
  readonly on?: string;
}

/** One run of the command line: where it is, what was asked of it, and a client when it needs one. */
export class Session {
  readonly contexts: ContextStore;
  #client: Client | undefined;

  constructor(
    readonly environment: CommandEnvironment,
    readonly options: GlobalOptions,
  ) {
    this.contexts = new ContextStore(environment.env);
  }

  /** Of the platform that was chosen. @throws CommandError when none is. */
  get client(): Client {
    return (this.#client ??= this.clientOf(this.contexts.chosen(this.options.on)));
  }

  clientOf(context: Context): Client {
    const credentials = context.token ?? context.tokenCommand;
    const token = (): string => context.token ?? printedToken(context.tokenCommand ?? '');
    const { env } = this.environment;
    const fetch = proxyFetch(env, context.authority ?? env['NETADMIN_AUTHORITY']);
    return connect({
      url: context.url,
      ...(fetch && { fetch }),
      headers: { 'user-agent': 'netadmin-cli' },
      ...(credentials !== undefined && { credentials: { token } }),
    });
  }
}

/** By a shell, as Git runs its credential helpers. */
function printedToken(command: string): string {
  return execFileSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
