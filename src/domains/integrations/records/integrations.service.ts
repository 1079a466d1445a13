import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { assertStorable, fromStored, toStored } from '../../../platform/database/storable.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { ModelReaderService } from '../models/model-reader.service.js';
import { ownText } from '../openapi/local-refs.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { INTEGRATION_TYPE, type Integration } from '../stored/integration.js';
import { assertUsable, completeData } from '../stored/integration-data.js';
import { sealSecrets } from '../stored/integration-secrets.js';
import { IntegrationsRepository } from '../stored/integrations.repository.js';
import { toIntegration } from '../stored/stored-integration.js';

/** Integrations are small: a list of 2,000 of them must be answered at once. */
const DATA_LIMIT_BYTES = 128 * 1024;

/** The systems that operations of models are called on. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly models: ModelReaderService,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(query: StoredList): Promise<Page<Integration>> {
    const { items, total } = await this.integrations.list(query);
    return { items: items.map(toIntegration), total };
  }

  /** @throws AppError `not-found` */
  async get(name: string): Promise<Integration> {
    const found = await this.integrations.findByName(name);
    if (!found) throw notFound('Integration', name);
    return toIntegration(found);
  }

  /** Creates an enabled integration. @throws AppError `invalid-input`, `conflict`. */
  async create(name: string, given: JsonObject, principal: Principal): Promise<Integration> {
    const data = await this.toStore(name, given, {});
    const id = this.ids.next();
    const now = this.clock.now();
    await this.integrations.insert({
      _id: id,
      name,
      nameFolded: foldText(name),
      type: INTEGRATION_TYPE,
      data: toStored(data, { limitBytes: DATA_LIMIT_BYTES }),
      modelFolded: modelFoldedOf(data),
      enabled: true,
      revision: 1,
      probe: null,
      probeDue: now,
      created: now,
      createdBy: principal.id,
      updated: now,
      updatedBy: principal.id,
    });
    const created: Integration = {
      id,
      name,
      revision: 1,
      enabled: true,
      isPackaged: false,
      data,
      probe: null,
    };
    noteChange({ object: objectOf(created), before: null, after: noted(created) });
    return created;
  }

  /**
   * Replaces the data of an integration.
   * @throws AppError `not-found`, `invalid-input`, `precondition-failed`, `conflict`.
   */
  async replace(
    name: string,
    given: JsonObject,
    expected: number | undefined,
    principal: Principal,
  ): Promise<Integration> {
    const present = await this.expected(name, expected);
    const newName = ownText(given, 'name') ?? present.name;
    if (newName !== present.name)
      throw invalidInput([
        { pointer: '#/properties/name', detail: 'is the name, which cannot be changed' },
      ]);
    const data = await this.toStore(present.name, given, present.data);
    return this.write(present, { data }, expected, principal);
  }

  /** Enables or disables. @throws AppError `not-found`, `precondition-failed`, `conflict`. */
  async setEnabled(
    name: string,
    enabled: boolean,
    expected: number | undefined,
    principal: Principal,
  ): Promise<Integration> {
    const present = await this.expected(name, expected);
    return this.write(present, { enabled }, expected, principal);
  }

  /** @throws AppError `not-found`, `conflict` for one of a package, `precondition-failed`. */
  async remove(name: string, expected: number | undefined): Promise<void> {
    const present = await this.expected(name, expected);
    if (present.isPackaged)
      throw conflict(
        `Integration '${present.name}' came with a package and goes with it`,
        'packaged',
      );
    if (!(await this.integrations.remove(present.id, present.revision)))
      throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: noted(present), after: null });
  }

  private async expected(name: string, expected: number | undefined): Promise<Integration> {
    const present = await this.get(name);
    assertRevision(present.revision, expected);
    return present;
  }

  private async write(
    present: Integration,
    change: Partial<Pick<Integration, 'data' | 'enabled'>>,
    expected: number | undefined,
    principal: Principal,
  ): Promise<Integration> {
    const changed: Integration = {
      ...present,
      ...change,
      revision: present.revision + 1,
      probe: null,
    };
    const now = this.clock.now();
    const isWritten = await this.integrations.change(present.id, present.revision, {
      data: toStored(changed.data, { limitBytes: DATA_LIMIT_BYTES }),
      modelFolded: modelFoldedOf(changed.data),
      enabled: changed.enabled,
      updated: now,
      updatedBy: principal.id,
      probeDue: changed.enabled ? now : null,
    });
    if (!isWritten) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: noted(present), after: noted(changed) });
    return changed;
  }

  private async toStore(name: string, given: JsonObject, stored: JsonObject): Promise<JsonObject> {
    // Before anything walks it: nesting without end would end this process.
    assertStorable({ properties: given }, { limitBytes: DATA_LIMIT_BYTES });
    const head = await this.models.findHead(ownText(given, 'model') ?? '');
    const summary = head && (await this.models.settled(head)).summary;
    const data = completeData(name, given, summary && fromStored(summary.properties));
    assertUsable(data);
    return sealSecrets(data, stored, (text) => this.secrets.seal(text));
  }
}

function modelFoldedOf(data: JsonObject): string {
  return foldText(ownText(data, 'model') ?? '');
}

function objectOf({ id, name }: Integration): AuditedObject {
  return { type: 'integration', id, name };
}

function noted({ data, enabled }: Integration): JsonObject {
  return { enabled, data };
}
