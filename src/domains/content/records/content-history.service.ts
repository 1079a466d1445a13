import { Injectable } from '@nestjs/common';
import { notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { fromStored, type StoredDocument } from '../../../platform/database/storable.js';
import { AccountNamesService } from '../../user-management/accounts/account-names.service.js';
import { ContentDocumentsService } from './content-documents.service.js';
import { CONTENT_KINDS, type ContentKindName } from '../kinds/content-kinds.js';
import { type ContentRecord, type StoredContent } from './content-record.js';
import { ContentRepositories } from './content-repositories.repository.js';
import { ContentVersionsRepository } from './content-versions.repository.js';

/** A version of a document, without the document. */
export interface VersionSummary {
  readonly revision: number;
  readonly name: string;
  /** When it was saved; null for what a package brought. */
  readonly saved: Date | null;
  /** Who saved it: the username, or the id of an account that is gone. */
  readonly savedBy: string | null;
  /** Whether it is the document as it is now. */
  readonly current: boolean;
}

/** A version of a document as it was, or is. */
export interface DocumentVersion extends VersionSummary {
  readonly document: JsonObject;
}

/** A version to go back to. */
export interface RestoreRequest {
  readonly revision: number;
  /** The revision that the caller takes for the present one. */
  readonly expected: number | undefined;
}

/** A revision as a path says it. */
const REVISION = /^(?:0|[1-9]\d{0,9})$/;

/** What documents have been before: the present version and those that were kept before each change. */
@Injectable()
export class ContentHistoryService {
  constructor(
    private readonly repositories: ContentRepositories,
    private readonly versions: ContentVersionsRepository,
    private readonly documents: ContentDocumentsService,
    private readonly accounts: AccountNamesService,
  ) {}

  /**
   * Versions of a document, the newest first; the present one is the first of all.
   * @throws AppError `not-found`
   */
  async list(
    kind: ContentKindName,
    idOrName: string,
    { skip, limit }: PageRequest,
  ): Promise<Page<VersionSummary>> {
    const present = await this.present(kind, idOrName);
    const earlier = await this.versions.list(kind, present._id, {
      skip: Math.max(skip - 1, 0),
      limit,
    });
    const heads = earlier.items.map((version): VersionSummary => ({
      ...summary(version),
      current: false,
    }));
    const items = skip === 0 ? [currentSummary(present), ...heads] : heads;
    return { items: await this.named(items.slice(0, limit)), total: earlier.total + 1 };
  }

  /** @throws AppError `not-found` for an unknown document, and for a version that is not kept (any more). */
  async get(kind: ContentKindName, idOrName: string, revision: string): Promise<DocumentVersion> {
    const present = await this.present(kind, idOrName);
    if (!REVISION.test(revision)) throw notFound('Version', revision);
    const found = await this.versionOf(kind, present, Number(revision));
    const [named = found] = await this.named([found]);
    return named;
  }

  /** Two versions; the later one is the present one where nobody names it. */
  async pair(
    kind: ContentKindName,
    idOrName: string,
    { from, to }: { readonly from: number; readonly to: number | undefined },
  ): Promise<readonly [DocumentVersion, DocumentVersion]> {
    const present = await this.present(kind, idOrName);
    return [
      await this.versionOf(kind, present, from),
      await this.versionOf(kind, present, to ?? present.revision ?? 0),
    ];
  }

  /**
   * Makes an earlier version the newest one; what was there until now is kept like before any change.
   * @throws AppError as `get` does; `conflict` when its name is taken by now; `precondition-failed`.
   */
  async restore(
    kind: ContentKindName,
    idOrName: string,
    { revision, expected }: RestoreRequest,
    principal: Principal,
  ): Promise<ContentRecord> {
    const present = await this.present(kind, idOrName);
    const { document } = await this.versionOf(kind, present, revision);
    return this.documents.replace(
      kind,
      present._id,
      { document, pointer: '#', expected },
      principal,
    );
  }

  /** Records keep the ids of accounts; people know each other by name. */
  private async named<Version extends VersionSummary>(
    versions: readonly Version[],
  ): Promise<Version[]> {
    const ids = versions.flatMap(({ savedBy }) => savedBy ?? []);
    const known = await this.accounts.findMentioned(ids);
    return versions.map((version) => ({
      ...version,
      savedBy: known.get(version.savedBy ?? '')?.username ?? version.savedBy,
    }));
  }

  private async present(kind: ContentKindName, idOrName: string): Promise<StoredContent> {
    const found = await this.repositories.of(kind).find(idOrName);
    if (!found) throw notFound(CONTENT_KINDS[kind].label, idOrName);
    return found;
  }

  private async versionOf(
    kind: ContentKindName,
    present: StoredContent,
    revision: number,
  ): Promise<DocumentVersion> {
    if (revision === (present.revision ?? 0)) {
      return { ...currentSummary(present), document: documentOf(present) };
    }
    const found = await this.versions.find(kind, present._id, revision);
    if (!found) throw notFound('Version', String(revision));
    return { ...summary(found), current: false, document: documentOf(found) };
  }
}

function summary(version: Omit<VersionSummary, 'current'>): Omit<VersionSummary, 'current'> {
  const { revision, name, saved, savedBy } = version;
  return { revision, name, saved, savedBy };
}

function currentSummary(present: StoredContent): VersionSummary {
  const { revision = 0, name, updated = null, updatedBy = null } = present;
  return { revision, name, saved: updated, savedBy: updatedBy, current: true };
}

function documentOf({ document = {} }: { readonly document?: StoredDocument }): JsonObject {
  return fromStored(document);
}
