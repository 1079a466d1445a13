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
import { type AuditedObject } from '../../../platform/request-context/audited-change.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { storedInTurns } from '../../../platform/database/storable.js';
import { WORKERS } from '../../../platform/workers/worker-pool.js';
import { workerTask } from '../../../platform/workers/worker-task.js';
import { readInTurns, writtenInTurns } from '../../../api/http/json-in-turns.js';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { type FullModel, type IntegrationModel, MODEL_TYPE } from './integration-model.js';
import { IntegrationModelsRepository } from './integration-models.repository.js';
import { ModelReaderService } from './model-reader.service.js';
import {
  validateModel,
  type ValidatedModel,
  readModel,
  type readModelAsJson,
  SHORT_LENGTH_MAX,
} from './validate-model.js';
import { summaryOf, versionIdOf } from './model-summary.js';
import { programFile } from '../../../platform/config/program-file.js';

const APART = programFile('domains/integrations/models/validate-model.js');
const VALIDATE = workerTask<typeof validateModel>(APART, 'validateModel');
const READ = workerTask<typeof readModelAsJson>(APART, 'readModelAsJson');

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
    private readonly ids: IdSource,
    private readonly clock: Clock,
  ) {}

  async list(query: StoredList): Promise<Page<IntegrationModel>> {
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
  async validate(given: unknown, principal: Principal): Promise<ModelVerdict> {
    const validated = await validatedOf(given, principal);
    if (validated.kind === 'model') return { versionId: validated.versionId, problems: [] };
    if (validated.kind === 'refused') return { versionId: '', problems: validated.faults };
    throw new AppError('document-too-large', validated.detail);
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
      document: await storedInTurns(document),
      versionFolded: foldText(name),
      summary,
      revision: 1,
      created: now,
      createdBy: principal.id,
      updated: now,
      updatedBy: principal.id,
    });
    const created = { id: _id, name, revision: 1, isPackaged: false, summary, document };
    noteChange({ object: objectOf(created), before: null, after: await noted(created) });
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
      document: await storedInTurns(document),
      versionFolded: foldText(name),
      summary,
      updated: this.clock.now(),
      updatedBy: principal.id,
    };
    if (!(await this.models.replace(present.id, present.revision, change)))
      throw staleRevision(expected);
    const replaced = { ...present, summary, document, revision: present.revision + 1 };
    const [before, after] = await Promise.all([noted(present), noted(replaced)]);
    noteChange({ object: objectOf(present), before, after });
    return replaced;
  }

  /**
   * Whether integrations use it was asked before: those can make no calls from then on.
   * @throws AppError `not-found`, `conflict` for one of a package, `precondition-failed`.
   */
  async remove(id: string, expected: number | undefined): Promise<void> {
    const present = await this.changeable(id, expected);
    if (!(await this.models.remove(present.id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: await noted(present), after: null });
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
async function validatedOf(given: unknown, principal: Principal): Promise<ValidatedModel> {
  if (typeof given !== 'string' && !isJsonObject(given)) return NO_DOCUMENT;
  const text = typeof given === 'string' ? given : await writtenInTurns(given);
  if (text.length <= SHORT_LENGTH_MAX) return validateModel(text);
  return WORKERS.run(VALIDATE, text, principal.id);
}

const NO_DOCUMENT: ValidatedModel = {
  kind: 'refused',
  detail: '',
  faults: [{ pointer: '#/model', detail: 'must be an OpenAPI document, as an object or as text' }],
};

/** The document of a request. */
async function accepted(given: unknown, principal: Principal): Promise<JsonObject> {
  const validated = await validatedOf(given, principal);
  if (validated.kind === 'too-large') throw new AppError('document-too-large', validated.detail);
  if (validated.kind === 'refused') throw invalidInput(validated.faults);
  return isJsonObject(given) ? given : documentOf(String(given), principal);
}

/** What a text holds that was validated. */
async function documentOf(text: string, { id }: Principal): Promise<JsonObject> {
  if (text.length <= SHORT_LENGTH_MAX) return readModel(text);
  return (await readInTurns(await WORKERS.run(READ, text, id))) as JsonObject;
}

function objectOf({ id, name }: IntegrationModel): AuditedObject {
  return { type: 'integration-model', id, name };
}

/** Documents are megabytes long: what the audit keeps tells one from another. */
async function noted({ document, summary }: FullModel): Promise<JsonObject> {
  const sha256 = createHash('sha256')
    .update(await writtenInTurns(document))
    .digest('hex');
  return { versionId: summary.versionId, operations: summary.operations, sha256 };
}
