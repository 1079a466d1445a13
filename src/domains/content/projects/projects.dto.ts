import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Instant, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportedItem } from '../importing/importing.dto.js';

const SEARCHED = { max: 1024, optional: true } as const;

/** Options of the list of projects. */
export class ListProjectsQuery {
  @Text({ ...SEARCHED, note: 'In the name' })
  readonly contains?: string;

  @Text({ ...SEARCHED, note: 'The name' })
  readonly equals?: string;

  @Text({ ...SEARCHED, note: 'Of the name' })
  readonly startsWith?: string;

  @OneOf([1, -1], { optional: true, note: 'By name, ascending (1) or descending (-1)' })
  readonly order?: 1 | -1;

  @Whole({ min: 0, optional: true })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '25 when absent' })
  readonly limit?: number;
}

/** A project as lists show it. */
export class ProjectSummaryAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Whole({ min: 0 })
  readonly componentCount!: number;

  @Instant({ note: 'When it was imported' })
  readonly created!: string;

  @Text()
  readonly createdBy!: string;
}

/** A part of the projects. */
export class ListProjectsAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ProjectSummaryAnswer)
  readonly data!: readonly ProjectSummaryAnswer[];

  @Nested(() => ListMetadata)
  readonly metadata!: ListMetadata;
}

/** A component of a project. */
export class ProjectComponent {
  @FreeObject({ note: 'As it came, without its document' })
  readonly component!: JsonObject;

  @Text({ nullable: true, note: 'Type of the document; null for what is only kept' })
  readonly type!: string | null;

  @Text({ nullable: true, note: 'Id of the document; null where it could not be imported' })
  readonly documentId!: string | null;
}

/** A project with what belongs to it. */
export class ProjectAnswer extends ProjectSummaryAnswer {
  @ListOf(() => ProjectComponent)
  readonly components!: readonly ProjectComponent[];
}

/** A project. */
export class GetProjectAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => ProjectAnswer)
  readonly data!: ProjectAnswer;
}

/** A project to import. */
export class ImportProjectRequest {
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

/** A project as it came, its documents as they are now. */
@OpenShape()
export class ExportedProject {
  @Text()
  readonly name!: string;

  @ListOf('object')
  readonly components!: readonly never[];
}
