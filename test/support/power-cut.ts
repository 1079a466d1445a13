import { type Connection } from 'mongoose';

/** What a process that lost its power does to whoever still waits for it. */
export class PowerCutError extends Error {
  constructor() {
    super('the power is gone');
    this.name = 'PowerCutError';
  }
}

/** How many writes the power still lasts for. */
export interface Power {
  writesLeft: number;
}

const WRITES = new Set(['create', 'updateOne', 'updateMany', 'deleteOne', 'deleteMany']);
const READS = new Set(['find', 'findOne', 'countDocuments']);

/** The model, until the power is gone: then no call of it reaches the database any more. */
export function onBattery<M extends object>(model: M, power: Power): M {
  return new Proxy(model, {
    get(target, key, receiver): unknown {
      const member: unknown = Reflect.get(target, key, receiver);
      const name = String(key);
      if (typeof member !== 'function' || !(WRITES.has(name) || READS.has(name))) return member;
      return (...args: unknown[]): unknown => {
        if (power.writesLeft <= 0) throw new PowerCutError();
        if (WRITES.has(name)) power.writesLeft -= 1;
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
