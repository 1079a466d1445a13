import { AppError } from '../../kernel/app-error.js';
import { UnreachableReason } from './unreachable-reason.js';

/** Codes of what goes wrong with devices, for programs and for counters. */
export type DeviceFailureCode =
  | 'device-unreachable'
  | 'device-authentication-failed'
  | 'host-key-changed'
  | 'device-dialog-failed'
  | 'device-answer-too-large';

/** A host key that is not the one to expect; the cause of `host-key-changed`. */
export class HostKeyMismatch extends Error {
  constructor(
    readonly seen: string,
    readonly pinned: string | undefined,
    readonly of: 'device' | 'jump',
  ) {
    super('the host key is not the pinned one');
    this.name = 'HostKeyMismatch';
  }
}

/**
 * No connection, or nobody who speaks SSH (502). Whoever may write records of devices chooses host and
 * port: callers are told no more, so that nobody looks for open ports by it.
 */
export function deviceUnreachable(host: string, why: string): AppError {
  const cause = new UnreachableReason(why);
  return failed('device-unreachable', `${host} cannot be reached`, cause);
}

/** The connection or the login takes too long (502, as if there were none). */
export function deviceTooSlow(host: string, what: string): AppError {
  return deviceUnreachable(host, `it did not ${what} in time`);
}

/** An SSH server that speaks in other algorithms alone (502). */
export function noCommonAlgorithm(host: string, hint: string): AppError {
  return failed(
    'device-unreachable',
    `${host} cannot be reached: it shares no algorithm with this side${hint}`,
  );
}

/** Why a host cannot be reached, for administrators and the log. */
export function unreachableReason(error: unknown): string | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof UnreachableReason)) return undefined;
  return error.cause.message;
}

/** The login was refused, or cannot be tried with what is stored (502). */
export function loginRefused(host: string, why: string): AppError {
  return failed('device-authentication-failed', `The login at ${host} failed: ${why}`);
}

/** Another key than the pinned one; nothing was said to the host (502). */
export function hostKeyChanged(host: string, mismatch: HostKeyMismatch): AppError {
  const { seen, pinned } = mismatch;
  const why = pinned === undefined ? 'no key is pinned for it' : `its pinned key is ${pinned}`;
  return failed('host-key-changed', `${host} shows the host key ${seen}, and ${why}`, mismatch);
}

/** The dialog went another way than it should (502). */
export function dialogFailed(host: string, why: string): AppError {
  return failed('device-dialog-failed', `The dialog with ${host} failed: ${why}`);
}

/** A command or the whole session takes too long (504, `device-dialog-failed`). */
export function dialogTooSlow(host: string, what: string): AppError {
  return new AppError('upstream-timeout', `${host} did not ${what} in time`, {
    code: 'device-dialog-failed' satisfies DeviceFailureCode,
  });
}

/** More output than the limit lets in (502). */
export function deviceAnswerTooLarge(host: string, limitBytes: number): AppError {
  return failed(
    'device-answer-too-large',
    `The answer of ${host} is larger than ${limitBytes} bytes`,
  );
}

/** What a host showed instead of the pinned key, for whoever has to decide. */
export function seenHostKey(
  error: unknown,
): { readonly of: 'device' | 'jump'; readonly key: string } | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof HostKeyMismatch)) return undefined;
  return { of: error.cause.of, key: error.cause.seen };
}

function failed(code: DeviceFailureCode, detail: string, cause?: unknown): AppError {
  return new AppError('upstream-failed', detail, { code, cause });
}
