/** Why a host cannot be reached; the cause of `device-unreachable`. */
export class UnreachableReason extends Error {
  override readonly name = 'UnreachableReason';
}
