import { type Duplex } from 'node:stream';
import { type AuthHandlerMiddleware, type Client, type ConnectConfig } from 'ssh2';
import { type AppError } from '../../../kernel/app-error.js';
import {
  deviceUnreachable,
  hostKeyChanged,
  type HostKeyMismatch,
  loginRefused,
  noCommonAlgorithm,
} from '../device-failures.js';
import { type AcceptedHostKey, type DeviceLogin } from '../device-target.js';
import { hostKeyFingerprint, hostKeyMismatch, offeredAlgorithms } from './key-exchange.js';
import { type Credentials, LoginSteps } from './login-steps.js';
import { readPrivateKey } from './private-key.js';

/** Greeting, key exchange and banners of an honest host are far below it. */
const LOGIN_BYTES_MAX = 256 * 1024;
const KEEPALIVE = { keepaliveInterval: 15_000, keepaliveCountMax: 4 };
const CLOSE_WAIT_MS = 500;

/** How one host is spoken to. */
export interface LoginManner {
  readonly of: AcceptedHostKey['of'];
  readonly allowsLegacy: boolean;
  readonly onHostKey?: ((accepted: AcceptedHostKey) => void) | undefined;
  readonly signal: AbortSignal;
}

/** A host that let us in. */
export interface SshLogin {
  readonly client: Client;
  readonly hostKey: string;
}

interface LoginState {
  hostKey: string;
  mismatch: HostKeyMismatch | undefined;
  hasExchangedKeys: boolean;
  offered: readonly string[] | null;
}

/**
 * Signs in over an open connection. No credential is sent before the host key is the expected one.
 * @throws AppError (codes `device-unreachable`, `host-key-changed`, `device-authentication-failed`).
 */
export async function signIn(
  socket: Duplex,
  who: DeviceLogin,
  manner: LoginManner,
): Promise<SshLogin> {
  const { allowsLegacy, signal } = manner;
  const credentials = await credentialsOf(who);
  const { default: ssh2 } = await import('ssh2');
  signal.throwIfAborted();
  const client = new ssh2.Client();
  const steps = new LoginSteps(credentials);
  const state: LoginState = {
    hostKey: '',
    mismatch: undefined,
    hasExchangedKeys: false,
    offered: null,
  };
  const watch = limited(socket);
  try {
    const isReady = ready(client, signal, (error) =>
      toFailure(error, { who, state, steps, allowsLegacy }),
    );
    client.on('handshake', () => (state.hasExchangedKeys = true));
    client.connect(clientSettings(socket, who, { manner, state, steps }));
    await isReady;
    return { client, hostKey: state.hostKey };
  } catch (error) {
    client.destroy();
    socket.destroy();
    throw error;
  } finally {
    watch.stop();
  }
}

function ready(
  client: Client,
  signal: AbortSignal,
  toReason: (error?: unknown) => AppError,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: unknown): void => {
      reject(toReason(error));
    };
    const stop = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    client.on('ready', resolve);
    // Stays: errors after the login end the shell, and must not end the process.
    client.on('error', fail).on('close', fail);
    client.on('change password', fail);
  });
}

/** Says goodbye, and cuts the connection when that takes long. */
export function endClient(client: Client, socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve();
    };
    const timer = setTimeout(done, CLOSE_WAIT_MS);
    if (socket.destroyed) {
      done();
      return;
    }
    client.once('close', done);
    client.end();
  });
}

async function credentialsOf(who: DeviceLogin): Promise<Credentials> {
  const { username, password, privateKey, passphrase } = who;
  const key = privateKey && (await readPrivateKey(privateKey, passphrase));
  if (typeof key === 'string') throw loginRefused(who.host, key);
  return { username, ...(password && { password }), ...(key && { key }) };
}

function clientSettings(
  sock: Duplex,
  who: DeviceLogin,
  login: {
    readonly manner: LoginManner;
    readonly state: LoginState;
    readonly steps: LoginSteps;
  },
): ConnectConfig {
  const { state, steps, manner } = login;
  const authHandler: AuthHandlerMiddleware = (offered, _isPartial, next) => {
    state.offered = offered;
    // `false` gives up, which the types do not know.
    next(steps.next(offered) ?? (false as never));
  };
  return {
    sock,
    username: who.username,
    readyTimeout: 0,
    algorithms: offeredAlgorithms(manner.allowsLegacy),
    authHandler,
    hostVerifier: (key: Buffer) => {
      const seen = { of: manner.of, key: hostKeyFingerprint(key) };
      state.mismatch = hostKeyMismatch(seen, who.hostKey);
      // A key exchange in the middle of a session must show the same key.
      if (state.hostKey !== '' && state.hostKey !== seen.key) return false;
      if (state.mismatch) return false;
      state.hostKey = seen.key;
      manner.onHostKey?.(seen);
      return true;
    },
    ...KEEPALIVE,
  };
}

/** Cuts a connection that brings more than any login takes. */
function limited(socket: Duplex): { stop: () => void } {
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > LOGIN_BYTES_MAX) socket.destroy();
  };
  socket.on('data', count);
  return { stop: () => socket.off('data', count) };
}

function toFailure(
  error: unknown,
  login: {
    readonly who: DeviceLogin;
    readonly state: LoginState;
    readonly steps: LoginSteps;
    readonly allowsLegacy: boolean;
  },
): AppError {
  const { who, state, steps, allowsLegacy } = login;
  if (state.mismatch) return hostKeyChanged(who.host, state.mismatch);
  if (state.hasExchangedKeys) return loginRefused(who.host, steps.refusal(state.offered));
  const message = error instanceof Error ? error.message : '';
  if (!message.includes('no matching')) return deviceUnreachable(who.host, 'it does not speak SSH');
  const hint = allowsLegacy ? '' : '; legacy algorithms are not allowed for it';
  return noCommonAlgorithm(who.host, hint);
}
