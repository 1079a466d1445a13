import { Injectable } from '@nestjs/common';
import { AppError, type Fault, notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { fromStored } from '../../../platform/database/storable.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { type ContentRecord } from '../records/content-record.js';
import { ContentVersionsRepository } from '../records/content-versions.repository.js';
import {
  type AnswersMigration,
  migrateAnswers,
  type MovedAnswer,
} from '../../../cores/form-answers/migrate-answers.js';
import { schemaHash } from '../../../cores/form-answers/schema-hash.js';
import {
  type AnswerProvider,
  type StoredAnswer,
  StoredAnswersService,
} from './stored-answers.service.js';

/**
 * What became of answers that somebody keeps. Their values are not told: who may change a form may not
 * see everything that is answered to it.
 */
export interface AnswersOutcome {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly status: 'migrated' | 'unchanged' | 'failed';
  readonly detail: string;
  readonly moved: readonly MovedAnswer[];
  /** Pointers into the new answers. */
  readonly converted: readonly string[];
  /** What has no place any more; pointers into the answers before. */
  readonly dropped: readonly Fault[];
  readonly unmigrated: readonly Fault[];
}

/** Which version of a form answers were given to. */
export type AnsweredVersion = { readonly revision: number } | { readonly schemaHash: string };

const KIND = 'json-form';
const VERSIONS_MAX = 100;
const NOTHING = { moved: [], converted: [], dropped: [], unmigrated: [] } as const;
const UNFORESEEN = 'Failed for a reason that the log of the platform has';

/** Brings answers from one version of a form to another. */
@Injectable()
export class AnswerMigrationService {
  constructor(
    private readonly stored: StoredAnswersService,
    private readonly versions: ContentVersionsRepository,
    private readonly log: AppLogger,
  ) {}

  /**
   * Answers that are kept to a form follow it into its new version. The form is changed already, so what
   * fails is told and fails alone. Of those that the caller may not see nothing is told.
   */
  async follow(
    before: ContentRecord,
    after: ContentRecord,
    principal: Principal,
  ): Promise<readonly AnswersOutcome[]> {
    const outcomes: AnswersOutcome[] = [];
    const form = { id: after.id, names: [...new Set([before.name, after.name])] };
    for (const provider of this.stored.providers) {
      for (const answer of await this.found(provider, form, principal)) {
        const outcome = await this.outcome(provider, answer, { before, after }, principal);
        if (answer.shown) outcomes.push(outcome);
      }
    }
    return outcomes;
  }

  /**
   * Answers given to another version of a form, as answers to the present one.
   * @throws AppError `not-found` where the version is not kept any more.
   */
  async migrate(
    form: ContentRecord,
    from: AnsweredVersion,
    answers: JsonObject,
  ): Promise<AnswersMigration> {
    const old = await this.version(form, from);
    const named = 'revision' in from ? String(from.revision) : from.schemaHash;
    if (!old) throw notFound(`Version of JSON form '${form.name}'`, named);
    return migrateAnswers(old, form.document, answers);
  }

  private async found(
    provider: AnswerProvider,
    form: { readonly id: string; readonly names: readonly string[] },
    principal: Principal,
  ): Promise<readonly StoredAnswer[]> {
    try {
      return await provider.find(form, principal);
    } catch (error) {
      this.log.error({ err: error, kind: provider.kind }, 'answers to a form were not found');
      return [];
    }
  }

  private async outcome(
    provider: AnswerProvider,
    answer: StoredAnswer,
    forms: { readonly before: ContentRecord; readonly after: ContentRecord },
    principal: Principal,
  ): Promise<AnswersOutcome> {
    const known = { kind: provider.kind, id: answer.id, name: answer.name };
    try {
      return { ...known, ...(await this.moved(provider, answer, forms, principal)) };
    } catch (error) {
      if (!(error instanceof AppError)) this.log.error({ err: error }, 'answers were not migrated');
      const detail = error instanceof AppError ? error.detail : UNFORESEEN;
      return { ...known, ...NOTHING, status: 'failed', detail };
    }
  }

  private async moved(
    provider: AnswerProvider,
    answer: StoredAnswer,
    { before, after }: { readonly before: ContentRecord; readonly after: ContentRecord },
    principal: Principal,
  ): Promise<Omit<AnswersOutcome, 'kind' | 'id' | 'name'>> {
    const hash = schemaHash(after.document);
    const isCurrent = answer.schemaHash === hash && schemaHash(before.document) === hash;
    if (isCurrent && before.name === after.name)
      return { ...NOTHING, status: 'unchanged', detail: 'The form asks for the same' };
    const given = answer.schemaHash;
    const known = given === undefined ? null : await this.version(before, { schemaHash: given });
    const migrated = migrateAnswers(known ?? before.document, after.document, answer.answers);
    const { answers, dropped, converted, moved, unmigrated } = migrated;
    const change = { answers, schemaHash: hash, formName: after.name, aside: dropped };
    const isKept = await provider.replace(answer, change, principal);
    return {
      status: isKept ? 'migrated' : 'failed',
      detail: isKept ? 'Follows the form' : 'Was changed meanwhile; save the form again',
      moved,
      converted: converted.map(({ pointer }) => pointer),
      dropped: dropped.map(({ pointer, detail }) => ({ pointer, detail })),
      unmigrated,
    };
  }

  /** The form as it was in a version; null where that is not kept. */
  private async version(form: ContentRecord, from: AnsweredVersion): Promise<JsonObject | null> {
    const isPresent =
      'revision' in from
        ? from.revision === form.revision
        : from.schemaHash === schemaHash(form.document);
    if (isPresent) return form.document;
    if ('revision' in from) return this.kept(form.id, from.revision);
    const heads = await this.versions.list(KIND, form.id, { skip: 0, limit: VERSIONS_MAX });
    for (const { revision } of heads.items) {
      const document = await this.kept(form.id, revision);
      if (document && schemaHash(document) === from.schemaHash) return document;
    }
    return null;
  }

  private async kept(id: string, revision: number): Promise<JsonObject | null> {
    const version = await this.versions.find(KIND, id, revision);
    return version?.document ? fromStored(version.document) : null;
  }
}
