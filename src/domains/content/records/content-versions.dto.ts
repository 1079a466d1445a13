import { FreeObject, ListOf } from '../../../api/fields/structures.js';
import { Flag, Instant, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

/** A version of a document, without the document. */
export class ContentVersionHead {
  @Whole({ min: 0 })
  readonly revision!: number;

  @Text({ note: 'Its name at the time' })
  readonly name!: string;

  @Instant({ nullable: true, note: 'null for what a package brought' })
  readonly saved!: string | null;

  @Text({ nullable: true, note: 'Username; null for what a package brought' })
  readonly savedBy!: string | null;

  @Flag({ note: 'It is the document as it is now' })
  readonly current!: boolean;
}

/** A version of a document. */
export class ContentVersionDocument extends ContentVersionHead {
  @FreeObject({ note: 'The document' })
  readonly document!: JsonObject;
}

/** A part of the versions of a document, the newest first. */
export class ListVersionsAnswer {
  @ListOf(() => ContentVersionHead)
  readonly results!: readonly ContentVersionHead[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A version to go back to. */
export class RestoreVersionRequest {
  @Whole({ min: 0 })
  readonly revision!: number;
}
