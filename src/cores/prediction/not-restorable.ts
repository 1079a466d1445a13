/** Why no lines lead from one configuration to another; the message says it in words. */
export class NotRestorable extends Error {}
