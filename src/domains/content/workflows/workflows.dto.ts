import { Free, FreeObject, ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Decimal, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { GroupRecord } from '../../user-management/groups/groups.dto.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';
import { FINDING_CODES, type FindingCode } from '../../../cores/workflow-graph/finding.js';

const CODES = Object.keys(FINDING_CODES) as FindingCode[];

/** A task of a workflow as operation 13 shows it. */
export class ListedTaskShape {
  @Text()
  readonly name!: string;

  @ListOf(() => GroupRecord)
  readonly groups!: readonly GroupRecord[];

  @Decimal({ note: 'Where it is drawn' })
  readonly x!: number;

  @Decimal()
  readonly y!: number;
}

/** A workflow as operation 13 shows it. */
export class ListedWorkflowShape {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @ListOf('text')
  readonly type!: readonly string[];

  @MapOf(() => ListedTaskShape, { note: 'By task key' })
  readonly tasks!: Readonly<Record<string, ListedTaskShape>>;

  @Decimal()
  readonly font_size!: number;

  @Instant()
  readonly last_updated!: string;

  @Text({ note: 'Name of the user' })
  readonly last_updated_by!: string;

  @ListOf(() => GroupRecord)
  readonly groups!: readonly GroupRecord[];

  @Instant()
  readonly created!: string;

  @Text({ note: 'Name of the user' })
  readonly created_by!: string;
}

/** Answer of operation 13. */
export class ListWorkflowsAnswer {
  @ListOf(() => ListedWorkflowShape, { note: 'All workflows, by name' })
  readonly workflows!: readonly ListedWorkflowShape[];
}

/** A workflow document. What it holds beside its name is kept as it came, whatever it is. */
@OpenShape()
export class WorkflowDocument {
  @Text({ optional: true })
  readonly _id?: string;

  @Text()
  readonly name!: string;

  @Free({ optional: true, note: 'Tasks by their ids' })
  readonly tasks?: unknown;

  @Free({
    optional: true,
    note: 'Edges by the task that they leave and the task that they lead to',
  })
  readonly transitions?: unknown;
}

/** A part of the workflows. */
export class SearchWorkflowsAnswer {
  @ListOf('object', { note: 'Workflow documents' })
  readonly items!: readonly JsonObject[];

  @Whole({ min: 0 })
  readonly skip!: number;

  @Whole({ min: 0 })
  readonly limit!: number;

  @Whole({ min: 0 })
  readonly total!: number;
}

/** Something that was found in a workflow. */
export class WorkflowFinding {
  @Text({ note: 'JSON pointer into the workflow' })
  readonly pointer!: string;

  @OneOf(CODES)
  readonly code!: FindingCode;

  @Text()
  readonly message!: string;
}

/** What was found in a workflow. */
export class WorkflowFindingsAnswer {
  @ListOf(() => WorkflowFinding, {
    note: 'With any of these it is a draft, which cannot be started',
  })
  readonly errors!: readonly WorkflowFinding[];

  @ListOf(() => WorkflowFinding, { note: 'What may not work as it is drawn' })
  readonly warnings!: readonly WorkflowFinding[];
}

/** A new workflow. */
export class CreateWorkflowRequest {
  @FreeObject({ note: 'A workflow document' })
  readonly automation!: JsonObject;
}

/** A workflow that was created. */
export class CreateWorkflowAnswer extends WorkflowFindingsAnswer {
  @FreeObject({ note: 'The workflow document' })
  readonly created!: JsonObject;

  @Text({ note: 'Path of the workflow' })
  readonly edit!: string;
}

/** What changes in a workflow. */
export class UpdateWorkflowRequest {
  @FreeObject({ note: 'Members of the workflow document; those that are absent stay' })
  readonly update!: JsonObject;
}

/** A workflow that was changed. */
export class UpdateWorkflowAnswer extends WorkflowFindingsAnswer {
  @FreeObject({ note: 'The workflow document' })
  readonly updated!: JsonObject;

  @Text({ note: 'Path of the workflow' })
  readonly edit!: string;
}

/** A workflow document to look at. */
export class ValidateWorkflowRequest {
  @FreeObject({ note: 'A workflow document' })
  readonly workflow!: JsonObject;
}

/** A workflow from an export. */
export class ImportWorkflowRequest extends ValidateWorkflowRequest {
  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** A workflow that was imported. */
export class ImportWorkflowAnswer extends WorkflowFindingsAnswer {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Whole({ note: 'How many were imported; existing clients read it' })
  readonly n!: number;

  @Whole({ note: '1; existing clients read it' })
  readonly ok!: number;
}

/** Which workflow is exported. */
export class ExportWorkflowOptions {
  @Text({ min: 1, max: 512, optional: true, note: 'Name of the workflow; its id does as well' })
  readonly name?: string;

  @Text({ min: 1, max: 512, optional: true, note: 'Its id, in the place of the name' })
  readonly _id?: string;

  @Text({ max: 64, optional: true, note: 'Existing clients send it; it changes nothing' })
  readonly type?: string;

  @OneOf(['original', 'interface'], {
    optional: true,
    note: 'The words the document came in with (default), or those of the interface',
  })
  readonly dialect?: 'original' | 'interface';
}

/** A workflow to export. */
export class ExportWorkflowRequest {
  @Nested(() => ExportWorkflowOptions)
  readonly options!: ExportWorkflowOptions;
}
