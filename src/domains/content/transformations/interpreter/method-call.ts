import { numberOf, textOf } from './coerce.js';
import { type Meter } from './meter.js';
import { RunStop, type StopCode } from './run-stop.js';
import { copiedList, copiedObject, type OwnAccumulator } from './own-accumulator.js';
import { PatternValue } from './pattern-value.js';
import { MomentValue } from './moment-value.js';
import {
  described,
  isList,
  isObject,
  type Value,
  type ValueList,
  type ValueObject,
} from './value.js';

/** What a run brings along for the methods. */
export interface Surroundings {
  readonly meter: Meter;
  /** What time it is, in milliseconds since 1970: runs have no clock of their own. */
  readonly now: number;
}

/** A function of the document, as a method calls it. */
export type Callback = (values: ValueList) => Value;

/** One call of a method: its arguments, read as the kinds that the method takes. */
export class MethodCall {
  constructor(
    readonly args: ValueList,
    readonly surroundings: Surroundings,
    private readonly callback?: Callback,
    private readonly accumulator?: OwnAccumulator,
  ) {}

  get meter(): Meter {
    return this.surroundings.meter;
  }

  list(at: number): ValueList {
    const value = this.args[at];
    return isList(value) ? value : this.wrongType(at, 'an array');
  }

  object(at: number): ValueObject {
    const value = this.args[at];
    return isObject(value) ? value : this.wrongType(at, 'an object');
  }

  /** A list to be extended: a copy, or the accumulator itself where nothing else sees it. */
  extensibleList(at: number): Value[] {
    const list = this.list(at);
    return this.accumulator?.list(list, this.meter) ?? copiedList(list, this.meter);
  }

  /** An object to be extended, likewise. */
  extensibleObject(at: number): Record<string, Value> {
    const object = this.object(at);
    return this.accumulator?.object(object, this.meter) ?? copiedObject(object, this.meter);
  }

  text(at: number): string {
    const value = this.args[at];
    return typeof value === 'string' ? value : this.wrongType(at, 'a text');
  }

  pattern(at: number): PatternValue {
    const value = this.args[at];
    return value instanceof PatternValue ? value : this.wrongType(at, 'a regular expression');
  }

  moment(at: number): number {
    const value = this.args[at];
    return value instanceof MomentValue ? value.epochMs : this.wrongType(at, 'a date');
  }

  /** A number, or what JavaScript makes a number of. */
  number(at: number): number {
    const value = this.args[at];
    const isNumeric =
      typeof value === 'number' ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      value instanceof MomentValue;
    return isNumeric ? numberOf(value) : this.wrongType(at, 'a number');
  }

  /** A number, or undefined where none is given; an empty text is none. */
  optionalNumber(at: number): number | undefined {
    return this.isGiven(at) ? this.number(at) : undefined;
  }

  /** The text of any value, or undefined where none is given. */
  optionalText(at: number): string | undefined {
    const value = this.args[at];
    return value === undefined || value === null ? undefined : textOf(value, this.meter);
  }

  /** The text of any value. */
  anyText(at: number): string {
    return textOf(this.args[at], this.meter);
  }

  isGiven(at: number): boolean {
    const value = this.args[at];
    return value !== undefined && value !== null && value !== '';
  }

  /** Calls the function that the step names. */
  invoke(...values: ValueList): Value {
    if (!this.callback) throw new RunStop('wrong-argument', 'names no function');
    return this.callback(values);
  }

  get hasCallback(): boolean {
    return this.callback !== undefined;
  }

  wrongType(at: number, wanted: string): never {
    const given = described(this.args[at]);
    throw new RunStop('wrong-type', `argument ${at + 1} must be ${wanted}, it is ${given}`);
  }

  fail(detail: string, code: StopCode = 'wrong-argument'): never {
    throw new RunStop(code, detail);
  }
}

/** One method: a function of its arguments and nothing else. */
export type Method = (call: MethodCall) => Value;

/** The methods of a library by their names. */
export type MethodTable = Readonly<Record<string, Method>>;
