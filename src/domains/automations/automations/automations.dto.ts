import { Free, FreeObject, ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ListMetadata } from '../../../api/query/list-metadata.dto.js';
import { TRIGGER_TYPES, type TriggerType } from '../shape/trigger-definition.js';

const IMPORT_MAX = 10_000;
const GROUPS_NOTE = 'Groups by id, by name where they were made here, or by `{provenance, name}`';
const GROUPS = { optional: true, maxItems: 1000, note: GROUPS_NOTE } as const;
const WORD = { max: 512, optional: true, nullable: true } as const;

/** Ids of the groups that may see, or change; with none in either list everyone may. */
export class ShownGbac {
  @ListOf('text')
  readonly read!: readonly string[];

  @ListOf('text')
  readonly write!: readonly string[];
}

/** A group as it is shown; the id alone where the group is not there any more. */
export class ShownGroup {
  @Text()
  readonly _id!: string;

  @Text()
  readonly provenance!: string;

  @Text()
  readonly name!: string;
}

/** The groups that may see, or change; with none in either list everyone may. */
export class NamedGbac {
  @ListOf(() => ShownGroup)
  readonly read!: readonly ShownGroup[];

  @ListOf(() => ShownGroup)
  readonly write!: readonly ShownGroup[];
}

/** What every answer shows of an automation. */
class DescribedAutomation {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly description!: string;

  @Text({ nullable: true, note: '`workflows`, mostly' })
  readonly componentType!: string | null;

  @Text({ nullable: true, note: 'The name that the component has now' })
  readonly componentName!: string | null;

  @Text({ nullable: true, note: 'null where the component is not there' })
  readonly componentId!: string | null;

  @Instant({ nullable: true, note: 'null where a package does not say it' })
  readonly created!: string | null;

  @Text({ nullable: true })
  readonly createdBy!: string | null;

  @Instant({ nullable: true })
  readonly lastUpdated!: string | null;

  @Text({ nullable: true })
  readonly lastUpdatedBy!: string | null;
}

/** An automation. What its document holds beside these fields is shown as well. */
@OpenShape()
export class ShownAutomation extends DescribedAutomation {
  @Nested(() => NamedGbac)
  readonly gbac!: NamedGbac;
}

/** An automation as operation 12 answers it: with ids of groups. */
@OpenShape()
export class CreatedAutomation extends DescribedAutomation {
  @Nested(() => ShownGbac)
  readonly gbac!: ShownGbac;
}

/** A part of the automations that the caller may see. */
export class ListAutomationsAnswer {
  @Text()
  readonly message!: string;

  @ListOf(() => ShownAutomation)
  readonly data!: readonly ShownAutomation[];

  @Nested(() => ListMetadata)
  readonly metadata!: ListMetadata;
}

/** One automation. */
export class AutomationAnswer {
  @Text({ note: 'Also says what the automation refers to and what is not here' })
  readonly message!: string;

  @Nested(() => ShownAutomation)
  readonly data!: ShownAutomation;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** A trigger that came with an automation. */
export class CreatedTrigger {
  @Text()
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @OneOf(TRIGGER_TYPES)
  readonly type!: TriggerType;
}

/** The triggers of a new automation. */
export class CreatedTriggers {
  @ListOf(() => CreatedTrigger, { note: 'In the order of the request' })
  readonly triggers!: readonly CreatedTrigger[];
}

/** A new automation. */
export class CreateAutomationAnswer {
  @Text({ note: 'Also says what the automation refers to and what is not here' })
  readonly message!: string;

  @Nested(() => ShownAutomation)
  readonly data!: ShownAutomation;

  @Nested(() => CreatedTriggers)
  readonly metadata!: CreatedTriggers;
}

/** An automation as an import takes it. */
export class ExportAutomationAnswer {
  @Text()
  readonly message!: string;

  @FreeObject({ note: 'As it was imported, with `triggers`; never with a secret' })
  readonly data!: JsonObject;

  @FreeObject()
  readonly metadata!: JsonObject;
}

/** Groups that may see, or change; with none in either list everyone may. */
class GivenGbac {
  @ListOf('free', GROUPS)
  readonly read?: readonly unknown[];

  @ListOf('free', GROUPS)
  readonly write?: readonly unknown[];
}

/** What an automation may say beside its name. */
@OpenShape()
class AutomationMembers {
  @Text({ max: 65_536, optional: true, nullable: true })
  readonly description?: string | null;

  @Text({ ...WORD, note: '`workflows`, mostly' })
  readonly componentType?: string | null;

  @Text({ ...WORD, note: 'Name, with or without the prefix of its project' })
  readonly componentName?: string | null;

  @Text(WORD)
  readonly componentId?: string | null;

  @Nested(() => GivenGbac, { optional: true, nullable: true })
  readonly gbac?: GivenGbac | null;
}

/** Members of an automation to change; others stay, and unknown ones are kept. */
@OpenShape()
export class UpdateAutomationRequest extends AutomationMembers {
  @Text({ min: 1, max: 512, optional: true })
  readonly name?: string;
}

/** An automation to create; unknown members are kept. */
@OpenShape()
export class CreateAutomationRequest extends AutomationMembers {
  @Text({ min: 1, max: 512 })
  readonly name!: string;

  @ListOf('free', { optional: true, maxItems: 1000, note: 'Triggers to create with it' })
  readonly triggers?: readonly unknown[];
}

/** Options of operation 12. */
export class ImportAutomationsOptions {
  @MapOf('text', {
    optional: true,
    note: 'Ids of adapters elsewhere, and what they are called here',
  })
  readonly adapterMap?: Readonly<Record<string, string>>;
}

/** Input of operation 12. */
export class ImportAutomationsRequest {
  @ListOf('free', { maxItems: IMPORT_MAX, note: 'Automation documents' })
  readonly automations!: readonly unknown[];

  @Nested(() => ImportAutomationsOptions, {
    optional: true,
    note: 'The interface requires it; clients omit it',
  })
  readonly options?: ImportAutomationsOptions;
}

/** What became of one automation. */
export class ImportedAutomation {
  @Flag()
  readonly success!: boolean;

  @Text()
  readonly message!: string;

  @Free({ note: 'The document as it was given' })
  readonly original!: unknown;

  @Nested(() => CreatedAutomation, { nullable: true, note: 'null when nothing was created' })
  readonly created!: CreatedAutomation | null;
}

/** The same for clients that read it under other names. */
export class ImportedAutomationData {
  @Flag()
  readonly success!: boolean;

  @Text()
  readonly message!: string;

  @Nested(() => CreatedAutomation, { nullable: true })
  readonly data!: CreatedAutomation | null;
}

/** How many were given and imported. */
export class ImportMetadata {
  @Whole({ min: 0 })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly imported!: number;
}

/** What became of an import. */
export class ImportAutomationsStatus {
  @OneOf(['success'])
  readonly status!: 'success';

  @Text()
  readonly message!: string;

  @ListOf(() => ImportedAutomation)
  readonly imported!: readonly ImportedAutomation[];

  @ListOf(() => ImportedAutomationData)
  readonly data!: readonly ImportedAutomationData[];

  @Nested(() => ImportMetadata)
  readonly metadata!: ImportMetadata;
}

/** Answer of operation 12. */
export class ImportAutomationsAnswer {
  @Nested(() => ImportAutomationsStatus)
  readonly status!: ImportAutomationsStatus;
}
