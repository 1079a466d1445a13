import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';

const STORED = 'What became of answers that are kept to the form';

/** A JSON form. What it holds beside its name is kept as it came, whatever it is. */
@OpenShape()
export class JsonFormDocument {
  @Text({ optional: true })
  readonly id?: string;

  @Text()
  readonly name!: string;

  @Free({ optional: true })
  readonly description?: unknown;

  @Free({ optional: true, note: 'Elements of the form, as its editor keeps them' })
  readonly struct?: unknown;

  @Free({ optional: true, note: 'JSON Schema of the answers' })
  readonly schema?: unknown;

  @Free({ optional: true, note: 'How the fields are shown' })
  readonly uiSchema?: unknown;

  @Free({ optional: true, note: 'Calls that fill in choices of fields' })
  readonly bindingSchema?: unknown;

  @Free({ optional: true, note: 'Further rules: a JSON Schema, or rules by field' })
  readonly validationSchema?: unknown;

  @Free({ optional: true, note: 'Date and time as text' })
  readonly created?: unknown;

  @Free({ optional: true })
  readonly createdBy?: unknown;

  @Free({ optional: true, note: 'Date and time as text' })
  readonly lastUpdated?: unknown;

  @Free({ optional: true })
  readonly lastUpdatedBy?: unknown;

  @Free({ optional: true, note: 'Version of the editor' })
  readonly version?: unknown;
}

/** A JSON form with its name, as it is or under `options`, as some clients send it. */
@OpenShape()
export class SentJsonForm {
  @Free({ optional: true, note: 'The form, where the body itself has no name' })
  readonly options?: unknown;
}

/** JSON forms from exports. */
export class ImportJsonFormsRequest {
  @ListOf('free', { maxItems: 2000, optional: true, note: 'JSON form documents' })
  readonly forms?: readonly unknown[];

  @FreeObject({ optional: true, note: 'One JSON form document' })
  readonly form?: JsonObject;

  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** An answer that has another place now. */
export class MovedAnswerShape {
  @Text({ note: 'Pointer into the answers before' })
  readonly from!: string;

  @Text({ note: 'Pointer into the answers now' })
  readonly to!: string;
}

/** A place in answers, and what is to be said of it. */
export class AnswerNote {
  @Text({ note: 'Pointer into the answers' })
  readonly pointer!: string;

  @Text()
  readonly detail!: string;
}

/** What became of answers that somebody keeps; their values are not told. */
export class StoredAnswersOutcome {
  @Text({ note: 'What keeps the answers: `trigger`' })
  readonly kind!: string;

  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @OneOf(['migrated', 'unchanged', 'failed'])
  readonly status!: 'migrated' | 'unchanged' | 'failed';

  @Text()
  readonly detail!: string;

  @ListOf(() => MovedAnswerShape)
  readonly moved!: readonly MovedAnswerShape[];

  @ListOf('text', { note: 'Pointers to answers that are written in another way now' })
  readonly converted!: readonly string[];

  @ListOf(() => AnswerNote, { note: 'Answers that the form has no place for any more' })
  readonly dropped!: readonly AnswerNote[];

  @ListOf(() => AnswerNote, { note: 'What somebody has to look at' })
  readonly unmigrated!: readonly AnswerNote[];
}

/** Answer to the making of a form. */
export class WrittenJsonFormAnswer {
  @OneOf(['success'])
  readonly status!: 'success';

  @Text()
  readonly message!: string;

  @Nested(() => JsonFormDocument)
  readonly doc!: JsonFormDocument;
}

/** Answer to the replacement of a form. */
export class ReplacedJsonFormAnswer extends WrittenJsonFormAnswer {
  @ListOf(() => StoredAnswersOutcome, { note: STORED })
  readonly storedAnswers!: readonly StoredAnswersOutcome[];
}

/** What became of one form of an import. */
export class ImportedJsonForm {
  @Flag()
  readonly success!: boolean;

  @Text()
  readonly message!: string;

  @Free({ note: 'The form as it was sent' })
  readonly original!: unknown;

  @FreeObject({ nullable: true, note: 'The form as it is here, with `_id`; null if it is not' })
  readonly created!: JsonObject | null;

  @ListOf(() => StoredAnswersOutcome, { note: STORED })
  readonly storedAnswers!: readonly StoredAnswersOutcome[];
}

/** Answer to an import. */
export class ImportJsonFormsAnswer {
  @OneOf(['success', 'failure'], { note: 'success when every form was imported' })
  readonly status!: 'success' | 'failure';

  @Text()
  readonly message!: string;

  @ListOf(() => ImportedJsonForm, { note: 'In the order of the request' })
  readonly imported!: readonly ImportedJsonForm[];
}

/** Which forms are deleted. */
export class DeleteJsonFormsRequest {
  @ListOf('text', { maxItems: 2000, itemMax: 1024, note: 'Ids or names' })
  readonly ids!: readonly string[];
}

/** A form that was not deleted. */
export class KeptJsonForm {
  @Text()
  readonly id!: string;

  @Text()
  readonly message!: string;
}

/** Answer to a deletion of several forms. */
export class DeleteJsonFormsAnswer {
  @OneOf(['success', 'failure'], { note: 'success when every form was deleted' })
  readonly status!: 'success' | 'failure';

  @Whole({ min: 0 })
  readonly deleted!: number;

  @ListOf(() => KeptJsonForm)
  readonly failed!: readonly KeptJsonForm[];
}
