/** An id of a record of ours, as callers send it. */
export const ID = { min: 1, max: 128 } as const;

/** How many a list of credentials shows when the caller does not say. */
export const CREDENTIALS_LIMIT_DEFAULT = 25;
