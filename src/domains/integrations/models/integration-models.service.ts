import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  conflict,
  type Fault,
  invalidInput,
  notFound,
} from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { type AuditedObject } from '../../../platform/audit/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { toStored } from '../../../platform/database/storable.js';
import { WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { type RecordList } from '../../../platform/database/record-list.js';
import { IntegrationUsesRepository } from '../records/integration-uses.repository.js';
import { type FullModel, type IntegrationModel, MODEL_TYPE } from './integration-model.js';
import { IntegrationModelsRepository } from './integration-models.repository.js';
import { ModelReaderService } from './model-reader.service.js';
import { judgeModel, type JudgedModel, readModel } from './judge-model.js';
import { summaryOf, versionIdOf } from './model-summary.js';

/** Shorter ones are judged at once: it takes some milliseconds. */
const SHORT_LENGTH_MAX = 64 * 1024;
const JUDGE = workerTask<typeof judgeModel>(
  new URL('./judge-model.js', import.meta.url),
  'judgeModel',
);

/** What became of looking at a document without storing it. */
export interface ModelVerdict {
  readonly versionId: string;
  readonly problems: readonly Fault[];
}

/** Integration models: OpenAPI documents whose operations integrations call. */
@Injectable()
export class IntegrationModelsService {
  constructor(
    private readonly models: IntegrationModelsRepository,
    private readonly reader: ModelReaderService,
    private readonly uses: IntegrationUsesRepository,
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(query: RecordList): Promise<Page<IntegrationModel>> {
    await this.reader.readNew();
    const { items, total } = await this.models.list(query);
    return { items: await Promise.all(items.map((head) => this.reader.settled(head))), total };
  }

  /** @throws AppError `not-found` */
  async get(id: string): Promise<FullModel> {
    const found = await this.reader.find(id);
    if (!found) throw notFound('Integration model', id);
    return found;
  }

  /** What is wrong with a document; nothing when it would be accepted. */
  async judge(given: unknown, principal: Principal): Promise<ModelVerdict> {
    const judged = await judgedOf(given, principal);
    if (judged.kind === 'model') return { versionId: judged.versionId, problems: [] };
    if (judged.kind === 'refused') return { versionId: '', problems: judged.faults };
    throw new AppError('document-too-large', judged.detail);
  }

  /** @throws AppError `invalid-input`, `document-too-large`, `conflict` when there is one already. */
  async create(given: unknown, principal: Principal): Promise<FullModel> {
    const document = await accepted(given, principal);
    const name = versionIdOf(document);
    const summary = summaryOf(document, null);
    const now = this.clock.now();
    const _id = this.ids.next();
    await this.models.insert({
      _id,
      name,
      nameFolded: foldText(name),
      type: MODEL_TYPE,
      document: toStored(document),
      versionFolded: foldText(name),
      summary,
      revision: 1,
      created: now,
      createdBy: principal.id,
      updated: now,
      updatedBy: principal.id,
    });
    const created = { id: _id, name, revision: 1, isPackaged: false, summary, document };
    noteChange({ object: objectOf(created), before: null, after: noted(created) });
    return created;
  }

  /**
   * Replaces the document of a model by another one of the same title and version.
   * @throws AppError `not-found`, `invalid-input`, `conflict` for one of a package,
   *   `precondition-failed`.
   */
  async replace(
    id: string,
    given: unknown,
    expected: number | undefined,
    principal: Principal,
  ): Promise<FullModel> {
    const document = await accepted(given, principal);
    const present = await this.changeable(id, expected);
    const name = versionIdOf(document);
    if (foldText(name) !== foldText(present.name))
      throw invalidInput([
        { pointer: '#/model/info', detail: `must be of the model '${present.name}'` },
      ]);
    const summary = summaryOf(document, null);
    const change = {
      document: toStored(document),
      versionFolded: foldText(name),
      summary,
      updated: this.clock.now(),
      updatedBy: principal.id,
    };
    if (!(await this.models.replace(present.id, present.revision, change)))
      throw staleRevision(expected);
    const replaced = { ...present, summary, document, revision: present.revision + 1 };
    noteChange({ object: objectOf(present), before: noted(present), after: noted(replaced) });
    return replaced;
  }

  /** @throws AppError `not-found`, `conflict` while an integration uses it, `precondition-failed`. */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.changeable(id, expected);
    const user = await this.uses.findUserOf([present.name, present.summary.versionId]);
    if (user !== undefined)
      throw conflict(`Integration '${user}' uses the model '${present.name}'`, 'model-in-use');
    if (!(await this.models.remove(present.id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: noted(present), after: null });
  }

  private async changeable(id: string, expected: number | undefined): Promise<FullModel> {
    const present = await this.get(id);
    assertRevision(present.revision, expected);
    if (present.isPackaged)
      throw conflict(
        `The model '${present.name}' came with a package and goes with it`,
        'packaged',
      );
    return present;
  }
}

/** Judges what a request brought: a long document in a thread of its own. */
async function judgedOf(given: unknown, principal: Principal): Promise<JudgedModel> {
  if (typeof given !== 'string' && !isJsonObject(given)) return NO_DOCUMENT;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  if (text.length <= SHORT_LENGTH_MAX) return judgeModel(text);
  return WORKERS.run(JUDGE, text, principal.id);
}

const NO_DOCUMENT: JudgedModel = {
  kind: 'refused',
  detail: '',
  faults: [{ pointer: '#/model', detail: 'must be an OpenAPI document, as an object or as text' }],
};

/** The document of a request. */
async function accepted(given: unknown, principal: Principal): Promise<JsonObject> {
  const judged = await judgedOf(given, principal);
  if (judged.kind === 'too-large') throw new AppError('document-too-large', judged.detail);
  if (judged.kind === 'refused') throw invalidInput(judged.faults);
  return isJsonObject(given) ? given : readModel(String(given));
}

function objectOf({ id, name }: IntegrationModel): AuditedObject {
  return { type: 'integration-model', id, name };
}

/** Documents are megabytes long: what the audit keeps tells one from another. */
function noted({ document, summary }: FullModel): JsonObject {
  const sha256 = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return { versionId: summary.versionId, operations: summary.operations, sha256 };
}
