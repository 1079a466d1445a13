import { ListOf } from '#api/fields/structures.js';
import { EpochMs, Flag, Text, Whole } from '#api/fields/values.js';

/** Options of the list of verdicts alone. */
export class VerdictListOptions {
  @Text({ max: 512, optional: true, note: 'Only those of the template of this name' })
  readonly template?: string;
}

/** Something that failed. */
export class ShownFailure {
  @Text({ note: 'As the template has it' })
  readonly preRawCommand!: string;

  @Text()
  readonly postRawCommand!: string;

  @Text({ nullable: true, note: 'null where the outputs named none' })
  readonly device!: string | null;

  @ListOf('whole', { note: 'Numbers of the rules, from 0' })
  readonly rules!: readonly number[];
}

/** The verdict of a run of an analytic template. */
export class ShownVerdict {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Name of the template at the time' })
  readonly template!: string;

  @Text()
  readonly templateId!: string;

  @Flag()
  readonly result!: boolean;

  @Whole({ note: 'Pairs of commands' })
  readonly pairs!: number;

  @Whole()
  readonly failedPairs!: number;

  @ListOf(() => ShownFailure, { note: 'The first hundred' })
  readonly failures!: readonly ShownFailure[];

  @EpochMs()
  readonly created!: number;

  @Text()
  readonly createdBy!: string;
}

/** A part of the verdicts, the newest first. */
export class ListVerdictsAnswer {
  @ListOf(() => ShownVerdict)
  readonly results!: readonly ShownVerdict[];

  @Whole({ min: 0 })
  readonly total!: number;
}
