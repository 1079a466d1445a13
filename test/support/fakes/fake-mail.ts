import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { type SelfSignedCertificate } from '../self-signed-certificate.js';
import { type Loopback, onLoopback } from './loopback.js';

/** A mail as the server got it. */
export interface SeenMail {
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly user: string | null;
  readonly text: string;
}

/** How the server lets people in. */
export interface MailRules {
  /** TLS from the start, or as the client asks for it; `null` for none at all. */
  readonly tls: (SelfSignedCertificate & { readonly fromStart: boolean }) | null;
  /** Who may send; everybody where null. */
  readonly login: { readonly username: string; readonly password: string } | null;
}

/** A real SMTP server on loopback. It knows no address that begins with `nobody`. */
export class FakeMail {
  private constructor(
    private readonly loopback: Loopback,
    readonly seen: SeenMail[],
  ) {}

  static async start({ tls, login }: MailRules): Promise<FakeMail> {
    const seen: SeenMail[] = [];
    const { server } = new SMTPServer({
      ...(tls && { key: tls.key, cert: tls.certificate, secure: tls.fromStart }),
      authOptional: login === null,
      disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
      disableReverseLookup: true,
      size: 1024 * 1024,
      onAuth: ({ username, password }, _session, done) => {
        const isKnown = username === login?.username && password === login.password;
        if (isKnown) done(null, { user: username });
        else done(new Error(`who is ${username} with ${password}?`));
      },
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('nobody')) done(new Error(`there is no ${address}`));
        else done();
      },
      onData: (stream, { secure, user = null, envelope }, done) => {
        void text(stream).then((mail) => {
          const to = envelope.rcptTo.map(({ address }) => address);
          seen.push({ to, isSecure: secure, user, text: mail });
          done();
        }, done);
      },
    });
    return new FakeMail(await onLoopback(server), seen);
  }

  get port(): number {
    return Number(this.loopback.host.split(':')[1]);
  }

  close(): Promise<void> {
    return this.loopback.end();
  }
}
