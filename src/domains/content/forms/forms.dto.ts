import { Free, FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';

/** A form document. What it holds beside its name is kept as it came, whatever it is. */
@OpenShape()
export class FormDocument {
  @Text({ optional: true })
  readonly _id?: string;

  @Text()
  readonly name!: string;

  @Free({ optional: true, note: 'Field objects' })
  readonly children?: unknown;

  @Free({ optional: true, note: 'Objects with `type` and `id.name`' })
  readonly elements?: unknown;

  @Free({ optional: true, note: 'Ids of groups' })
  readonly groups?: unknown;

  @Free({ optional: true, note: 'Date and time as text' })
  readonly created?: unknown;

  @Free({ optional: true, note: 'Date and time as text' })
  readonly last_updated?: unknown;

  @Free({ optional: true })
  readonly created_by?: unknown;

  @Free({ optional: true })
  readonly last_updated_by?: unknown;
}

/** A part of the forms. */
export class ListFormsAnswer {
  @ListOf(() => FormDocument)
  readonly results!: readonly FormDocument[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A form to create, or what takes the place of one. */
export class FormRequest {
  @FreeObject({ note: 'A form document' })
  readonly form!: JsonObject;
}

/** A form from an export. */
export class ImportFormRequest extends FormRequest {
  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** Input of operation 11. */
export class PreserveFormDataRequest {
  @Text({ min: 1, max: 512, note: 'Name of the form; its id does as well' })
  readonly form_name!: string;

  @FreeObject({ note: 'The form document, or the answers under the names of its fields' })
  readonly data!: JsonObject;
}

/** Answer of operation 11. */
export class PreserveFormDataAnswer {
  @FreeObject({ note: 'What was given, its containers as the form has them' })
  readonly data!: JsonObject;
}
