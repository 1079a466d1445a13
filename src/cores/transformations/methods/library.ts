import { type Method } from '../method-call.js';

/** A method that calls a function of the document, which its second argument names. */
export interface CallbackMethod {
  /** The first argument that is handed on to the function. */
  readonly extrasFrom: number;
  /** The function may be left out. */
  readonly isOptional?: true;
  /** Each call of the function is given what the one before answered. */
  readonly accumulates: boolean;
  readonly run: Method;
}

/** The methods of a library that call a function, by their names. */
export type CallbackTable = Readonly<Record<string, CallbackMethod>>;
