import { type Meter } from './meter.js';
import { RunStop } from './run-stop.js';
import { described, isList, isObject, type Value } from './value.js';

const INDEX = /^(?:0|[1-9]\d{0,5})$/;

type Container = Value[] | Record<string, Value>;

/** Puts a value together of parts without changing any of them: what is written into is copied once. */
export class OutputBuilder {
  private value: Value = undefined;
  private readonly own = new Set<Container>();

  constructor(private readonly meter: Meter) {}

  get result(): Value {
    return this.value;
  }

  /** @throws RunStop `wrong-type` when something lies in the way that has no members. */
  write(path: readonly string[], value: Value): void {
    if (path.length === 0) {
      this.value = value;
      return;
    }
    let container = this.owned(this.value, path[0] ?? '');
    this.value = container;
    for (const [at, key] of path.slice(0, -1).entries()) {
      const next = this.owned(read(container, key), path[at + 1] ?? '');
      set(container, key, next);
      container = next;
    }
    this.meter.spend();
    set(container, path.at(-1) ?? '', value);
  }

  /** A container that may be written into: the one that is there, copied, or a new one. */
  private owned(value: Value, key: string): Container {
    if (this.own.has(value as Container)) return value as Container;
    const container = this.copied(value, key);
    this.own.add(container);
    return container;
  }

  private copied(value: Value, key: string): Container {
    if (value === undefined || value === null) return INDEX.test(key) ? [] : {};
    if (isList(value)) {
      this.meter.list(value.length);
      return [...value];
    }
    if (!isObject(value)) {
      throw new RunStop('wrong-type', `cannot write '${key}' into ${described(value)}`);
    }
    this.meter.object(Object.keys(value).length);
    return { ...value };
  }
}

function read(container: Container, key: string): Value {
  if (!Object.hasOwn(container, key)) return undefined;
  return (container as Record<string, Value>)[key];
}

function set(container: Container, key: string, value: Value): void {
  if (!Array.isArray(container)) {
    container[key] = value;
    return;
  }
  const at = INDEX.test(key) ? Number(key) : container.length + 1;
  if (at > container.length) {
    throw new RunStop(
      'wrong-argument',
      `there is no place '${key}' in an array of ${container.length}`,
    );
  }
  container[at] = value;
}
