/** What the demo uses of a package that says nothing about its types. */
declare module 'smtp-server' {
  import { type Server } from 'node:net';
  import { type Readable } from 'node:stream';

  export class SMTPServer {
    readonly server: Server;
    constructor(options: {
      readonly authOptional: boolean;
      readonly disabledCommands: readonly string[];
      readonly disableReverseLookup: boolean;
      readonly size: number;
      readonly onData: (
        stream: Readable,
        session: unknown,
        done: (error?: Error | null) => void,
      ) => void;
    });
    close(done: () => void): void;
  }
}
