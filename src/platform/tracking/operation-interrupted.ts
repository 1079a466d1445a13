import { AppError } from '../../kernel/app-error.js';

/** The reason of the signal when the node stops: the work ends where it can be taken up or taken back. */
export class OperationInterrupted extends AppError {
  constructor() {
    super('unavailable', 'The server stops', { code: 'operation-interrupted' });
    this.name = 'OperationInterrupted';
  }
}
