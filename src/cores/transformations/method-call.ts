import { numberOf, textOf } from './coerce.js';
import { type Meter } from './meter.js';
import { RunStop, type StopCode } from './run-stop.js';
import { copiedList, copiedObject, type OwnAccumulator } from './own-accumulator.js';
import { patternOf } from './pattern-scan.js';
import { PatternValue } from './pattern-value.js';
import { MomentValue } from './moment-value.js';
import {
  described,
  isList,
  isObject,
  isUnsafeKey,
  type Value,
  type ValueList,
  type ValueObject,
} from './value.js';

/** What a run brings along for the methods. */
export interface CallContext {
  readonly meter: Meter;
  /** What time it is, in milliseconds since 1970: runs have no clock of their own. */
  readonly now: number;
  /** A number from 0 to below 1, another one each time. */
  readonly random: () => number;
}

/** A function of the document, as a method calls it. */
export type Callback = (values: ValueList) => Value;

/** One call of a method: its arguments, read as the kinds that the method takes. */
export class MethodCall {
  constructor(
    readonly args: ValueList,
    readonly context: CallContext,
    private readonly callback?: Callback,
    private readonly accumulator?: OwnAccumulator,
  ) {}

  get meter(): Meter {
    return this.context.meter;
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

  /** A regular expression, or a text that is one; with these flags where it says none. */
  pattern(at: number, flags = ''): PatternValue {
    const value = this.args[at];
    if (typeof value === 'string') return patternOf(value, flags);
    return value instanceof PatternValue ? value : this.wrongType(at, 'a regular expression');
  }

  moment(at: number): number {
    const value = this.args[at];
    return value instanceof MomentValue ? value.epochMs : this.wrongType(at, 'a date');
  }

  /** What JavaScript makes a number of any value: NaN where it is none. */
  number(at: number): number {
    return numberOf(this.args[at], this.meter);
  }

  /** Anything but nothing: JavaScript finds no member of that either. */
  present(at: number): Value {
    return this.args[at] ?? this.wrongType(at, 'a value');
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

  isNothing(at: number): boolean {
    return (this.args[at] ?? null) === null;
  }

  /** An empty text stands for what is not given. */
  isGiven(at: number): boolean {
    return !this.isNothing(at) && this.args[at] !== '';
  }

  /** A key of data. @throws RunStop `unsafe-key` */
  dataKey(key: string): string {
    return isUnsafeKey(key) ? this.fail(`'${key}' is no key for data`, 'unsafe-key') : key;
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
