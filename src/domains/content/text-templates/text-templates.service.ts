import { Injectable } from '@nestjs/common';
import { AppError, invalidInput, notFound } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { AppLogger } from '../../../platform/logging/app-logger.js';
import { changedMembers } from '../records/changed-members.js';
import {
  ContentDocumentsService,
  type GivenDocument,
  type Removal,
} from '../records/content-documents.service.js';
import { ContentLookupService } from '../records/content-lookup.service.js';
import { type ContentList } from '../records/content-list.js';
import { type ContentRecord } from '../records/content-record.js';

/** What became of one template of several. */
export interface TemplateOutcome {
  readonly message: string;
  readonly original: JsonValue;
  /** Null where it was not imported. */
  readonly record: ContentRecord | null;
}

/** A change of a template. */
export interface TextTemplateChange {
  /** The members that change; all others stay. */
  readonly update: JsonObject;
  readonly pointer: string;
  readonly expected: number | undefined;
}

const KIND = 'template';
/** Clients read these of every template, and not all of them send them. */
const DEFAULTS = {
  description: '',
  type: 'jinja2',
  group: '',
  command: '',
  template: '',
  data: '',
};
const UNFORESEEN = 'Failed for a reason that the log of the platform has; try again';

/** Templates of texts, in Jinja and TextFSM, as documents. */
@Injectable()
export class TextTemplatesService {
  constructor(
    private readonly documents: ContentDocumentsService,
    private readonly lookup: ContentLookupService,
    private readonly log: AppLogger,
  ) {}

  list(part: ContentList): Promise<Page<ContentRecord>> {
    return this.documents.list(KIND, part);
  }

  /**
   * A template by its id or name; a name may carry the prefix of a project.
   * @throws AppError `not-found`
   */
  async get(idOrName: string): Promise<ContentRecord> {
    const found = await this.lookup.find(KIND, { id: idOrName, name: idOrName });
    if (!found) throw notFound('Template', idOrName);
    return this.documents.get(KIND, found.id);
  }

  /** @throws AppError `invalid-input`, `document-too-large`, `conflict`. */
  create({ document, pointer }: GivenDocument, principal: Principal): Promise<ContentRecord> {
    const given = { document: { ...DEFAULTS, ...document }, pointer };
    return this.documents.create(KIND, given, principal);
  }

  /** @throws AppError `not-found`; as `ContentDocumentsService.replace` does. */
  async update(
    idOrName: string,
    { update, pointer, expected }: TextTemplateChange,
    principal: Principal,
  ): Promise<ContentRecord> {
    const { id } = await this.get(idOrName);
    const document = (present: JsonObject): JsonObject => changedMembers(present, update);
    return this.documents.replace(KIND, id, { document, pointer, expected }, principal);
  }

  /** @throws AppError `not-found`, `conflict` for one of a package, `precondition-failed`. */
  async remove(idOrName: string, removal: Removal): Promise<void> {
    const { id } = await this.get(idOrName);
    await this.documents.remove(KIND, id, removal);
  }

  /** Imports templates one by one; one that fails keeps no other from being imported. */
  async import(
    given: readonly JsonValue[],
    overwrite: boolean,
    principal: Principal,
  ): Promise<readonly TemplateOutcome[]> {
    const outcomes: TemplateOutcome[] = [];
    for (const [at, original] of given.entries()) {
      const pointer = `#/templates/${at}`;
      outcomes.push(await this.imported(original, { pointer, overwrite }, principal));
    }
    return outcomes;
  }

  private async imported(
    original: JsonValue,
    { pointer, overwrite }: { readonly pointer: string; readonly overwrite: boolean },
    principal: Principal,
  ): Promise<TemplateOutcome> {
    try {
      if (!isJsonObject(original)) throw invalidInput([{ pointer, detail: 'must be an object' }]);
      const given = { document: original, pointer };
      const record = await this.documents.import(KIND, given, { overwrite }, principal);
      return { message: `Successfully imported template '${record.name}'`, original, record };
    } catch (error) {
      return { message: this.failureOf(error), original, record: null };
    }
  }

  private failureOf(error: unknown): string {
    if (!(error instanceof AppError)) {
      this.log.error({ err: error }, 'one template of several failed');
      return UNFORESEEN;
    }
    const places = error.errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
    return [error.detail, ...places].join(': ');
  }
}
