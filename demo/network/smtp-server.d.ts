/** What the demo and tests use of a package that says nothing about its types. */
declare module 'smtp-server' {
  import { type Server } from 'node:net';
  import { type Readable } from 'node:stream';

  interface Session {
    readonly secure: boolean;
    readonly user?: string;
    readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
  }

  export class SMTPServer {
    readonly server: Server;
    constructor(options: {
      readonly authOptional?: boolean;
      readonly secure?: boolean;
      readonly key?: string;
      readonly cert?: string;
      readonly disabledCommands?: readonly string[];
      readonly disableReverseLookup: boolean;
      readonly size: number;
      readonly onAuth?: (
        auth: { readonly username: string; readonly password: string },
        session: Session,
        done: (error: Error | null, answer?: { readonly user: string }) => void,
      ) => void;
      readonly onRcptTo?: (
        address: { readonly address: string },
        session: Session,
        done: (error?: Error | null) => void,
      ) => void;
      readonly onData: (
        stream: Readable,
        session: Session,
        done: (error?: Error | null) => void,
      ) => void;
    });
    close(done: () => void): void;
  }
}
