import { Injectable } from '@nestjs/common';
import { type ContentKindName, CONTENT_KIND_NAMES } from '../kinds/content-kinds.js';
import { ContentRepositories } from '../records/content-repositories.repository.js';

/** A tag and how many documents have it. */
export interface TagUse {
  readonly name: string;
  readonly count: number;
  readonly types: Readonly<Record<string, number>>;
}

/** A document that has a tag. */
export interface TaggedDocument {
  readonly type: ContentKindName;
  readonly id: string;
  readonly name: string;
}

/** The tags that documents of all kinds carry. */
@Injectable()
export class TagUsesService {
  constructor(private readonly repositories: ContentRepositories) {}

  /** All tags, in the order of their names. */
  async all(): Promise<readonly TagUse[]> {
    const uses = new Map<string, Record<string, number>>();
    for (const kind of CONTENT_KIND_NAMES) {
      for (const [tag, count] of await this.repositories.of(kind).countTags()) {
        uses.set(tag, { ...uses.get(tag), [kind]: count });
      }
    }
    return [...uses.keys()].sort().map((name) => toUse(name, uses.get(name) ?? {}));
  }

  /** Names of the tags of a document; none where there is no such document. */
  async of(id: string): Promise<ReadonlySet<string>> {
    const heads = await Promise.all(
      CONTENT_KIND_NAMES.map((kind) => this.repositories.of(kind).findHeadsById([id])),
    );
    return new Set(heads.flat().flatMap(({ facts }) => facts?.tags ?? []));
  }

  /** Documents that have a tag, by kind and name; not more than `most` of each kind. */
  async documentsWith(tag: string, most: number): Promise<readonly TaggedDocument[]> {
    const found = await Promise.all(
      CONTENT_KIND_NAMES.map(async (type) => {
        const heads = await this.repositories.of(type).findTagged(tag, most);
        return heads.map(({ _id: id, name }) => ({ type, id, name }));
      }),
    );
    return found.flat();
  }
}

function toUse(name: string, types: Readonly<Record<string, number>>): TagUse {
  return { name, types, count: Object.values(types).reduce((sum, count) => sum + count, 0) };
}
