import { type Model } from 'mongoose';
import { conflict } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { type Page } from '../../kernel/page.js';
import { findPage } from './lists/find-page.js';
import { type StoredList } from './lists/stored-filter.js';
import { isDuplicateKey } from './mongo-failures.js';

/** What each of them has. */
export interface NamedDocument {
  readonly _id: string;
  readonly name: string;
  readonly nameFolded: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly revision: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly updated: Date;
  readonly updatedBy: string;
}

/** What an administrator changes of one. */
export type Change<T> = Omit<T, '_id' | 'revision' | 'created' | 'createdBy'>;

/** Documents with a name of their own and a revision; there are few of them, and lists are in the order of the names. */
export class NamedDocumentsRepository<T extends NamedDocument> {
  /** @param noun what messages call one of them. */
  constructor(
    protected readonly model: Model<T>,
    readonly noun: string,
  ) {}

  /** A part of them, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<T>> {
    const by = { sort: { nameFolded: order }, hint: { nameFolded: 1 } } as const;
    const { items, total } = await findPage(this.model, filter, part, by);
    return { items: items.map((document) => this.opened(document)), total };
  }

  /** Those that are on; there are few. */
  async enabled(): Promise<readonly T[]> {
    const found = await this.model.find({ enabled: true }).lean<T[]>();
    return found.map((document) => this.opened(document));
  }

  async find(id: string): Promise<T | null> {
    const found = await this.model.findOne({ _id: id }).lean<T>();
    return found && this.opened(found);
  }

  async findByName(name: string): Promise<T | null> {
    const found = await this.model.findOne({ nameFolded: foldText(name) }).lean<T>();
    return found && this.opened(found);
  }

  async count(): Promise<number> {
    return this.model.estimatedDocumentCount();
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(document: T): Promise<void> {
    await this.orNameTaken(document.name, () => this.model.create(this.sealed(document)));
  }

  /**
   * @returns false when it no longer has this revision.
   * @throws AppError `conflict` when the name is taken.
   */
  async replace(_id: string, revision: number, change: Change<T>): Promise<boolean> {
    const { matchedCount } = await this.orNameTaken(change.name, () =>
      this.model
        .updateOne({ _id, revision }, { $set: { ...this.sealed(change), revision: revision + 1 } })
        .exec(),
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    return (await this.model.deleteOne({ _id, revision })).deletedCount === 1;
  }

  /** How one is stored, by those who seal something of it. */
  protected sealed<U extends Change<T>>(document: U): U {
    return document;
  }

  /** The same, opened again. */
  protected opened(document: T): T {
    return document;
  }

  private async orNameTaken<R>(name: string, write: () => Promise<R>): Promise<R> {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`${this.noun} '${name}' already exists`, 'name-taken');
    }
  }
}
