import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ListOf, Nested } from '../../../api/fields/structures.js';
import { type JsonValue } from '../../../kernel/json.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';
import { DOCUMENT_TYPES } from '../detection/document-type.js';

const TYPES = [...DOCUMENT_TYPES, 'project', 'unknown'] as const;

/** Whatever is to be imported. */
export class ImportContentRequest {
  @ListOf('free', {
    maxItems: 2000,
    note: 'Documents, wrappers, lists, projects, packages; together at most 2000 documents',
  })
  readonly documents!: readonly JsonValue[];

  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** What became of one thing that was found. */
export class ImportedItem {
  @Text({ note: 'Empty for what has no name' })
  readonly name!: string;

  @OneOf(TYPES)
  readonly type!: (typeof TYPES)[number];

  @Flag()
  readonly success!: boolean;

  @Text()
  readonly message!: string;

  @Text({ nullable: true, note: 'The id it has here; null where it was not imported' })
  readonly id!: string | null;

  @ListOf('text', { note: 'What it refers to and is not here, and the like' })
  readonly warnings!: readonly string[];

  @Text({ note: 'Where in the request it lies' })
  readonly pointer!: string;
}

/** What became of everything. */
export class ImportContentAnswer {
  @Text()
  readonly message!: string;

  @Whole({ min: 0 })
  readonly imported!: number;

  @Whole({ min: 0 })
  readonly failed!: number;

  @ListOf(() => ImportedItem, { note: 'A project comes before its components' })
  readonly results!: readonly ImportedItem[];
}
