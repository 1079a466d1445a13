import { type Method } from './method-call.js';
import { type Value } from './value.js';

/** A step in words of the document: which one it is, and where it stands. */
export interface StepPlace {
  /** Its id, as text. */
  readonly id: string;
  /** What it does, `Array.map` for example. */
  readonly does: string;
  /** JSON pointer into the document. */
  readonly pointer: string;
}

/** A case of a context in which alone something happens. */
export interface Guard {
  /** Where the number of the chosen case lies. */
  readonly slot: number;
  readonly case: number;
}

/** Where a value comes from. */
export type Source =
  | { readonly kind: 'literal'; readonly value: Value; readonly guards: readonly Guard[] }
  | {
      readonly kind: 'slot';
      readonly slot: number;
      readonly path: readonly string[];
      readonly guards: readonly Guard[];
    };

/** An argument: what is assigned to it, the last that applies; else what the step itself says. */
export interface Argument {
  readonly sources: readonly Source[];
  readonly literal: Value;
}

interface Planned {
  /** Where its result goes. */
  readonly slot: number;
  readonly place: StepPlace;
  readonly guards: readonly Guard[];
  readonly args: readonly Argument[];
}

/** A function of the document; its graph is there once all of them are compiled. */
export interface FunctionEntry {
  readonly name: string;
  graph: Graph | undefined;
}

/** A step, ready to run. */
export type PlannedStep =
  | (Planned & {
      readonly kind: 'method';
      readonly run: Method;
      /** What it answers is its first argument, extended. */
      readonly extendsFirst: boolean;
    })
  | (Planned & {
      readonly kind: 'callback';
      readonly run: Method;
      readonly callee: FunctionEntry;
      readonly extrasFrom: number;
      /** Each call of the function is given what the one before answered. */
      readonly accumulates: boolean;
    })
  | (Planned & { readonly kind: 'function'; readonly callee: FunctionEntry })
  /** Texts, and between them the numbers of arguments. */
  | (Planned & { readonly kind: 'template'; readonly parts: readonly (string | number)[] })
  /** The first argument chooses among the others; `byTruth` alone says whether it is true. */
  | (Planned & { readonly kind: 'switch'; readonly byTruth: boolean });

/** What a function is given for one of its inputs when a method calls it. */
export type Binding =
  | { readonly kind: 'position'; readonly at: number }
  | { readonly kind: 'constant'; readonly at: number }
  /** An object of the constants, by names such as `0_name`; without names the first constant itself. */
  | { readonly kind: 'constants'; readonly names: ReadonlyMap<string, number> };

/** Something that comes in. Its slot is its place in the list. */
export interface Input {
  readonly id: string;
  readonly binding: Binding;
  /** `default` of its schema. */
  readonly otherwise: Value;
}

/** Something that goes out, put together of what is assigned to it and to places in it. */
export interface Output {
  readonly id: string;
  readonly writes: readonly { readonly path: readonly string[]; readonly source: Source }[];
  /** `default` of its schema. */
  readonly otherwise: Value;
}

/** A transformation or one of its functions: steps in an order in which each finds its arguments. */
export interface Graph {
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly steps: readonly PlannedStep[];
  readonly slots: number;
  /** Slots of the steps that may extend an accumulator in place; see `accumulatingSteps`. */
  readonly accumulating: ReadonlySet<number>;
}
