import { Injectable } from '@nestjs/common';
import { AppError, notFound } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import {
  ContentDocumentsService,
  type GivenDocument,
  type Removal,
} from '../records/content-documents.service.js';
import { type ContentList } from '../records/content-list.js';
import { ContentLookupService } from '../records/content-lookup.service.js';
import { type ContentRecord } from '../records/content-record.js';
import {
  type AnswersVerdict,
  validateAnswers,
} from '../../../cores/form-answers/validate-answers.js';
import { type AnswersOutcome, AnswerMigrationService } from './answer-migration.service.js';

/** A form that was replaced, and what became of the answers that are kept to it. */
export interface ReplacedForm {
  readonly record: ContentRecord;
  readonly storedAnswers: readonly AnswersOutcome[];
}

/** What became of one form of several. */
export interface FormOutcome {
  readonly success: boolean;
  readonly message: string;
  readonly original: JsonValue;
  /** Null where it was not imported. */
  readonly created: ContentRecord | null;
  readonly storedAnswers: readonly AnswersOutcome[];
}

/** What became of a form that was to be deleted. */
export interface DeletionOutcome {
  readonly id: string;
  /** Why it is still there; null when it is gone. */
  readonly failure: string | null;
}

/** A verdict on answers that are an object. */
export interface FormAnswersVerdict extends AnswersVerdict {
  readonly answers: JsonObject;
}

const KIND = 'json-form';
const NOT_IMPORTED = { success: false, created: null, storedAnswers: [] } as const;
const UNFORESEEN = 'Failed for a reason that the log of the platform has; try again';

/** JSON forms, and the answers to them. */
@Injectable()
export class JsonFormsService {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly lookup: ContentLookupService,
    private readonly migration: AnswerMigrationService,
    private readonly log: AppLogger,
  ) {}

  async list(query: ContentList): Promise<Page<ContentRecord>> {
    return this.documents.list(KIND, query);
  }

  /**
   * A form by its id or name; a name may carry the prefix of a project.
   * @throws AppError `not-found`
   */
  async get(idOrName: string): Promise<ContentRecord> {
    const found = await this.lookup.find(KIND, { id: idOrName, name: idOrName });
    if (!found) throw notFound('JSON form', idOrName);
    return this.documents.get(KIND, found.id);
  }

  /** @throws AppError as `ContentDocumentsService.create` does. */
  async create(given: GivenDocument, principal: Principal): Promise<ContentRecord> {
    return this.documents.create(KIND, given, principal);
  }

  /** Imports forms one by one; one that fails keeps no other from being imported. */
  async import(
    given: readonly { readonly form: JsonValue; readonly pointer: string }[],
    overwrite: boolean,
    principal: Principal,
  ): Promise<readonly FormOutcome[]> {
    const outcomes: FormOutcome[] = [];
    for (const { form, pointer } of given) {
      const { done, failure } = await this.attempt(async () => {
        if (!isJsonObject(form))
          throw new AppError('invalid-input', `${pointer} must be an object`);
        return this.importOne({ document: form, pointer }, overwrite, principal);
      });
      outcomes.push(
        done ? imported(form, done) : { ...NOT_IMPORTED, message: failure, original: form },
      );
    }
    return outcomes;
  }

  /** @throws AppError `not-found`; as `ContentDocumentsService.replace` does. */
  async replace(
    idOrName: string,
    change: GivenDocument & { readonly expected: number | undefined },
    principal: Principal,
  ): Promise<ReplacedForm> {
    const before = await this.get(idOrName);
    const record = await this.documents.replace(KIND, before.id, change, principal);
    return { record, storedAnswers: await this.migration.follow(before, record, principal) };
  }

  /** @throws AppError `not-found`, `conflict` for one of a package, `precondition-failed`. */
  async remove(idOrName: string, removal: Removal): Promise<void> {
    const { id } = await this.get(idOrName);
    await this.documents.remove(KIND, id, removal);
  }

  /** Deletes forms one by one. */
  async removeAll(ids: readonly string[], force: boolean): Promise<readonly DeletionOutcome[]> {
    const outcomes: DeletionOutcome[] = [];
    for (const id of ids) {
      const { failure } = await this.attempt(async () =>
        this.remove(id, { expected: undefined, force }),
      );
      outcomes.push({ id, failure });
    }
    return outcomes;
  }

  /**
   * Judges answers to a form, completed by its defaults.
   * @throws AppError `not-found`
   */
  async validate(idOrName: string, answers: JsonObject): Promise<FormAnswersVerdict> {
    const { document } = await this.get(idOrName);
    const verdict = await validateAnswers(document, answers);
    return { ...verdict, answers: isJsonObject(verdict.answers) ? verdict.answers : answers };
  }

  private async importOne(
    given: GivenDocument,
    overwrite: boolean,
    principal: Principal,
  ): Promise<ReplacedForm> {
    const { name } = given.document;
    const reference = { id: '', name: typeof name === 'string' ? name : '' };
    const present = overwrite ? await this.lookup.find(KIND, reference) : undefined;
    const before = present?.name === name && present ? await this.get(present.id) : undefined;
    const record = await this.documents.import(KIND, given, { overwrite }, principal);
    if (before?.id !== record.id) return { record, storedAnswers: [] };
    return { record, storedAnswers: await this.migration.follow(before, record, principal) };
  }

  private async attempt<T>(
    work: () => Promise<T>,
  ): Promise<
    { readonly done: T; readonly failure: null } | { readonly done: null; readonly failure: string }
  > {
    try {
      return { done: await work(), failure: null };
    } catch (error) {
      if (error instanceof AppError) return { done: null, failure: error.detail };
      this.log.error({ err: error }, 'one JSON form of several failed');
      return { done: null, failure: UNFORESEEN };
    }
  }
}

function imported(original: JsonValue, { record, storedAnswers }: ReplacedForm): FormOutcome {
  const message = `Successfully imported JSON form '${record.name}'`;
  return { success: true, message, original, created: record, storedAnswers };
}
