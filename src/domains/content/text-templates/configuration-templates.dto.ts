import { RemovalQuery } from '../../../api/query/removal.dto.js';
import { FreeObject, ListOf, Nested } from '../../../api/fields/structures.js';
import { Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';

/** A Jinja template with the values that it is rendered with. */
export class RenderJinjaRequest {
  @Text({ max: 1_000_000 })
  readonly template!: string;

  @FreeObject({ optional: true, note: 'Values by name' })
  readonly variables?: JsonObject;

  @FreeObject({ optional: true, note: 'Existing clients send it; it changes nothing' })
  readonly options?: JsonObject;
}

/** Which devices a template is for. */
class ConfigurationTemplateScope {
  @ListOf('text', { maxItems: 100, itemMax: 128, optional: true, note: 'Types of devices' })
  readonly deviceOSTypes?: readonly string[];
}

/** A new template of configurations: a Jinja template as a document. */
export class CreateConfigurationTemplateRequest {
  @Text({ min: 1, max: 256 })
  readonly name!: string;

  @Text({ max: 1_000_000 })
  readonly template!: string;

  @FreeObject({ optional: true, note: 'Values that it is tried with' })
  readonly variables?: JsonObject;

  @Nested(() => ConfigurationTemplateScope, { optional: true })
  readonly options?: ConfigurationTemplateScope;
}

/** Members of a template of configurations; what is absent stays. */
class ConfigurationTemplateChange {
  @Text({ min: 1, max: 256, optional: true })
  readonly name?: string;

  @Text({ max: 1_000_000, optional: true })
  readonly template?: string;

  @FreeObject({ optional: true, note: 'Values that it is tried with' })
  readonly variables?: JsonObject;
}

/** A change of a template of configurations. */
export class UpdateConfigurationTemplateRequest {
  @Text({ min: 1, max: 256, note: 'Its id or name' })
  readonly id!: string;

  @Nested(() => ConfigurationTemplateChange)
  readonly data!: ConfigurationTemplateChange;

  @Nested(() => ConfigurationTemplateScope, { optional: true })
  readonly options?: ConfigurationTemplateScope;
}

/** A template of configurations that was changed. */
export class UpdatedConfigurationTemplate {
  @Text({ example: 'success' })
  readonly status!: string;

  @Whole({ min: 0 })
  readonly updated!: number;
}

/** Which templates of configurations to delete. */
export class DeleteConfigurationTemplatesQuery extends RemovalQuery {
  @ListOf('text', {
    maxItems: 1000,
    itemMax: 256,
    note: 'Ids or names; those that are gone already do no harm',
  })
  readonly templateIds!: readonly string[];
}

/** Templates of configurations that were deleted. */
export class DeletedConfigurationTemplates {
  @Text({ example: 'success' })
  readonly status!: string;

  @Whole({ min: 0 })
  readonly deleted!: number;
}

/** Who may see and change a template: everybody whose roles let them. */
class TemplateGbac {
  @ListOf('text')
  readonly read!: readonly string[];

  @ListOf('text')
  readonly write!: readonly string[];
}

/** A template of configurations, as existing clients read it. */
export class ConfigurationTemplate {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Text()
  readonly template!: string;

  @FreeObject()
  readonly variables!: JsonObject;

  @Text({ note: 'Date and time; empty where it is not known' })
  readonly created!: string;

  @Text({ note: 'Date and time; empty where it is not known' })
  readonly updated!: string;

  @Text()
  readonly createdBy!: string;

  @Text()
  readonly updatedBy!: string;

  @Nested(() => TemplateGbac)
  readonly gbac!: TemplateGbac;

  @ListOf('text', { note: 'As given; a template is rendered for every device' })
  readonly deviceOSTypes!: readonly string[];
}

/** A template of configurations that was created. */
export class CreatedConfigurationTemplate {
  @Text()
  readonly result!: string;

  @Nested(() => ConfigurationTemplate)
  readonly data!: ConfigurationTemplate;
}

/** Which part of the templates is shown. */
class ConfigurationTemplateOptions {
  @Whole({ min: 0, optional: true })
  readonly start?: number;

  @Whole({ min: 1, max: 2000, optional: true, note: '25 when absent' })
  readonly limit?: number;

  @FreeObject({ optional: true, note: '{name: 1} or {name: -1}' })
  readonly sort?: JsonObject;
}

/** A search for templates of configurations. */
export class SearchConfigurationTemplatesRequest {
  @Text({ max: 512, optional: true, note: 'Part of a name, or an id; empty for all' })
  readonly name?: string;

  @Nested(() => ConfigurationTemplateOptions, { optional: true })
  readonly options?: ConfigurationTemplateOptions;
}

/** A part of the templates of configurations. */
export class SearchConfigurationTemplatesAnswer {
  @ListOf(() => ConfigurationTemplate)
  readonly list!: readonly ConfigurationTemplate[];

  @Whole({ min: 0 })
  readonly total!: number;
}
