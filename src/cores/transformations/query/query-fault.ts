/** A query that cannot be read, or that the value does not answer. */
export class QueryFault extends Error {}
