import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
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

const STATE = { state: 'installed' } as const;
const BASE = { name: 1, nameFolded: 1, version: 1, revision: 1 } as const;

/** The collection of packages, as it is read; `PackageOperationsRepository` writes it. */
@Injectable()
export class PackagesRepository {
  constructor(@InjectModel(PACKAGE_MODEL) private readonly packages: Model<StoredPackage>) {}

  /** A part of the installed packages, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<InstalledRecord>> {
    const conditions = allOf([STATE, filter]);
    const sort = sortBy(['nameFolded', '_id'], order);
    return findPage<InstalledRecord>(
      this.packages as unknown as Model<InstalledRecord>,
      conditions,
      part,
      { sort, hint: 'list', isCountedLast: true },
    );
  }

  /** An installed package by its `_id` or its name. */
  async find(idOrName: string): Promise<InstalledRecord | null> {
    return (
      (await this.packages
        .findOne({ _id: idOrName, state: 'installed' })
        .lean<InstalledRecord>()
        .exec()) ?? this.findByName(idOrName)
    );
  }

  async findByName(name: string): Promise<InstalledRecord | null> {
    return this.packages
      .findOne({ nameFolded: foldText(name), state: 'installed' })
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
    const found = await this.packages
      .find(
        { nameFolded: trusted({ $in: namesFolded }), state: 'installed' },
        { nameFolded: 1, version: 1 },
      )
      .hint('list')
      .lean<Pick<InstalledRecord, 'nameFolded' | 'version'>[]>()
      .exec();
    return new Map(found.map(({ nameFolded, version }) => [nameFolded, version]));
  }

  /** Installed packages of these names. */
  async findHeads(namesFolded: readonly string[]): Promise<readonly InstalledHead[]> {
    return this.packages
      .find({ ...STATE, nameFolded: trusted({ $in: namesFolded }) }, { ...BASE, head: 1 })
      .hint('name')
      .lean<InstalledHead[]>()
      .exec();
  }

  /** Installed packages with one of these names or `_id`s. */
  async findNodes(names: readonly string[]): Promise<readonly InstalledNode[]> {
    const fields = { ...BASE, dependencies: 1 };
    const [named, known] = await Promise.all([
      this.packages
        .find({ ...STATE, nameFolded: trusted({ $in: names }) }, fields)
        .hint('name')
        .lean<InstalledNode[]>()
        .exec(),
      this.packages
        .find({ ...STATE, _id: trusted({ $in: names }) }, fields)
        .hint({ _id: 1 })
        .lean<InstalledNode[]>()
        .exec(),
    ]);
    return [...new Map([...named, ...known].map((node) => [node._id, node])).values()];
  }

  /** Installed packages that depend on one of these. */
  async findDependents(namesFolded: readonly string[]): Promise<readonly InstalledNode[]> {
    return this.packages
      .find({ ...STATE, dependencies: trusted({ $in: namesFolded }) }, { ...BASE, dependencies: 1 })
      .hint('dependencies')
      .lean<InstalledNode[]>()
      .exec();
  }
}
