import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest } from '../../../kernel/page.js';
import { CONTENT_KIND_NAMES } from '../records/content-kinds.js';
import { ContentRepositories } from '../records/content-repositories.repository.js';

/** A tag and how many documents have it. */
export interface TagUse {
  readonly name: string;
  readonly count: number;
  readonly types: Readonly<Record<string, number>>;
}

/** The tags that documents of all kinds carry. */
@Injectable()
export class TagsService {
  constructor(private readonly repositories: ContentRepositories) {}

  /** A part of the tags, in the order of their names. */
  async list({ skip, limit }: PageRequest): Promise<Page<TagUse>> {
    const uses = new Map<string, Record<string, number>>();
    for (const kind of CONTENT_KIND_NAMES) {
      for (const [tag, count] of await this.repositories.of(kind).countTags()) {
        uses.set(tag, { ...uses.get(tag), [kind]: count });
      }
    }
    const names = [...uses.keys()].sort();
    const items = names.slice(skip, skip + limit).map((name) => toUse(name, uses.get(name) ?? {}));
    return { items, total: names.length };
  }
}

function toUse(name: string, types: Readonly<Record<string, number>>): TagUse {
  return { name, types, count: Object.values(types).reduce((sum, count) => sum + count, 0) };
}
