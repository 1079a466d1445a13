/** The two forms in which operations of the interface answer. */
export const ENVELOPES = ['named', 'bare'] as const;
export type Envelope = (typeof ENVELOPES)[number];
