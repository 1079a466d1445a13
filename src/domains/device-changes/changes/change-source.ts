import { type ChangeInput } from './change-plan.js';

/** What a caller asks for, and where in the request each line of it stands. */
export interface ChangeSource {
  readonly wanted: ChangeInput;
  readonly restoredBackupId: string | null;
  /** @param line from 0. */
  readonly pointerOf: (line: number) => string;
}
