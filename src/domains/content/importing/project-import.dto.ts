import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ProjectAnswer, ProjectFields } from '../projects/projects.dto.js';
import { ImportedItem } from './importing.dto.js';

/** A project to create. */
export class CreateProjectRequest extends ProjectFields {
  @Text({ max: 256 })
  readonly name!: string;

  @ListOf('object', { maxItems: 2000, optional: true, note: 'With their documents in `document`' })
  readonly components?: readonly JsonObject[];
}

/** A project to import. */
export class ImportProjectRequest {
  @OneOf(['insert-new'], { optional: true, note: 'What is always done: a taken name is refused' })
  readonly conflictMode?: 'insert-new';

  @Flag({
    optional: true,
    note: 'Only false, which is always done: documents keep the ids that are free',
  })
  readonly assignNewReferences?: boolean;

  @Flag({
    optional: true,
    note: 'Changes nothing: what refers to something that is not here is told of, and imported',
  })
  readonly skipReferenceValidation?: boolean;

  @FreeObject({ note: 'A project as exported, with its documents in `components`' })
  readonly project!: JsonObject;
}

/** What became of the components. */
export class ProjectImportMetadata {
  @Whole({ min: 0 })
  readonly imported!: number;

  @Whole({ min: 0 })
  readonly failed!: number;

  @ListOf(() => ImportedItem)
  readonly results!: readonly ImportedItem[];
}

/** An imported project. */
export class ImportProjectAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => ProjectAnswer)
  readonly data!: ProjectAnswer;

  @Nested(() => ProjectImportMetadata)
  readonly metadata!: ProjectImportMetadata;
}
