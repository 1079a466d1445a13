import { ListOf, Nested } from '../../../src/api/fields/structures.js';
import { EpochMs, Flag, Instant, OneOf, Text } from '../../../src/api/fields/values.js';
import { OpenShape } from '../../../src/api/shapes/open-shape.decorator.js';

/** Times of a thing. */
export class ListedTimes {
  @EpochMs()
  readonly start!: number;
}

/** A step of a thing. */
export class ListedStep {
  @Text()
  readonly name!: string;
}

/** A thing with fields of every kind. */
export class ListedThing {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @OneOf(['paused', 'running'])
  readonly status!: string;

  @Flag()
  readonly test!: boolean;

  @Instant({ nullable: true })
  readonly updated!: string | null;

  @Nested(() => ListedTimes)
  readonly metrics!: ListedTimes;

  @ListOf(() => ListedStep)
  readonly steps!: readonly ListedStep[];

  @ListOf('text')
  readonly tags!: readonly string[];
}

/** A thing that keeps whatever it is given. */
@OpenShape()
export class OpenThing {
  @Text()
  readonly name!: string;
}

/** Something without a name. */
export class ListedStarts {
  @Text()
  readonly _id!: string;

  @Nested(() => ListedTimes)
  readonly metrics!: ListedTimes;
}

/** What the list of things takes by itself. */
export class ThingListOptions {
  @Flag({ optional: true })
  readonly mine?: boolean;

  @Text({ optional: true })
  readonly cursor?: string;
}
