import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { PACKAGE_MODEL } from '../stored/package.schema.js';
import { type InstalledRecord, type StoredPackage } from '../stored/stored-package.js';

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

/** The installed packages, as far as dependencies go. */
@Injectable()
export class InstalledPackagesRepository {
  constructor(@InjectModel(PACKAGE_MODEL) private readonly packages: Model<StoredPackage>) {}

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
