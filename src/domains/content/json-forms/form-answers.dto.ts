import { Free, FreeObject, ListOf } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { AnswerNote, MovedAnswerShape } from './json-forms.dto.js';

/** Answers to a form. */
export class ValidateAnswersRequest {
  @FreeObject({ optional: true, note: 'Answers by the keys of the fields' })
  readonly formData?: JsonObject;

  @FreeObject({ optional: true, note: 'The same, as some clients call it' })
  readonly data?: JsonObject;
}

/** What is to be said of answers. */
export class ValidateAnswersAnswer {
  @Flag()
  readonly valid!: boolean;

  @ListOf(() => AnswerNote)
  readonly errors!: readonly AnswerNote[];

  @ListOf(() => AnswerNote, { note: 'What was not checked: choices that a call fills in' })
  readonly unchecked!: readonly AnswerNote[];

  @FreeObject({ note: 'The answers, completed by the defaults of the form' })
  readonly formData!: JsonObject;
}

/** What bindings are resolved by. */
export class ResolveBindingsRequest {
  @FreeObject({ optional: true, note: 'Answers so far, which calls may need' })
  readonly formData?: JsonObject;

  @ListOf('text', {
    maxItems: 1000,
    itemMax: 4096,
    optional: true,
    note: 'Pointers of the fields to fill in; all when absent',
  })
  readonly fields?: readonly string[];
}

/** One choice of a field. */
export class ResolvedChoiceShape {
  @Text()
  readonly label!: string;

  @Free({ note: 'Text, number or flag' })
  readonly value!: unknown;
}

/** What became of the bindings of a field. */
export class FieldOutcomeShape {
  @Text({ note: 'Pointer into the answers; `*` stands for every item of a list' })
  readonly pointer!: string;

  @Text({ nullable: true, note: 'What the editor of forms knows the field by' })
  readonly nodeId!: string | null;

  @Text({ note: 'What of the field is filled in: `/enum` …' })
  readonly target!: string;

  @OneOf(['resolved', 'waiting', 'failed'], { note: 'waiting for an answer to another field' })
  readonly status!: 'resolved' | 'waiting' | 'failed';

  @Text({ nullable: true, note: 'Why there is nothing' })
  readonly error!: string | null;

  @ListOf(() => ResolvedChoiceShape)
  readonly enum!: readonly ResolvedChoiceShape[];

  @Free({ note: 'What is filled in where that is no list of choices; null where it is' })
  readonly value!: unknown;

  @Flag({ note: 'There are more than 10,000 choices' })
  readonly truncated!: boolean;
}

/** What became of the bindings of a form. */
export class ResolveBindingsAnswer {
  @ListOf(() => FieldOutcomeShape)
  readonly fields!: readonly FieldOutcomeShape[];
}

/** Answers to another version of a form; one of `fromRevision` and `fromSchemaHash` is needed. */
export class MigrateAnswersRequest {
  @FreeObject()
  readonly formData!: JsonObject;

  @Whole({ min: 0, optional: true, note: 'Revision of the form that was answered' })
  readonly fromRevision?: number;

  @Text({ max: 128, optional: true, note: 'The `formSchemaHash` that is kept beside the answers' })
  readonly fromSchemaHash?: string;
}

/** An answer that is written in another way now. */
export class ConvertedAnswerShape {
  @Text({ note: 'Pointer into the answers now' })
  readonly pointer!: string;

  @Free()
  readonly before!: unknown;

  @Free()
  readonly after!: unknown;
}

/** An answer that the form has no place for any more. */
export class DroppedAnswerShape extends AnswerNote {
  @Free()
  readonly value!: unknown;
}

/** Answers as answers to the present form; no value is lost. */
export class MigrateAnswersAnswer {
  @FreeObject()
  readonly formData!: JsonObject;

  @Text({ note: 'Hash of the present schema, to be kept beside the answers' })
  readonly formSchemaHash!: string;

  @ListOf(() => MovedAnswerShape)
  readonly moved!: readonly MovedAnswerShape[];

  @ListOf(() => ConvertedAnswerShape)
  readonly converted!: readonly ConvertedAnswerShape[];

  @ListOf(() => DroppedAnswerShape)
  readonly dropped!: readonly DroppedAnswerShape[];

  @ListOf(() => AnswerNote, { note: 'What somebody has to look at' })
  readonly unmigrated!: readonly AnswerNote[];
}
