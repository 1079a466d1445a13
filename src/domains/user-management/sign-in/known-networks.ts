const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;
const KNOWN_MAX = 10;

/** A network from which somebody has signed in with a name. */
export interface KnownNetwork {
  readonly network: string;
  readonly at: Date;
}

export function isKnown(known: readonly KnownNetwork[], network: string, now: Date): boolean {
  return known.some((one) => one.network === network && knownUntil(one) > now);
}

/** Without those of long ago; the latest ones when there are many. Itself when nothing is to be written. */
export function withKnown(
  known: readonly KnownNetwork[],
  network: string,
  now: Date,
): readonly KnownNetwork[] {
  const isFresh = ({ network: one, at }: KnownNetwork): boolean =>
    one === network && now.getTime() - at.getTime() < DAY_MS;
  if (known.some(isFresh)) return known;
  const others = known.filter((one) => one.network !== network && knownUntil(one) > now);
  return [...others, { network, at: now }].slice(-KNOWN_MAX);
}

/** When the last of them is forgotten; the beginning of time for none. */
export function allForgottenAt(known: readonly KnownNetwork[]): Date {
  return new Date(Math.max(0, ...known.map((one) => knownUntil(one).getTime())));
}

function knownUntil({ at }: KnownNetwork): Date {
  return new Date(at.getTime() + KEPT_MS);
}
