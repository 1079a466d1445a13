import { type Connection, mongo } from 'mongoose';

/** What a process that lost its power does to whoever still waits for it. */
export class PowerCutError extends Error {
  constructor() {
    super('the power is gone');
    this.name = 'PowerCutError';
  }
}

/** How many writes the power, or the space of the disk, still lasts for. */
export interface Power {
  writesLeft: number;
  /**
   * What comes then. `power`: no call reaches the database any more. `disk`: nothing more can be
   * written, but read and deleted. `glitch`: one write fails, and the next ones succeed.
   */
  readonly end?: 'power' | 'disk' | 'glitch';
  /** Told of every write that is made: the model and what is done with it. */
  readonly onWrite?: (write: string) => void;
}

const DELETES = new Set(['deleteOne', 'deleteMany']);
const WRITES = new Set(['create', 'insertMany', 'updateOne', 'updateMany', 'replaceOne']);
const READS = new Set(['find', 'findOne', 'exists', 'countDocuments', 'aggregate']);
const OUT_OF_DISK_SPACE = 14_031;

/** The model, until the power is gone. */
export function onBattery<M extends object>(model: M, power: Power): M {
  return new Proxy(model, {
    get(target, key, receiver): unknown {
      const member: unknown = Reflect.get(target, key, receiver);
      const name = String(key);
      if (typeof member !== 'function' || !isCall(name)) return member;
      return (...args: unknown[]): unknown => {
        if (power.writesLeft <= 0) fail(name, power);
        if (!READS.has(name)) countWrite(target, name, power);
        return Reflect.apply(member, target, args);
      };
    },
  });
}

/** A connection whose models run on battery. */
export function batteryConnection(connection: Connection, power: Power): Connection {
  return new Proxy(connection, {
    get(target, key, receiver): unknown {
      if (key === 'model') return (name: string) => onBattery(target.model(name), power);
      return Reflect.get(target, key, receiver);
    },
  });
}

function countWrite(model: object, name: string, power: Power): void {
  power.writesLeft -= 1;
  power.onWrite?.(`${String(Reflect.get(model, 'modelName'))} ${name}`);
}

function isCall(name: string): boolean {
  return DELETES.has(name) || WRITES.has(name) || READS.has(name);
}

function fail(name: string, power: Power): void {
  if ((power.end ?? 'power') === 'power') throw new PowerCutError();
  if (!WRITES.has(name)) return;
  if (power.end === 'glitch') power.writesLeft = Infinity;
  throw new mongo.MongoServerError({ message: 'no space left', code: OUT_OF_DISK_SPACE });
}
