/** Longer values lie apart from the document that refers to them (ADR 0159). */
export const VALUE_LIMIT_BYTES = 64 * 1024;
/** When the values of a job exceed this together, the largest leave it. */
export const STATE_LIMIT_BYTES = 512 * 1024;
/** Then so much is left of them, so that the next step does not have to do it again. */
export const STATE_TARGET_BYTES = 384 * 1024;
/** The commands of a step that exceed this have more of their values apart. */
export const OUTBOX_LIMIT_BYTES = 384 * 1024;
