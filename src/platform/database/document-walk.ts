import { AppError, type Fault, invalidInput } from '../../kernel/app-error.js';
import { jsonPointer } from '../../kernel/json-pointer.js';

/** Deepest nesting of a document from outside; the document itself is level 1. */
export const DOCUMENT_DEPTH_MAX = 90;

const FAULTS_MAX = 10;
/** Others may have their turn after so many values. */
const VALUES_AT_ONCE = 2000;
const INT32_MAX = 2_147_483_647;
const INT32_MIN = -2_147_483_648;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** An object or array on the way from the document to the value in hand. */
interface Frame {
  readonly container: object;
  /** Keys of an object; an array needs none, and a list of a million texts would cost memory. */
  readonly keys: readonly string[] | undefined;
  readonly size: number;
  /** The key under which the parent holds this container. */
  readonly key: string;
  next: number;
}

/**
 * One walk through a JSON document that checks and measures it. It does not recurse and stops at the
 * first byte beyond the limit, so hostile nesting and size cost no more than the limit does.
 */
export class DocumentWalk {
  readonly #stack: Frame[] = [];
  readonly #faults: Fault[] = [];
  #sizeBytes = 0;
  #survivesDriver = true;
  #values = 0;

  constructor(private readonly limitBytes: number) {}

  /**
   * Whether driver and mongoose keep it as it is; see `toStored` for the objects that it does not.
   * @throws AppError as `assertStorable` does.
   */
  run(document: unknown): boolean {
    const steps = this.steps(document);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** How many values there are within the document. */
  get values(): number {
    return this.#values;
  }

  /** The same as `run`, step by step. */
  *steps(document: unknown): Generator<undefined, boolean> {
    if (typeof document !== 'object' || document === null) {
      throw invalidInput([{ pointer: '#', detail: 'must be an object' }]);
    }
    this.#enter(document, '');
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) {
      this.#step(top);
      if (this.#values % VALUES_AT_ONCE === 0) yield;
    }
    if (this.#faults.length > 0) throw invalidInput(this.#faults);
    return this.#survivesDriver;
  }

  #step(frame: Frame): void {
    if (frame.next >= frame.size) {
      this.#stack.pop();
      return;
    }
    const key = frame.keys?.[frame.next] ?? String(frame.next);
    frame.next += 1;
    this.#values += 1;
    this.#checkKey(key);
    // Own keys of the container alone: the value cannot come from a prototype.
    const value = (frame.container as Record<string, unknown>)[key];
    if (typeof value === 'object' && value !== null) this.#enter(value, key);
    else this.#checkScalar(value, key);
  }

  #enter(container: object, key: string): void {
    if (this.#stack.length >= DOCUMENT_DEPTH_MAX) {
      this.#fault(key, `is nested deeper than ${DOCUMENT_DEPTH_MAX} levels`);
      return;
    }
    // Length and terminator of a BSON document.
    this.#count(5);
    const keys = Array.isArray(container) ? undefined : Object.keys(container);
    const size = Array.isArray(container) ? container.length : (keys?.length ?? 0);
    if (isTakenForAnother(container)) this.#survivesDriver = false;
    this.#stack.push({ container, keys, size, key, next: 0 });
  }

  #checkKey(key: string): void {
    if (key === '__proto__') this.#fault(key, 'is not allowed as a key');
    if (key.includes('\0')) this.#fault(key, 'has NUL in its key');
    const bytes = Buffer.byteLength(key);
    if (hasLoneSurrogate(key, bytes)) this.#fault(key, 'has a lone surrogate in its key');
    // Type, key, terminator of the key.
    this.#count(2 + bytes);
  }

  #checkScalar(value: unknown, key: string): void {
    if (typeof value === 'string') this.#checkText(value, key);
    else if (typeof value === 'number') this.#checkNumber(value, key);
    else if (typeof value === 'boolean') this.#count(1);
    else if (value !== null) this.#fault(key, 'is not a JSON value');
  }

  #checkText(text: string, key: string): void {
    const bytes = Buffer.byteLength(text);
    // Length, text, terminator; counted before the text is searched, which costs more.
    this.#count(5 + bytes);
    if (hasLoneSurrogate(text, bytes)) this.#fault(key, 'holds a lone surrogate');
  }

  #checkNumber(value: number, key: string): void {
    // JSON text such as 1e400 parses to Infinity, which no answer could write again.
    if (!Number.isFinite(value)) this.#fault(key, 'is a number beyond the range of JSON');
    const isInt32 =
      Number.isInteger(value) && value >= INT32_MIN && value <= INT32_MAX && !Object.is(value, -0);
    this.#count(isInt32 ? 4 : 8);
  }

  #count(bytes: number): void {
    this.#sizeBytes += bytes;
    if (this.#sizeBytes <= this.limitBytes) return;
    throw new AppError(
      'document-too-large',
      `The document is larger than ${this.limitBytes} bytes in stored form`,
    );
  }

  #fault(key: string, detail: string): void {
    const path = [...this.#stack.slice(1).map((frame) => frame.key), key];
    this.#faults.push({ pointer: jsonPointer(path), detail });
    if (this.#faults.length >= FAULTS_MAX) throw invalidInput(this.#faults);
  }
}

/** As many bytes as characters means ASCII, which needs no search. */
function hasLoneSurrogate(text: string, bytes: number): boolean {
  return bytes !== text.length && LONE_SURROGATE.test(text);
}

/**
 * By these keys, whoever wrote them, the driver takes an object for a type of BSON and mongoose for one of its own;
 * mongoose leaves out members called `constructor` and `prototype`, or calls them.
 */
const NOT_KEPT = [
  '_bsontype',
  'constructor',
  'prototype',
  '$__',
  '$isMongooseMap',
  'isMongooseBuffer',
];

function isTakenForAnother(container: object): boolean {
  if (NOT_KEPT.some((key) => Object.hasOwn(container, key))) return true;
  return '$ref' in container && '$id' in container;
}
