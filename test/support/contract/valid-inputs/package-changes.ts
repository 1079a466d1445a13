import { type ValidInputs } from './valid-inputs.js';

/** Plans of package changes, and what undoes them. */
export const PACKAGE_CHANGE_INPUTS = {} as const satisfies ValidInputs;
