import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf, type TextFilter } from '../../../platform/database/text-match.js';
import { PACKAGE_MODEL } from './package.schema.js';
import { type InstalledRecord, type StoredPackage } from './stored-package.js';

/** An installed package without its documents. */
export type InstalledHead = Pick<
  InstalledRecord,
  '_id' | 'name' | 'nameFolded' | 'version' | 'revision' | 'head'
>;

/** An installed package with the folded names of what it depends on. */
export type InstalledNode = Pick<
  InstalledRecord,
  '_id' | 'name' | 'nameFolded' | 'version' | 'revision' | 'dependencies'
>;

/** What lists show of an installed package. */
export type ListedRecord = Pick<
  InstalledRecord,
  '_id' | 'revision' | 'components' | 'head' | 'installed' | 'installedBy'
>;

const INSTALLED = { state: 'installed' } as const;
const VERSION = { nameFolded: 1, version: 1 } as const;
const BASE = { ...VERSION, name: 1, revision: 1 } as const;
const NODE = { ...BASE, dependencies: 1 } as const;
const LISTED = { revision: 1, components: 1, head: 1, installed: 1, installedBy: 1 } as const;

/** The collection of packages, as it is read; `PackageOperationsRepository` writes it. */
@Injectable()
export class PackagesRepository {
  constructor(@InjectModel(PACKAGE_MODEL) private readonly packages: Model<StoredPackage>) {}

  /** A part of the installed packages, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<ListedRecord>> {
    const conditions = allOf([INSTALLED, filter]);
    const sort = sortBy(['nameFolded', '_id'], order);
    return findPage<ListedRecord>(
      this.packages as unknown as Model<ListedRecord>,
      conditions,
      part,
      { sort, hint: 'list', members: LISTED, isCountedLast: true },
    );
  }

  /** An installed package by its `_id` or its name. */
  async find(idOrName: string): Promise<InstalledRecord | null> {
    return (
      (await this.packages
        .findOne({ ...INSTALLED, _id: idOrName })
        .lean<InstalledRecord>()
        .exec()) ?? this.findByName(idOrName)
    );
  }

  async findByName(name: string): Promise<InstalledRecord | null> {
    return this.packages
      .findOne({ ...INSTALLED, nameFolded: foldText(name) })
      .lean<InstalledRecord>()
      .exec();
  }

  /** Names of packages by `_id`, also of those whose installation is under way. */
  async findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.packages
      .find({ _id: trusted({ $in: ids }) }, { name: 1, nameFolded: 1 })
      .lean<Pick<StoredPackage, '_id' | 'name' | 'nameFolded'>[]>()
      .exec();
    return new Map(found.map(({ _id, name, nameFolded }) => [_id, name ?? nameFolded]));
  }

  /** The installed versions of these packages, by folded name. */
  async findVersions(namesFolded: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const names = { nameFolded: trusted({ $in: namesFolded }) };
    const found = await this.installed<'nameFolded' | 'version'>(names, 'list', VERSION);
    return new Map(found.map(({ nameFolded, version }) => [nameFolded, version]));
  }

  /** Installed packages of these names. */
  async findHeads(namesFolded: readonly string[]): Promise<readonly InstalledHead[]> {
    const names = { nameFolded: trusted({ $in: namesFolded }) };
    return this.installed<keyof InstalledHead>(names, 'name', { ...BASE, head: 1 });
  }

  /** Installed packages with one of these names or `_id`s. */
  async findNodes(names: readonly string[]): Promise<readonly InstalledNode[]> {
    const any = trusted({ $in: names });
    const [named, known] = await Promise.all([
      this.installed<keyof InstalledNode>({ nameFolded: any }, 'name', NODE),
      this.installed<keyof InstalledNode>({ _id: any }, { _id: 1 }, NODE),
    ]);
    return [...new Map([...named, ...known].map((node) => [node._id, node])).values()];
  }

  /** Installed packages that depend on one of these. */
  async findDependents(namesFolded: readonly string[]): Promise<readonly InstalledNode[]> {
    const needed = { dependencies: trusted({ $in: namesFolded }) };
    return this.installed<keyof InstalledNode>(needed, 'dependencies', NODE);
  }

  private installed<Member extends keyof InstalledRecord>(
    filter: TextFilter,
    hint: string | { _id: 1 },
    members: Readonly<Record<string, 1>>,
  ): Promise<Pick<InstalledRecord, Member>[]> {
    return this.packages
      .find({ ...INSTALLED, ...filter }, members)
      .hint(hint)
      .lean<Pick<InstalledRecord, Member>[]>()
      .exec();
  }
}
