import { connect, isIP, type Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { Deadline } from '../../platform/outbound/deadline.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { HostList } from '../../platform/config/host-list.js';
import { addressValidator } from '../../platform/outbound/address-policy.js';
import {
  assertAddressesAllowed,
  checkedLookup,
  resolveBySystem,
} from '../../platform/outbound/checked-lookup.js';
import { trustedAuthorities } from '../../platform/outbound/extra-authorities.js';
import { toOutboundFailure, upstreamTimeout } from '../../platform/outbound/outbound-failures.js';
import { MailRefused } from './mail-refused.js';

const DEADLINE_MS = 30_000;
/** What a mail server says is short. */
const READ_MAX_BYTES = 256 * 1024;
const LOOK_MS = 200;

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

/** A mail server, and as whom mail is handed to it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Empty for servers that ask for none. */
  readonly username: string;
}

/** One mail. */
export interface Mail {
  readonly from: string;
  /** The same for each attempt: mail servers and programs know repeats by it. */
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends mail by SMTP. An administrator names the server, so it may lie on a private network, as those of integrations
 * may; link-local and metadata addresses are refused.
 */
@Injectable()
export class MailClient {
  readonly #validator;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const allowed = new HostList(config.outbound.allow, { includesSubdomains: false });
    this.#validator = addressValidator('configured', allowed);
  }

  /**
   * Sends a mail once.
   * @returns what the server answered with, 250 for a mail that it took.
   * @throws AppError `upstream-failed`, `upstream-timeout`; MailRefused for a server that says no.
   */
  async send(
    server: MailServer,
    password: string,
    mail: Mail,
    signal?: AbortSignal,
  ): Promise<number> {
    const { host } = server;
    if (isIP(host)) assertAddressesAllowed([host], host, this.#validator);
    const deadline = new Deadline(DEADLINE_MS, signal);
    const socket = connect({
      host,
      port: server.port,
      lookup: checkedLookup(resolveBySystem, this.#validator),
    });
    const guard = setInterval(() => {
      if (socket.bytesRead > READ_MAX_BYTES) socket.destroy(new Error('it says too much'));
    }, LOOK_MS);
    try {
      return await deadline.race(this.#sendOver(socket, server, password, mail));
    } catch (error) {
      if (deadline.hasPassed) throw upstreamTimeout(host, error);
      signal?.throwIfAborted();
      throw refusalOf(error) ?? toOutboundFailure(error, host);
    } finally {
      clearInterval(guard);
      deadline.dispose();
      socket.destroy();
    }
  }

  async #sendOver(
    socket: Socket,
    { host, port, security, username }: MailServer,
    password: string,
    { id, from, to, subject, text }: Mail,
  ): Promise<number> {
    await connected(socket);
    // Loaded by the first mail: it would cost every start some time.
    const { createTransport } = await import('nodemailer');
    const ca = trustedAuthorities(this.config.outbound.extraCaFile);
    const transport = createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(username !== '' && { auth: { user: username, pass: password } }),
      tls: { ...(ca && { ca }) },
      getSocket: (_: unknown, done: (error: null, given: object) => void) => {
        done(null, { connection: socket });
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    } as object);
    const sent: unknown = await transport.sendMail({
      from,
      to: [...to],
      subject,
      text,
      messageId: `<${id}@${domainOf(from)}>`,
      headers: { 'X-Notification-Id': id, 'Auto-Submitted': 'auto-generated' },
    });
    return Number(/^\d{3}/.exec(String((sent as { response?: unknown }).response))?.[0] ?? 250);
  }
}

/** What servers say is not shown: it may repeat what was sent. */
function refusalOf(error: unknown): MailRefused | undefined {
  const { responseCode } = error as { responseCode?: unknown };
  return typeof responseCode === 'number' ? new MailRefused(responseCode) : undefined;
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    // It stays: an error that nobody hears ends the process.
    socket.on('error', reject);
  });
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).replace(/>$/, '');
}
