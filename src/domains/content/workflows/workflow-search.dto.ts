import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Text } from '../../../api/fields/values.js';
import { SearchAnswer } from '../../../api/lists/search.dto.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ImportContentAnswer } from '../importing/importing.dto.js';
import { ImportContentOptions } from '../records/content-transfer.dto.js';

/** Workflow documents that a search found. */
export class QueryWorkflowsAnswer extends SearchAnswer {
  @ListOf('object', { note: 'Workflow documents' })
  readonly results!: readonly JsonObject[];
}

/** Workflow documents to import. */
export class ImportWorkflowsRequest {
  @ListOf('object', { maxItems: 2000, note: 'Workflow documents' })
  readonly automations!: readonly JsonObject[];

  @Nested(() => ImportContentOptions, { optional: true })
  readonly options?: ImportContentOptions;
}

/** What became of an import of workflows, and of the first one that was imported. */
export class ImportWorkflowsAnswer extends ImportContentAnswer {
  @Text({ nullable: true, note: 'Id of the first workflow that was imported' })
  readonly _id!: string | null;

  @Text({ nullable: true, note: 'Its name' })
  readonly name!: string | null;
}
