import { Injectable } from '@nestjs/common';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { foldText } from '../../../kernel/folded-text.js';
import { readProjectName } from '../../../kernel/project-names.js';
import { type ContentKindName } from '../kinds/content-kinds.js';
import { ContentRepositories } from './content-repositories.repository.js';
import { type ContentHead } from './content.repository.js';

/** How documents elsewhere refer to one: by its id, by its name, or by both; empty where they do not. */
export interface ContentReference {
  readonly id: string;
  /** May carry the `@<projectId>: ` prefix of a project. */
  readonly name: string;
}

/** A document that is there, without what it holds. */
export interface FoundContent {
  readonly id: string;
  readonly name: string;
  /** Whether it is a draft, which cannot be started. */
  readonly draft: boolean;
  /** What lists find it by beside its name (`ContentFacts`). */
  readonly keys: readonly string[];
  /** Another one after each change of the document, and for each document. */
  readonly version: string;
  /** Who wrote it last, as the credential was held that he used; null for nobody, or nobody who is known. */
  readonly writer: ResponsibleAccount | null;
}

const AROUND_MAX = 10;

/** Finds documents that others refer to, many at once. */
@Injectable()
export class ContentLookupService {
  constructor(private readonly repositories: ContentRepositories) {}

  /** The document that a reference means: of its id, else of its name, else of its name without project. */
  async find(
    kind: ContentKindName,
    reference: ContentReference,
  ): Promise<FoundContent | undefined> {
    const [found] = await this.findAll(kind, [reference]);
    return found;
  }

  /** The documents that references mean, in their order; two queries however many there are. */
  async findAll(
    kind: ContentKindName,
    references: readonly ContentReference[],
  ): Promise<readonly (FoundContent | undefined)[]> {
    const repository = this.repositories.of(kind);
    const ids = given(references.map(({ id }) => id));
    const names = given(references.flatMap(({ name }) => [name, bare(name)]));
    const [withIds, withNames] = await Promise.all([
      ids.length === 0 ? [] : repository.findHeadsById(ids),
      names.length === 0 ? [] : repository.findHeads(names),
    ]);
    const byId = new Map(withIds.map((head) => [head._id, head]));
    const byName = new Map(withNames.map((head) => [head.nameFolded, head]));
    return references.map(({ id, name }) => {
      const named = byName.get(foldText(name)) ?? byName.get(foldText(bare(name)));
      const head = byId.get(id) ?? named;
      return head && toFound(head);
    });
  }

  /** Some names of documents that stand around one in the order of names. */
  async namesAround(kind: ContentKindName, name: string): Promise<readonly string[]> {
    return this.repositories.of(kind).findNamesAround(name, AROUND_MAX);
  }
}

function given(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function bare(name: string): string {
  return readProjectName(name).name;
}

function toFound({
  _id,
  name,
  facts,
  revision,
  updated,
  hash,
  ...written
}: ContentHead): FoundContent {
  const version = [_id, revision ?? 0, updated?.getTime() ?? 0, hash ?? ''].join(' ');
  const { draft = false, keys = [] } = facts ?? {};
  return { id: _id, name, draft, keys, version, writer: writerOf(written) };
}

function writerOf({
  updatedBy: id,
  updatedWith: limits = null,
}: Pick<ContentHead, 'updatedBy' | 'updatedWith'>): ResponsibleAccount | null {
  return id === undefined ? null : { id, limits };
}
