import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';

const WARNINGS = { note: 'Why the template cannot be used as it is' } as const;
const EDIT = { note: 'Path of the template' } as const;

/** A template. What it holds beside its name is kept as it came, whatever it is. */
@OpenShape()
export class TextTemplateDocument {
  @Text({ optional: true })
  readonly _id?: string;

  @Text()
  readonly name!: string;

  @Free({ optional: true, note: '`jinja2` (when absent) or `textfsm`' })
  readonly type?: unknown;

  @Free({ optional: true, note: 'The text of the template' })
  readonly template?: unknown;

  @Free({ optional: true, note: 'What it is tried with: a JSON object as text, or an output' })
  readonly data?: unknown;

  @Free({ optional: true, note: 'What templates are filed under' })
  readonly group?: unknown;

  @Free({ optional: true, note: 'The command that it is for' })
  readonly command?: unknown;

  @Free({ optional: true })
  readonly description?: unknown;

  @Free({ optional: true, note: 'Date and time as text' })
  readonly created?: unknown;

  @Free({ optional: true })
  readonly createdBy?: unknown;

  @Free({ optional: true, note: 'Date and time as text' })
  readonly lastUpdated?: unknown;

  @Free({ optional: true })
  readonly lastUpdatedBy?: unknown;
}

/** A part of the templates. */
export class ListTextTemplatesAnswer {
  @ListOf(() => TextTemplateDocument)
  readonly items!: readonly TextTemplateDocument[];

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A new template. */
export class CreateTextTemplateRequest {
  @FreeObject({ note: 'A template document; only its name is required' })
  readonly template!: JsonObject;
}

/** A template that was created. */
export class CreateTextTemplateAnswer {
  @Nested(() => TextTemplateDocument)
  readonly created!: TextTemplateDocument;

  @Text(EDIT)
  readonly edit!: string;

  @ListOf('text', WARNINGS)
  readonly warnings!: readonly string[];
}

/** What changes in a template. */
export class UpdateTextTemplateRequest {
  @FreeObject({ note: 'Members of the template; those that are absent stay' })
  readonly update!: JsonObject;
}

/** A template that was changed. */
export class UpdateTextTemplateAnswer {
  @Nested(() => TextTemplateDocument)
  readonly updated!: TextTemplateDocument;

  @Text(EDIT)
  readonly edit!: string;

  @ListOf('text', WARNINGS)
  readonly warnings!: readonly string[];
}

/** Templates from exports. */
export class ImportTextTemplatesRequest {
  @ListOf('free', { maxItems: 2000, note: 'Template documents' })
  readonly templates!: readonly unknown[];

  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** What became of one template of an import. */
export class ImportedTextTemplate {
  @Flag()
  readonly success!: boolean;

  @Text()
  readonly message!: string;

  @Free({ note: 'The template as it was sent' })
  readonly original!: unknown;

  @FreeObject({ nullable: true, note: 'The template as it is here; null if it is not' })
  readonly created!: JsonObject | null;

  @ListOf('text', WARNINGS)
  readonly warnings!: readonly string[];
}

/** Answer to an import. */
export class ImportTextTemplatesAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ImportedTextTemplate, { note: 'In the order of the request' })
  readonly imported!: readonly ImportedTextTemplate[];
}

/** What a Jinja template is rendered with. */
export class RenderTextTemplateRequest {
  @FreeObject({ optional: true, note: "Values by name; the template's own `data` when absent" })
  readonly context?: JsonObject;
}

/** What a Jinja template came to. */
export class RenderTextTemplateAnswer {
  @Text()
  readonly renderedTemplate!: string;
}

/** What a TextFSM template parses. */
export class ParseByTextTemplateRequest {
  @Text({
    optional: true,
    note: "Output of a command; the template's own `data` when absent",
  })
  readonly text?: string;
}

/** What a TextFSM template found in an output. */
export class ParseByTextTemplateAnswer {
  @ListOf('text', { note: 'Names of the values, in the order of the template' })
  readonly header!: readonly string[];

  @ListOf('object', { note: 'Each with one member for each value: a text, or a list' })
  readonly rows!: readonly JsonObject[];
}
