import { CallArgs } from '../call-args.js';
import { type Meter } from '../meter.js';
import { isDict } from '../values/kinds.js';
import { type Args, type Value } from '../values/value.js';
import { DICT_METHODS } from './dict-methods.js';
import { LIST_METHODS } from './list-methods.js';
import { TEXT_METHODS } from './text-methods.js';

/** A method of a value, ready to be called; undefined where it has none of the name. */
export function methodOf(
  value: Value,
  name: string,
  meter: Meter,
): ((args: Args) => Value) | undefined {
  if (typeof value === 'string') return bound(TEXT_METHODS.get(name), value);
  if (Array.isArray(value)) return bound(LIST_METHODS.get(name), value);
  return isDict(value) ? bound(DICT_METHODS.get(name), value) : undefined;

  function bound<T extends Value>(
    method: ((subject: T, args: CallArgs, meter: Meter) => Value) | undefined,
    subject: T,
  ): ((args: Args) => Value) | undefined {
    return (
      method &&
      ((args) =>
        costly(subject, () => method(subject, new CallArgs(`'${name}'`, args), meter), meter))
    );
  }
}

/** Work on a text costs by its length: what is made of it is about as long. */
export function costly<T>(subject: Value, work: () => T, meter: Meter): T {
  if (typeof subject === 'string') meter.text(subject.length);
  else if (Array.isArray(subject)) meter.spend(Math.ceil(subject.length / 16));
  else meter.spend();
  return work();
}
