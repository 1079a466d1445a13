import { AppError } from '../../../kernel/app-error.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';

/**
 * Does a write that a unique index may refuse, and says it in the words of the caller's input.
 * @throws AppError `conflict`
 */
export async function nameTaken<T>(detail: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new AppError('conflict', detail, { code: 'duplicate', cause: error });
  }
}
