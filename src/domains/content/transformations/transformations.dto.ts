import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';
import { PROBLEM_CODES, type ProblemCode } from '../../../cores/transformations/problems.js';

const WORDS = { maxItems: 100, itemMax: 512, optional: true } as const;

/** A transformation document. What it holds beside its name is kept as it came, whatever it is. */
@OpenShape()
export class TransformationDocument {
  @Text({ optional: true })
  readonly _id?: string;

  @Text()
  readonly name!: string;

  @Free({ optional: true, note: 'JSON Schemas of what comes in, each with its `$id`' })
  readonly incoming?: unknown;

  @Free({ optional: true, note: 'JSON Schemas of what goes out, each with its `$id`' })
  readonly outgoing?: unknown;

  @Free({ optional: true, note: 'What happens in between: methods, and assigns that connect them' })
  readonly steps?: unknown;

  @Free({ optional: true, note: 'Functions that steps call' })
  readonly functions?: unknown;
}

/** What operation 9 takes beside what every list does. */
export class TransformationListOptions {
  @ListOf('text', { ...WORDS, note: 'Only those of one of these names, exactly' })
  readonly name?: string[];

  @ListOf('text', {
    ...WORDS,
    note: 'Only those of which something that goes out has one of these as $id, title or type',
  })
  readonly outgoing?: string[];

  @ListOf('text', { ...WORDS, note: 'The same for what comes in or goes out' })
  readonly schema?: string[];

  @Flag({ optional: true, note: 'Show who created and changed them as objects' })
  readonly expand?: boolean;
}

/** A part of the transformations. */
export class TransformationPage {
  @ListOf(() => TransformationDocument)
  readonly results!: readonly TransformationDocument[];

  @Whole({ min: 0 })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;
}

/** Answer of operation 9. */
export class SearchTransformationsAnswer {
  @Nested(() => TransformationPage)
  readonly result!: TransformationPage;
}

/** A transformation document to keep; all of it is kept as it came. */
@OpenShape()
export class GivenTransformation {
  @Text({ min: 1, max: 512 })
  readonly name!: string;
}

/** A new transformation: the document inside `create`, or by itself. */
@OpenShape()
export class CreateTransformationRequest {
  @Nested(() => GivenTransformation, { optional: true })
  readonly create?: GivenTransformation;
}

/** What changes in a transformation. */
export class UpdateTransformationRequest {
  @FreeObject({ note: 'Members of the transformation; those that are absent stay' })
  readonly update!: JsonObject;
}

/** A transformation document to look at. */
export class ValidateTransformationRequest {
  @FreeObject({ note: 'A transformation document' })
  readonly transformation!: JsonObject;
}

/** A transformation from an export: the document inside `transformation`, or by itself. */
@OpenShape()
export class ImportTransformationRequest {
  @Nested(() => GivenTransformation, { optional: true })
  readonly transformation?: GivenTransformation;

  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** How a transformation runs. */
export class RunTransformationOptions {
  @Flag({ optional: true, note: 'Answer what goes out bare when it is one thing only' })
  readonly extractOutput?: boolean;

  @Flag({ optional: true, note: 'Hold what comes in to its schemas first' })
  readonly validateIncoming?: boolean;

  @Flag({ optional: true, note: 'Take the default of a schema for what is missing' })
  readonly revertToDefaultValue?: boolean;
}

/** What a transformation runs with. */
export class RunTransformationRequest {
  @FreeObject({ optional: true, note: 'Values by the $id of the schemas of what comes in' })
  readonly incoming?: JsonObject;

  @Nested(() => RunTransformationOptions, { optional: true })
  readonly options?: RunTransformationOptions;
}

/** What came of a run. */
export class RunTransformationAnswer {
  @Free({ note: 'Values by the $id of the schemas of what goes out; bare with extractOutput' })
  readonly outgoing!: unknown;

  @Whole({ min: 0, note: 'How much of the permitted work it took' })
  readonly fuelUsed!: number;
}

/** Something that was found in a transformation. */
export class TransformationProblem {
  @Text({ note: 'JSON pointer into the transformation' })
  readonly pointer!: string;

  @OneOf(PROBLEM_CODES)
  readonly code!: ProblemCode;

  @Text()
  readonly detail!: string;
}

/** What was found in a transformation. */
export class ValidateTransformationAnswer {
  @Flag()
  readonly valid!: boolean;

  @ListOf(() => TransformationProblem, { note: 'With any of these it cannot run' })
  readonly errors!: readonly TransformationProblem[];

  @ListOf(() => TransformationProblem, { note: 'What may not be meant' })
  readonly warnings!: readonly TransformationProblem[];
}
