import { Injectable } from '@nestjs/common';
import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { LIST_LIMIT_DEFAULT, type Page, type SortDirection } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { containsFilter } from '../../../platform/database/text-match.js';
import { type ContentRecord } from '../records/content-record.js';
import { memberKey } from '../kinds/text-template-rules.js';
import { TextTemplatesService } from './text-templates.service.js';

/** A template as it is given. */
export interface GivenConfigurationTemplate {
  readonly name: string;
  readonly template: string;
  /** Values that it is tried with. */
  readonly variables: JsonObject;
  /** Types of devices that it is said to be for. */
  readonly deviceOSTypes?: readonly string[] | undefined;
}

/** A change of one; absent members stay. */
type ConfigurationTemplateWrite = {
  readonly [Member in keyof GivenConfigurationTemplate]?:
    GivenConfigurationTemplate[Member] | undefined;
};

/** Which part of the templates is wanted. */
export interface ConfigurationTemplatePart {
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
  readonly sort?: JsonObject | undefined;
}

/** Templates of configurations: the Jinja templates among the documents. */
@Injectable()
export class ConfigurationTemplatesService {
  constructor(private readonly templates: TextTemplatesService) {}

  /** @throws AppError `invalid-input`, `document-too-large`, `conflict`. */
  async create(given: GivenConfigurationTemplate, principal: Principal): Promise<ContentRecord> {
    const document = { ...membersOf(given), type: 'jinja2' };
    return this.templates.create({ document, pointer: '#' }, principal);
  }

  /** @throws AppError `not-found`; as `TextTemplatesService.update` does. */
  async update(
    idOrName: string,
    write: ConfigurationTemplateWrite,
    principal: Principal,
  ): Promise<ContentRecord> {
    const change = { update: membersOf(write), pointer: '#/data', expected: undefined };
    return this.templates.update(idOrName, change, principal);
  }

  /**
   * @returns how many were there.
   * @throws AppError `conflict` for one of a package or that others refer to; those before it are gone.
   */
  async removeAll(idsOrNames: readonly string[], force: boolean): Promise<number> {
    let removed = 0;
    for (const one of new Set(idsOrNames)) {
      const found = await this.find(one);
      if (!found) continue;
      await this.templates.remove(found.id, { expected: undefined, force });
      removed += 1;
    }
    return removed;
  }

  /**
   * Those whose name holds the text, by name; the one of this id where it is an id.
   * @throws AppError `invalid-input` for another order.
   */
  async search(name: string, part: ConfigurationTemplatePart): Promise<Page<ContentRecord>> {
    const { start: skip = 0, limit = LIST_LIMIT_DEFAULT, sort = {} } = part;
    const only = name === '' ? undefined : await this.find(name);
    if (only) return { items: [only].slice(skip), total: 1 };
    const filter = containsFilter('nameFolded', name);
    const keys = [[memberKey('type', 'jinja2')]];
    return this.templates.list({ filter, order: orderOf(sort), skip, limit, keys });
  }

  private async find(idOrName: string): Promise<ContentRecord | undefined> {
    try {
      return await this.templates.get(idOrName);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return undefined;
      throw error;
    }
  }
}

/** The members of the document that stand for what clients say. */
function membersOf(write: ConfigurationTemplateWrite): JsonObject {
  const { name, template, variables, deviceOSTypes } = write;
  return {
    ...(name !== undefined && { name }),
    ...(template !== undefined && { template }),
    ...(variables && { data: JSON.stringify(variables) }),
    ...(deviceOSTypes && { deviceOSTypes: [...deviceOSTypes] }),
  };
}

function orderOf(sort: JsonObject): SortDirection {
  const [other] = Object.keys(sort).filter((field) => field !== 'name');
  const { name = 1 } = sort;
  if (other === undefined && (name === 1 || name === -1)) return name;
  const pointer = jsonPointer(['options', 'sort', other ?? 'name']);
  throw invalidInput([{ pointer, detail: 'must be {name: 1} or {name: -1}' }]);
}
