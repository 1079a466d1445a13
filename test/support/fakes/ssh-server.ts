import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type Readable, type Writable } from 'node:stream';
import ssh2, { type AuthContext, type Connection, type ServerChannel } from 'ssh2';
import { hostKeyFingerprint } from '../../../src/connectors/devices/ssh/key-exchange.js';
import { openSshKey } from '../open-ssh-key.js';

/** How the server takes those who sign in; whoever is not refused by `authenticate` is let in. */
export interface SshServerScript {
  readonly authenticate?: (attempt: AuthContext) => void;
  /** What happens once somebody is signed in, in the place of a device with an empty command line. */
  readonly signedIn?: (connection: Connection) => void;
  /** A free one when absent. */
  readonly port?: number;
  /** Private key in the format of OpenSSH; a new one when absent. */
  readonly hostKey?: string;
}

/** The terminal of somebody who is signed in. */
export interface TerminalStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the session. */
  readonly end: () => void;
}

/** An SSH server in this process: cheaper than a real sshd, and for what that cannot be told to do. */
export interface SshServer {
  readonly host: string;
  readonly port: number;
  /** SHA256 fingerprint. */
  readonly hostKey: string;
  /** Methods that were tried, in their order. */
  readonly tried: readonly string[];
  close(): Promise<void>;
}

/**
 * As sshd: an echo and the output behind it are two writes, and the second one would wait 40 ms for the
 * acknowledgement of the first. The types of the library leave the method out.
 */
function withoutDelay(
  connection: Connection & { readonly setNoDelay?: (noDelay: true) => unknown },
): void {
  connection.setNoDelay?.(true);
}

/** Starts a server on a loopback port, with a host key of its own. */
export async function startSshServer(script: SshServerScript): Promise<SshServer> {
  const key = script.hostKey ?? openSshKey().private;
  const parsed = ssh2.utils.parseKey(key);
  if (parsed instanceof Error) throw parsed;
  const tried: string[] = [];
  const open = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [key] }, (connection) => {
    open.add(connection);
    withoutDelay(connection);
    connection.on('error', () => undefined).on('close', () => open.delete(connection));
    connection.on('authentication', (attempt) => {
      tried.push(attempt.method);
      if (script.authenticate) script.authenticate(attempt);
      else attempt.accept();
    });
    connection.on('ready', () => {
      (script.signedIn ?? playDevice)(connection);
    });
  });
  server.listen(script.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    open.forEach((connection) => connection.end());
    await new Promise((closed) => server.close(closed));
  };
  const hostKey = hostKeyFingerprint(parsed.getPublicSSH());
  return { host: '127.0.0.1', port, hostKey, tried, close };
}

/** Plays a terminal for as long as somebody is there. */
export function playTerminal(play: (streams: TerminalStreams) => Promise<void>): SshServerScript {
  return {
    signedIn: (connection) => {
      connection.on('session', (accept) => {
        const session = accept();
        session.on('pty', (agree) => {
          agree();
        });
        session.on('shell', (agree) => {
          const channel = agree();
          const end = (): void => {
            channel.exit(0);
            channel.end();
          };
          void play({ input: channel, output: channel, end });
        });
      });
    },
  };
}

/** A command line that echoes and has nothing to say, and a way to other hosts. */
function playDevice(connection: Connection): void {
  connection.on('tcpip', (accept, _reject, { destIP, destPort }) => {
    const channel = accept();
    const onward = connect(destPort, destIP).on('error', () => channel.destroy());
    onward.pipe(channel).pipe(onward);
  });
  connection.on('session', (accept) => {
    const session = accept();
    session.on('pty', (agree) => {
      agree();
    });
    session.on('shell', (agree) => {
      answerLines(agree());
    });
  });
}

function answerLines(channel: ServerChannel): void {
  channel.write('router1#');
  channel.on('data', (typed: Buffer) => {
    channel.write(typed.toString().replaceAll(/\r\n?|\n/g, '\r\nrouter1#'));
  });
}
