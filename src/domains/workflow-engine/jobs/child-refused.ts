/** A child that cannot be, in words for its parent. */
export class ChildRefused extends Error {}
