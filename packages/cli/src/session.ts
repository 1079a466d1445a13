import { connect } from '../../client/src/connect.js';
import { type Client } from '../../client/src/generated/client/index.js';
import { type Context, ContextStore } from './context-store.js';
import { type OutputOptions } from './output.js';
import { type CommandEnvironment } from './command-environment.js';
import { proxyFetch } from './proxy-fetch.js';
import { shortFetch } from './short-fetch.js';

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

  /** The same, for answers that a shell waits for. */
  get shortClient(): Client {
    return this.clientOf(this.contexts.chosen(this.options.on), shortFetch);
  }

  /** `send` is what sends requests where neither a proxy nor an authority of one's own asks for more. */
  clientOf(context: Context, send?: typeof globalThis.fetch): Client {
    const credentials = context.token ?? context.tokenCommand;
    const token = (): string | Promise<string> =>
      context.token ?? printedToken(context.tokenCommand ?? '');
    const { env } = this.environment;
    const fetch = proxyFetch(env, context.authority ?? env['NETADMIN_AUTHORITY']) ?? send;
    return connect({
      url: context.url,
      ...(fetch && { fetch }),
      headers: { 'user-agent': 'netadmin-cli' },
      ...(credentials !== undefined && { credentials: { token } }),
    });
  }
}

/** By a shell, as Git runs its credential helpers. */
async function printedToken(command: string): Promise<string> {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
