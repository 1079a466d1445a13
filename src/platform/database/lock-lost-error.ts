/** The lock was lost while its work ran: another node may be at it. The work must stop. */
export class LockLostError extends Error {
  constructor(name: string) {
    super(`the lock '${name}' was lost: its lease ran out before it could be renewed`);
    this.name = 'LockLostError';
  }
}
