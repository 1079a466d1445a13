/** Bounds that many fields of the profile share. Every field may be missing: profiles of others lack some. */

const WHOLE_MAX = 2_147_483_647;

/** A name, a word or a sentence. */
export const TEXT = { max: 1024, optional: true } as const;

/** A list of names. */
export const NAMES = { maxItems: 1000, itemMax: 1024, optional: true } as const;

/** A list of public keys, PEM included. */
export const KEYS = { maxItems: 32, itemMax: 1024, optional: true } as const;

/** A period between two looks at something, in seconds, 30 days at most; bounded where it is read. */
export const INTERVAL = { min: 0, max: 2_592_000, optional: true } as const;

/** A path of a file or directory, on whatever system. */
export const FILE = { max: 4096, optional: true } as const;

/** A number of things, bytes or milliseconds. */
export const COUNT = { min: 0, max: WHOLE_MAX, optional: true } as const;

/** A period in seconds, a day at most. */
export const SECONDS = { min: 0, max: 86_400, optional: true } as const;

/** A TCP or UDP port; 0 where none is chosen. */
export const PORT = { min: 0, max: 65_535, optional: true } as const;

/**
 * A secret in clear when it is written, its placeholder when it is read. Null is what some platforms
 * write for one that is not set.
 */
export const SECRET = { max: 16_384, optional: true, nullable: true } as const;
