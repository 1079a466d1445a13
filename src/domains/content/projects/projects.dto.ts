import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Instant, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { type JsonObject } from '../../../kernel/json.js';

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
  @Whole({ min: 0, note: 'Its number within the project' })
  readonly iid!: number;

  @Text({ note: 'Name of the document, with the prefix of the project' })
  readonly name!: string;

  @Text({ note: 'Id of the document, or what the component refers to; empty for nothing' })
  readonly reference!: string;

  @Text({ note: 'Path of its folder', example: '/' })
  readonly folder!: string;

  @FreeObject({ note: 'As it came, without its document' })
  readonly component!: JsonObject;

  @Text({ note: 'Type of the document; as the component says it for what is only kept' })
  readonly type!: string;

  @Text({ nullable: true, note: 'Id of the document; null where it could not be imported' })
  readonly documentId!: string | null;
}

/** Who may do what with a project: empty lists, because documents are guarded by groups. */
class ProjectAccessControl {
  @ListOf('text')
  readonly manage!: readonly string[];

  @ListOf('text')
  readonly write!: readonly string[];

  @ListOf('text')
  readonly execute!: readonly string[];

  @ListOf('text')
  readonly read!: readonly string[];
}

/** A project with what belongs to it. */
export class ProjectAnswer extends ProjectSummaryAnswer {
  @Whole({ min: 0, note: 'As it came; 0 where it did not say' })
  readonly iid!: number;

  @Text()
  readonly backgroundColor!: string;

  @Text({ note: 'A picture as text; empty for none' })
  readonly thumbnail!: string;

  @ListOf('object', { note: 'Folders as they came' })
  readonly folders!: readonly JsonObject[];

  @ListOf('object', { note: 'Empty: documents are guarded by groups, not by projects' })
  readonly members!: readonly JsonObject[];

  @Nested(() => ProjectAccessControl)
  readonly accessControl!: ProjectAccessControl;

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

const PICTURE = { max: 65_536, optional: true } as const;

/** What can be said of a project beside its name and what it holds. */
export class ProjectFields {
  @Text({ max: 1024, optional: true })
  readonly description?: string;

  @Text({ ...PICTURE, max: 64 })
  readonly backgroundColor?: string;

  @Text(PICTURE)
  readonly thumbnail?: string;

  @ListOf('object', { maxItems: 1000, optional: true, note: 'A tree of folders' })
  readonly folders?: readonly JsonObject[];
}

/** What changes about a project; what is absent stays. */
export class UpdateProjectRequest extends ProjectFields {
  @Text({ max: 256, optional: true })
  readonly name?: string;

  @ListOf('object', {
    maxItems: 0,
    optional: true,
    note: 'Only an empty list: documents are guarded by groups, not by projects',
  })
  readonly members?: readonly JsonObject[];
}

/** A project as it came, its documents as they are now. */
@OpenShape()
export class ExportedProject {
  @Text()
  readonly name!: string;

  @ListOf('object')
  readonly components!: readonly never[];
}

/** An exported project. */
export class ExportProjectAnswer {
  @Text()
  readonly message!: string;

  @Nested(() => ExportedProject)
  readonly data!: ExportedProject;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** A project that was changed. */
export class UpdateProjectAnswer extends GetProjectAnswer {
  @FreeObject()
  readonly metadata!: JsonObject;
}
