/** Another holder has the lock and did not give it back within the wait. The work was not begun. */
export class LockBusyError extends Error {
  constructor(name: string) {
    super(`the lock '${name}' is held by another node`);
    this.name = 'LockBusyError';
  }
}
