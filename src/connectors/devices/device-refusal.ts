import { AppError } from '../../kernel/app-error.js';

/** A device refused a line of a change, or the change as a whole (502, `device-refused-change`). */
export class DeviceRefusal extends AppError {
  constructor(
    /** Index of the refused line; undefined when the lines were taken and the commit was not. */
    readonly line: number | undefined,
    /** Whether earlier lines are active on the device by now: types without candidate. */
    readonly isPartlyActive: boolean,
    /** What the device said; it may hold secrets, so it is for masked records alone. */
    readonly output: string,
  ) {
    const what = line === undefined ? 'the change' : `line ${line + 1} of the change`;
    const rest = isPartlyActive
      ? 'lines before it are active and not saved'
      : 'nothing of the change is active';
    const errors =
      line === undefined ? [] : [{ pointer: `#/lines/${line}`, detail: 'the device refused it' }];
    super('upstream-failed', `The device refused ${what}; ${rest}`, {
      code: 'device-refused-change',
      errors,
    });
    this.name = 'DeviceRefusal';
  }
}
