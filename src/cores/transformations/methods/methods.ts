import { type Method, type MethodTable } from '../method-call.js';
import { ARRAY_METHODS, arrayOfLength } from './array-methods.js';
import { CALLBACK_METHODS, OBJECT_CALLBACKS } from './callback-methods.js';
import { MAP_CALLBACKS, MAP_METHODS, SET_CALLBACKS, SET_METHODS } from './collection-methods.js';
import { DATE_METHODS } from './date-methods.js';
import { GLOBAL_METHODS } from './global-methods.js';
import { JSON_METHODS } from './json-methods.js';
import { type CallbackMethod, type CallbackTable } from './library.js';
import {
  BITWISE_METHODS,
  BOOLEAN_METHODS,
  CONDITIONAL_METHODS,
  EQUALITY_METHODS,
  LOGICAL_METHODS,
  NULL_METHODS,
  RELATIONAL_METHODS,
  UNARY_METHODS,
} from './logic-methods.js';
import { MATH_METHODS, NUMBER_METHODS } from './number-methods.js';
import { OBJECT_METHODS } from './object-methods.js';
import { STRING_METHODS } from './string-methods.js';
import { REG_EXP_METHODS } from './text-patterns.js';
import { WORKFLOW_ENGINE_METHODS } from './workflow-methods.js';

/** Every library, by the name that documents give it. */
const LIBRARIES: ReadonlyMap<string, MethodTable> = new Map(
  Object.entries({
    Array: ARRAY_METHODS,
    Bitwise: BITWISE_METHODS,
    Boolean: BOOLEAN_METHODS,
    Conditional: CONDITIONAL_METHODS,
    Date: DATE_METHODS,
    Equality: EQUALITY_METHODS,
    Global: GLOBAL_METHODS,
    JSON: JSON_METHODS,
    Logical: LOGICAL_METHODS,
    Map: MAP_METHODS,
    Math: MATH_METHODS,
    Null: NULL_METHODS,
    Number: NUMBER_METHODS,
    Object: OBJECT_METHODS,
    RegExp: REG_EXP_METHODS,
    Relational: RELATIONAL_METHODS,
    Set: SET_METHODS,
    String: STRING_METHODS,
    Unary: UNARY_METHODS,
    WorkFlowEngine: WORKFLOW_ENGINE_METHODS,
  }),
);

/** Methods that call a function of the document, likewise. */
const CALLBACKS: ReadonlyMap<string, CallbackTable> = new Map(
  Object.entries({
    Array: CALLBACK_METHODS,
    Map: MAP_CALLBACKS,
    Object: OBJECT_CALLBACKS,
    Set: SET_CALLBACKS,
  }),
);

/** Methods that answer their first argument with something more in it. */
const EXTENDING: ReadonlySet<Method | undefined> = new Set([
  ARRAY_METHODS['concat'],
  ARRAY_METHODS['push'],
  OBJECT_METHODS['setProperty'],
]);

/** A method as a step names it. */
export interface FoundMethod {
  readonly run: Method;
  /** What it answers is its first argument, extended. */
  readonly extendsFirst: boolean;
  /** Present when the second argument names a function. */
  readonly callback?: CallbackMethod;
}

/**
 * The method of a library. `polymorphIndex` picks one of several forms: `new Array` lists its elements
 * (0) or takes a length (1).
 */
export function methodOf(
  library: string,
  method: string,
  polymorphIndex: unknown,
): FoundMethod | undefined {
  if (library === 'Array' && method === 'new Array' && polymorphIndex === 1) {
    return { run: arrayOfLength, extendsFirst: false };
  }
  const callback = own(CALLBACKS.get(library) ?? {}, method);
  if (callback) return { run: callback.run, callback, extendsFirst: false };
  const run = own(LIBRARIES.get(library) ?? {}, method);
  return run && { run, extendsFirst: EXTENDING.has(run) };
}

/** Documents may call a method `toString` or `constructor`: only what the table itself has counts. */
function own<Member>(table: Readonly<Record<string, Member>>, name: string): Member | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The names of the methods of each library, in order; `Library.method` is what a step calls. */
export function methodsByLibrary(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...LIBRARIES].map(([library, table]) => {
      const names = [...Object.keys(table), ...Object.keys(CALLBACKS.get(library) ?? {})];
      return [library, names.sort()];
    }),
  );
}

/** All methods as `Library.method`. */
export function methodNames(): readonly string[] {
  return [...methodsByLibrary()].flatMap(([library, names]) =>
    names.map((name) => `${library}.${name}`),
  );
}
