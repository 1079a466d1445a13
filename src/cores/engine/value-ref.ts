import { type JsonValue } from '../../kernel/json.js';

/**
 * A value of a job as the engine holds it. Small ones are at hand; large ones lie apart and are asked for
 * when a task reads them (`StepQuery`). What is secret stays so wherever it goes on to.
 */
export type ValueRef =
  | {
      readonly kind: 'here';
      readonly value: JsonValue;
      readonly secret?: true;
      /** In texts alone: it holds something secret, and so stands sealed there as a whole. */
      readonly sealed?: true;
    }
  /** Stored apart by its hash, because it is large. */
  | {
      readonly kind: 'stored';
      readonly hash: string;
      readonly bytes: number;
      readonly secret?: true;
    }
  /** What an iteration put out under a name: the job itself keeps no copy of it any more. */
  | {
      readonly kind: 'iteration';
      readonly iteration: string;
      readonly name: string;
      readonly secret?: true;
    };

/** Values by their names. An absent name is `undefined`, which is something else than null. */
export type ValueRefs = Readonly<Record<string, ValueRef>>;
