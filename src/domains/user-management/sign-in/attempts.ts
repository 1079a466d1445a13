/** How many failures are forgiven, and how the delay grows after them. Times in milliseconds. */
export interface AttemptPolicy {
  /** Failures without any delay. */
  readonly free: number;
  /** One failure is forgotten after each such time without a further one. */
  readonly forgetOneMs: number;
  /** The delay after the first failure that is not free; each further one doubles it. */
  readonly delayFirstMs: number;
  readonly delayMaxMs: number;
}

/** What is remembered of the failures of one user name or one address. */
export interface Attempts {
  readonly failures: number;
  readonly lastFailure: Date;
  readonly blockedUntil: Date;
}

/** The attempts after one more failure; null stands for a clean record. */
export function afterFailure(
  attempts: Attempts | null,
  now: Date,
  policy: AttemptPolicy,
): Attempts {
  const failures = remembered(attempts, now, policy) + 1;
  const delayMs = delayAfter(failures, policy);
  return { failures, lastFailure: now, blockedUntil: new Date(now.getTime() + delayMs) };
}

/** For how long no further attempt is allowed; 0 when one is. */
export function blockedForMs(
  attempts: Attempts | null,
  now: Date,
  { delayMaxMs }: AttemptPolicy,
): number {
  if (!attempts) return 0;
  const remaining = attempts.blockedUntil.getTime() - now.getTime();
  // A clock that was set back must not lengthen a delay beyond what any failure can cause.
  return Math.min(Math.max(remaining, 0), delayMaxMs);
}

/** When the record is as good as clean and may be removed. */
export function forgottenAt(
  { failures, lastFailure, blockedUntil }: Attempts,
  { forgetOneMs }: AttemptPolicy,
): Date {
  const forgotten = lastFailure.getTime() + failures * forgetOneMs;
  return new Date(Math.max(forgotten, blockedUntil.getTime()));
}

function remembered(attempts: Attempts | null, now: Date, policy: AttemptPolicy): number {
  if (!attempts) return 0;
  const quietMs = Math.max(now.getTime() - attempts.lastFailure.getTime(), 0);
  return Math.max(attempts.failures - Math.floor(quietMs / policy.forgetOneMs), 0);
}

function delayAfter(failures: number, { free, delayFirstMs, delayMaxMs }: AttemptPolicy): number {
  if (failures <= free) return 0;
  return Math.min(delayFirstMs * 2 ** (failures - free - 1), delayMaxMs);
}
