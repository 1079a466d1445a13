import { AppError, type Fault, invalidInput } from '../../../kernel/app-error.js';

/**
 * Tells the faults of a document at the places where the request holds it.
 * @param base pointer to the document in the request, `#/properties` for example
 */
export async function faultsBelow<T>(base: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const faults = error instanceof AppError ? error.errors : [];
    throw faults.length === 0 ? error : invalidInput(placedBelow(base, faults));
  }
}

function placedBelow(base: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ pointer, detail }) => ({ pointer: base + pointer.slice(1), detail }));
}
