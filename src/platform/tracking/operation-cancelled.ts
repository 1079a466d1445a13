import { AppError } from '../../kernel/app-error.js';
import { type JsonObject } from '../../kernel/json.js';

/**
 * Thrown by work that ends because it was cancelled: `signal.reason`, or one of its own with what was done
 * until then.
 */
export class OperationCancelled extends AppError {
  constructor(
    /** What the operation answers all the same; null for nothing. */
    readonly result: JsonObject | null = null,
  ) {
    super('conflict', 'The operation was cancelled', { code: 'operation-cancelled' });
    this.name = 'OperationCancelled';
  }
}
