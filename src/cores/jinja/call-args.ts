import { type TemplateError, valueError } from './template-error.js';
import { isTrue, kindOf, numberOf } from './values/kinds.js';
import { Missing } from './values/missing.js';
import { type Args, type Value } from './values/value.js';

/** The arguments of a filter, a test, a method or a function, by position or by name. */
export class CallArgs {
  constructor(
    /** What messages call it: `filter 'join'`. */
    private readonly what: string,
    private readonly args: Args,
  ) {}

  get positional(): readonly Value[] {
    return this.args.positional;
  }

  get named(): ReadonlyMap<string, Value> {
    return this.args.named;
  }

  /** Undefined where it was not given. */
  value(at: number, name: string): Value | undefined {
    const given = this.args.positional[at] ?? this.args.named.get(name);
    return given === undefined && at < this.args.positional.length ? null : given;
  }

  /** @throws TemplateError where it was not given. */
  needed(at: number, name: string): Value {
    const given = this.value(at, name);
    if (given === undefined) throw this.fault(`needs '${name}'`);
    return given;
  }

  text(at: number, name: string, fallback?: string): string {
    const given = this.value(at, name) ?? fallback;
    if (typeof given === 'string') return given;
    throw this.fault(given === undefined ? `needs '${name}'` : `takes a text for '${name}'`);
  }

  integer(at: number, name: string, fallback?: number): number {
    const given = this.value(at, name) ?? fallback;
    const number = given === undefined ? undefined : numberOf(given);
    if (number !== undefined && Number.isSafeInteger(number)) return number;
    throw this.fault(given === undefined ? `needs '${name}'` : `takes an integer for '${name}'`);
  }

  /** Undefined where it was not given or is none. */
  optionalInteger(at: number, name: string): number | undefined {
    const given = this.value(at, name) ?? null;
    return given === null || given instanceof Missing ? undefined : this.integer(at, name);
  }

  flag(at: number, name: string, fallback = false): boolean {
    const given = this.value(at, name);
    return given === undefined ? fallback : isTrue(given);
  }

  /** Without the first arguments by position. */
  from(start: number, what: string): CallArgs {
    return new CallArgs(what, {
      positional: this.args.positional.slice(start),
      named: this.args.named,
    });
  }

  fault(detail: string): TemplateError {
    return valueError(`${this.what} ${detail}`);
  }

  wrongKind(value: Value): TemplateError {
    return this.fault(`does not work on ${kindOf(value)}`);
  }
}
