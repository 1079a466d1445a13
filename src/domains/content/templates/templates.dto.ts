import { Free, FreeObject, ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';
import { type Dialect } from '../../../kernel/dialect-words.js';

/** A template as it was given, whatever it holds beside its name. */
@OpenShape()
export class ExportedTemplate {
  @Text()
  readonly name!: string;
}

/** A template with its id. */
@OpenShape()
export class TemplateDocument extends ExportedTemplate {
  @Text({ note: 'The name that it was made with' })
  readonly _id!: string;

  @Free({ optional: true, note: 'Milliseconds since 1970' })
  readonly created?: unknown;

  @Free({ optional: true })
  readonly createdBy?: unknown;

  @Free({ optional: true, note: 'Milliseconds since 1970' })
  readonly lastUpdated?: unknown;

  @Free({ optional: true })
  readonly lastUpdatedBy?: unknown;
}

/** A command template as clients list it: what they look for is always there. */
@OpenShape()
export class CommandTemplateDocument extends TemplateDocument {
  @Free({ note: 'null where it has none' })
  readonly description!: unknown;

  @Free({ note: 'The project that it belongs to; null where it has none' })
  readonly namespace!: unknown;
}

const WARNINGS = {
  note: 'What will not work when the template is run, each with the place in the template',
} as const;

/** How many documents were written, as clients read it. */
export class WriteResult {
  @Whole({ min: 1, max: 1 })
  readonly n!: number;

  @Whole({ min: 1, max: 1 })
  readonly ok!: number;
}

/** What became of making a template. */
export class MadeTemplate {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;

  @Nested(() => TemplateDocument)
  readonly data!: TemplateDocument;

  @ListOf(() => TemplateDocument, { note: 'The same, where existing clients read it' })
  readonly ops!: readonly TemplateDocument[];

  @Whole({ min: 1, max: 1 })
  readonly insertedCount!: number;

  @MapOf('text')
  readonly insertedIds!: Record<string, string>;

  @ListOf('text', WARNINGS)
  readonly warnings!: readonly string[];

  @Nested(() => WriteResult)
  readonly result!: WriteResult;
}

/** What became of changing a template; clients read one count or another. */
export class ChangedTemplate {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;

  @Nested(() => TemplateDocument)
  readonly data!: TemplateDocument;

  @Flag()
  readonly acknowledged!: boolean;

  @Whole()
  readonly matchedCount!: number;

  @Whole()
  readonly modifiedCount!: number;

  @Whole()
  readonly n!: number;

  @Whole()
  readonly nModified!: number;

  @Whole()
  readonly ok!: number;

  @ListOf('text', WARNINGS)
  readonly warnings!: readonly string[];
}

/** What became of deleting a template. */
export class DeletedTemplate {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;

  @Flag()
  readonly acknowledged!: boolean;

  @Whole()
  readonly deletedCount!: number;
}

const TYPES = ['analytic', 'templates'] as const;

/** A template from an export. */
export class ImportTemplateRequest {
  @OneOf(TYPES, { note: 'Analytic templates, or command templates' })
  readonly type!: (typeof TYPES)[number];

  @FreeObject({ note: 'A template document' })
  readonly template!: JsonObject;

  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** Which template to export. */
export class ExportTemplateOptions {
  @Text({ min: 1, max: 512, note: 'Its id does as well' })
  readonly name!: string;

  @OneOf(['original', 'interface'], {
    optional: true,
    note: 'The words the template came in with (default), or those of the interface',
  })
  readonly dialect?: Dialect;
}

/** A template to export. */
export class ExportTemplateRequest {
  @OneOf(TYPES, { note: 'Analytic templates, or command templates' })
  readonly type!: (typeof TYPES)[number];

  @Nested(() => ExportTemplateOptions)
  readonly options!: ExportTemplateOptions;
}
