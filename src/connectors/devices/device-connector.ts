import { type Duplex } from 'node:stream';
import { type Config } from '../../platform/config/config.js';
import { Deadline } from '../../platform/outbound/deadline.js';
import {
  deviceTooSlow,
  deviceUnreachable,
  dialogTooSlow,
  unreachableReason,
} from './device-failures.js';
import { type DeviceSession } from './device-session.js';
import { type DeviceLogin, type DeviceTarget, type SessionOptions } from './device-target.js';
import { Cli } from './dialog/cli.js';
import { LineDialog } from './dialog/line-dialog.js';
import { LiveSession } from './live-session.js';
import { Resources } from './ssh/resources.js';
import { openShell } from './ssh/shell-channel.js';
import { endClient, type LoginManner, signIn, type SshLogin } from './ssh/ssh-login.js';
import { assertForwardAllowed, connectTcp, type WayRules } from './ssh/tcp-connection.js';
import { DEVICE_TYPES } from './types/device-types.js';

/** What the connector takes from outside. */
export interface DevicePorts extends WayRules {
  /** Is told why a host could not be reached: callers are not. */
  readonly onUnreachable: (host: string, reason: string) => void;
}

/** What the steps of connecting share. */
interface ConnectFrame {
  readonly deadline: Deadline;
  readonly resources: Resources;
  readonly onHostKey: SessionOptions['onHostKey'];
}

/** The way to devices over SSH. The library is loaded at the first connection. */
export class DeviceConnector {
  constructor(
    private readonly settings: Config['devices'],
    private readonly ports: DevicePorts,
  ) {}

  /**
   * Connects, signs in and finds the prompt.
   * @throws AppError `upstream-failed` (`upstream-timeout` within the dialog), codes `device-unreachable`,
   * `device-authentication-failed`, `host-key-changed`, `device-dialog-failed`, `forbidden-target`;
   * the reason of the signal.
   */
  async open(target: DeviceTarget, options: SessionOptions = {}): Promise<DeviceSession> {
    const sessionTimeoutMs = options.deadlineMs ?? this.settings.sessionTimeoutMs;
    const deadline = new Deadline(sessionTimeoutMs, options.signal);
    const resources = new Resources();
    resources.add(() => {
      deadline.dispose();
    });
    try {
      deadline.signal.throwIfAborted();
      const work = this.#start(target, options, { deadline, resources, sessionTimeoutMs });
      return await deadline.race(work);
    } catch (error) {
      await resources.close();
      throw this.#told(
        target,
        deadline.hasPassed ? deviceTooSlow(target.host, 'open a session') : error,
      );
    }
  }

  #told({ host }: DeviceTarget, error: unknown): unknown {
    const reason = unreachableReason(error);
    if (reason !== undefined) this.ports.onUnreachable(host, reason);
    return error;
  }

  async #start(
    target: DeviceTarget,
    options: SessionOptions,
    frame: { deadline: Deadline; resources: Resources; sessionTimeoutMs: number },
  ): Promise<DeviceSession> {
    const { deadline, resources, sessionTimeoutMs } = frame;
    const { onHostKey } = options;
    const { client, hostKey } = await this.#connect(target, { deadline, resources, onHostKey });
    const channel = await openShell(client, target.host);
    const limitBytes = options.limitBytes ?? this.settings.outputLimitBytes;
    const lines = new LineDialog(channel, target.host, limitBytes);
    const end = (): void => {
      const tooSlow = dialogTooSlow(target.host, 'end the session');
      // Whoever aborts gives the reason; the platform's own are errors.
      lines.fail(deadline.hasPassed ? tooSlow : (deadline.signal.reason as Error));
      void resources.close();
    };
    deadline.signal.addEventListener('abort', end, { once: true });
    resources.add(() => {
      deadline.signal.removeEventListener('abort', end);
      lines.fail(dialogTooSlow(target.host, 'answer before the session was closed'));
    });
    const type = DEVICE_TYPES[target.type];
    const { commandTimeoutMs } = this.settings;
    const cli = new Cli(lines, type, target.host);
    await cli.start(target.enablePassword, commandTimeoutMs);
    const close = (): Promise<void> => resources.close();
    const { host } = target;
    return new LiveSession(cli, type, { host, hostKey, commandTimeoutMs, sessionTimeoutMs, close });
  }

  /** Connecting and signing in, each within its time, over the jump host where there is one. */
  async #connect(target: DeviceTarget, frame: ConnectFrame): Promise<SshLogin> {
    const { deadline, resources } = frame;
    const { legacyAlgorithms: allowsLegacy, jump } = target;
    if (!jump) {
      const socket = await this.#tcp(target, deadline, resources);
      return this.#signIn(socket, target, { ...frame, of: 'device', allowsLegacy });
    }
    await this.#within(target, deadline, 'have its name resolved', () =>
      assertForwardAllowed(target.host, this.ports),
    );
    const first = await this.#tcp(jump, deadline, resources);
    const host = await this.#signIn(first, jump, { ...frame, of: 'jump', allowsLegacy: false });
    const onward = await this.#within(target, deadline, 'be reached by its jump host', () =>
      forward(host, target),
    );
    return this.#signIn(onward, target, { ...frame, of: 'device', allowsLegacy });
  }

  async #tcp(who: DeviceLogin, deadline: Deadline, resources: Resources): Promise<Duplex> {
    const socket = await this.#within(who, deadline, 'accept the connection', (signal) =>
      connectTcp(who, this.ports, signal),
    );
    resources.add(() => {
      socket.destroy();
    });
    return socket;
  }

  async #signIn(
    socket: Duplex,
    who: DeviceLogin,
    { deadline, resources, ...manner }: ConnectFrame & Omit<LoginManner, 'signal'>,
  ): Promise<SshLogin> {
    const login = await this.#within(who, deadline, 'finish the login', (signal) =>
      signIn(socket, who, { ...manner, signal }),
    );
    resources.add(() => endClient(login.client, socket));
    return login;
  }

  /** One step of connecting, with a deadline of its own. */
  async #within<T>(
    { host }: DeviceLogin,
    outer: Deadline,
    what: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const step = new Deadline(this.settings.connectTimeoutMs, outer.signal);
    try {
      return await step.race(work(step.signal));
    } catch (error) {
      throw step.hasPassed ? deviceTooSlow(host, what) : error;
    } finally {
      step.dispose();
    }
  }
}

/** A connection from the jump host to the device. */
function forward({ client }: SshLogin, { host, port }: DeviceTarget): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      reject(deviceUnreachable(host, 'its jump host cannot connect to it'));
    };
    client.once('close', refuse);
    try {
      client.forwardOut('127.0.0.1', 0, host, port, (error, channel) => {
        client.off('close', refuse);
        if (error) refuse();
        else resolve(channel);
      });
    } catch {
      // The connection to the jump host ended with the login.
      refuse();
    }
  });
}
