import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';

/**
 * Thrown by work that ends because its node stops: `signal.reason`, or one of its own with what was done
 * until then. The work ends where it can be taken up or taken back.
 */
export class OperationInterrupted extends AppError {
  constructor(
    /** What the operation answers all the same; null for nothing. */
    readonly result: JsonObject | null = null,
  ) {
    super('unavailable', 'The server stops', { code: 'operation-interrupted' });
    this.name = 'OperationInterrupted';
  }
}
