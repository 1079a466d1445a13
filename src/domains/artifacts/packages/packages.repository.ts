import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page, type PageRequest, type SortDirection } from '../../../kernel/page.js';
import {
  allOf,
  contains,
  equals,
  type TextFilter,
  type TextFields,
} from '../../../platform/database/text-match.js';
import { toKeywordLines } from './keyword-lines.js';
import { PACKAGE_MODEL } from './package.schema.js';
import { type InstalledRecord, type StoredPackage } from './stored-package.js';

/** What operation 3 filters by; every given one must hold. */
export interface PackageFilter {
  readonly equals: {
    readonly name?: string | undefined;
    readonly version?: string | undefined;
    readonly keywords?: string | undefined;
  };
  readonly contains: {
    readonly name?: string | undefined;
    readonly description?: string | undefined;
  };
}

const SEARCHED: TextFields = {
  name: { path: 'name', foldedPath: 'nameFolded' },
  description: { path: 'descriptionFolded', foldedPath: 'descriptionFolded' },
  version: { path: 'version' },
  keywords: { path: 'keywords' },
};
/** Longer ones are not installed: `readArtifact` refuses them. */
const KEYWORD_LENGTH_MAX = 256;
const PATTERN_CHARACTERS = /[\\^$.*+?()[\]{}|]/g;

/** The collection of packages, as the answers read it. */
@Injectable()
export class PackagesRepository {
  constructor(@InjectModel(PACKAGE_MODEL) private readonly packages: Model<StoredPackage>) {}

  /** A part of the installed packages, by name. */
  async list(
    filter: PackageFilter,
    order: SortDirection,
    { skip, limit }: PageRequest,
  ): Promise<Page<InstalledRecord>> {
    const { conditions, hint } = toConditions(filter);
    const [items, total] = await Promise.all([
      this.packages
        .find(conditions)
        .sort({ nameFolded: order, _id: order })
        .skip(skip)
        .limit(limit)
        .hint(hint)
        .lean<InstalledRecord[]>()
        .exec(),
      this.packages.countDocuments(conditions).hint(hint).exec(),
    ]);
    return { items, total };
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

  /** Names of the installed packages that depend on one. */
  async findDependents(nameFolded: string): Promise<readonly string[]> {
    const found = await this.packages
      .find(
        { dependencies: nameFolded, state: 'installed', nameFolded: trusted({ $ne: nameFolded }) },
        { name: 1 },
      )
      .sort({ nameFolded: 1 })
      .hint('dependencies')
      .lean<Pick<InstalledRecord, 'name'>[]>()
      .exec();
    return found.map(({ name }) => name);
  }
}

interface Conditions {
  readonly conditions: TextFilter;
  /** The index whose keys decide the whole filter, so that no document is read in vain. */
  readonly hint: string;
}

function toConditions(filter: PackageFilter): Conditions {
  const { name, version, keywords } = filter.equals;
  const searched = searchConditions(filter);
  const installed = { state: 'installed', ...exactly('version', version) };
  if (name !== undefined) {
    const named = { ...installed, ...exactly('name', name), nameFolded: foldText(name) };
    return {
      conditions: allOf([named, exactly('keywords', keywords), ...searched]),
      hint: 'name',
    };
  }
  if (keywords !== undefined && searched.length === 0) {
    return {
      conditions: { ...installed, ...exactly('keywords', keywords) },
      hint: 'list_of_keyword',
    };
  }
  return {
    conditions: allOf([installed, keywordLine(keywords), ...searched]),
    hint: version === undefined ? 'list' : 'list_of_version',
  };
}

function exactly(name: 'name' | 'version' | 'keywords', text: string | undefined): TextFilter {
  if (text === undefined) return {};
  return equals({ fields: SEARCHED, name, pointer: `#/queryOptions/equals/${name}` }, text);
}

function searchConditions({ contains: texts }: PackageFilter): readonly TextFilter[] {
  return (['name', 'description'] as const).flatMap((field) => {
    const text = texts[field];
    if (text === undefined || text === '') return [];
    const pointer = `#/queryOptions/contains/${field}`;
    return [contains({ fields: SEARCHED, name: field, pointer }, text)];
  });
}

/** A list cannot be searched together with a text in one index; the lines of one text can. */
function keywordLine(keyword: string | undefined): TextFilter {
  if (keyword === undefined) return {};
  if (keyword.length > KEYWORD_LENGTH_MAX) return { keywordLines: trusted({ $in: [] }) };
  const line = toKeywordLines([keyword]).replace(PATTERN_CHARACTERS, String.raw`\$&`);
  return { keywordLines: trusted({ $regex: line }) };
}
