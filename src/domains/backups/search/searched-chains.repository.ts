import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type Gbac, mayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { readableBy } from '../../../platform/database/gbac-filter.js';
import { allOf, startsWithFilter, type TextFilter } from '../../../platform/database/text-match.js';
import { type RequiredLiterals } from '../../../cores/patterns/required-literals.js';
import { BACKUP_MODEL, CHAIN_MODEL, SEGMENT_MODEL } from '../store/backup.schema.js';
import { type StoredBackup } from '../store/stored-backup.js';
import { type NewestVersion, type StoredChain, type StoredSegment } from '../store/stored-chain.js';
import { type ChainKey, type SearchPosition } from './search-position.js';
import { type BackupSearch } from './search-request.js';
import { signatureCondition } from './signature-condition.js';

/** A chain to be searched. */
export interface SearchedKey extends ChainKey {
  /** Whether the caller sees its newest version: of what he does not see, progress says nothing. */
  readonly counts: boolean;
}
/** A chain with its newest version. */
export type SearchedChain = Pick<StoredChain, '_id' | 'deviceId' | 'name' | 'type'> & {
  readonly newest: Pick<NewestVersion, 'backupId' | 'date' | 'text'> | null;
};
/** Which segments a chain has. */
export type SegmentedChain = Pick<StoredChain, '_id' | 'segments'>;
/** What answers say of a version. */
export type SearchedVersion = Pick<
  StoredBackup,
  '_id' | 'place' | 'deviceId' | 'name' | 'type' | 'date'
>;

/** Not the signature, which is as large as the text. */
const NEWEST = {
  deviceId: 1,
  name: 1,
  type: 1,
  'newest.backupId': 1,
  'newest.date': 1,
  'newest.text': 1,
};
const VERSION = { place: 1, deviceId: 1, name: 1, type: 1, date: 1 };

/** Chains, segments and versions as searches read them: signatures first, texts where these admit it. */
@Injectable()
export class SearchedChainsRepository {
  constructor(
    @InjectModel(CHAIN_MODEL) private readonly chains: Model<StoredChain>,
    @InjectModel(SEGMENT_MODEL) private readonly segments: Model<StoredSegment>,
    @InjectModel(BACKUP_MODEL) private readonly backups: Model<StoredBackup>,
  ) {}

  /** How many devices a search goes through that the caller sees. */
  async count(search: BackupSearch): Promise<number> {
    const newest: BackupSearch = { ...search, scope: 'newest' };
    return this.chains.countDocuments(chainsOf(newest)).hint(indexFor(newest)).exec();
  }

  /** The next chains in order. */
  async keysAfter(
    search: BackupSearch,
    after: SearchPosition | null,
    limit: number,
  ): Promise<readonly SearchedKey[]> {
    const counts = counted(search);
    const fields = { nameFolded: 1, ...(counts && { gbac: 1 }) };
    const found = await this.chains
      .find(allOf([chainsOf(search), beyond(after)]), fields)
      .sort({ nameFolded: 1, _id: 1 })
      .limit(limit)
      .hint(indexFor(search))
      .lean<Pick<StoredChain, '_id' | 'nameFolded' | 'gbac'>[]>();
    return found.map(({ _id, nameFolded, gbac }) => ({
      nameFolded,
      chain: _id,
      counts: counts?.(gbac) ?? true,
    }));
  }

  /** Those of the chains whose newest version may match, without their texts. */
  async admittedChains(
    ids: readonly string[],
    need: RequiredLiterals,
  ): Promise<ReadonlySet<string>> {
    const condition = signatureCondition('newest.signature', need, trusted);
    const found = await this.chains
      .find({ _id: trusted({ $in: ids }), ...condition }, { _id: 1 })
      .hint('_id_')
      .lean<Pick<StoredChain, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Chains with the texts of their newest versions, as long as the caller may see those. */
  async newest(
    ids: readonly string[],
    principal: Principal,
  ): Promise<ReadonlyMap<string, SearchedChain>> {
    const conditions = allOf([{ _id: trusted({ $in: ids }) }, readable(principal)]);
    const found = await this.chains.find(conditions, NEWEST).hint('_id_').lean<SearchedChain[]>();
    return new Map(found.map((chain) => [chain._id, chain]));
  }

  /** Chains with the places of their segments. */
  async segmented(ids: readonly string[]): Promise<readonly SegmentedChain[]> {
    return this.chains
      .find({ _id: trusted({ $in: ids }) }, { segments: 1 })
      .hint('_id_')
      .lean<SegmentedChain[]>();
  }

  /** Those of the segments in which a version may match. */
  async admittedSegments(
    ids: readonly string[],
    need: RequiredLiterals,
  ): Promise<ReadonlySet<string>> {
    const condition = signatureCondition('signature', need, trusted);
    const found = await this.segments
      .find({ _id: trusted({ $in: ids }), ...condition }, { _id: 1 })
      .hint('_id_')
      .lean<Pick<StoredSegment, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  /** The versions of a chain that the caller may see, by place. */
  async versions(
    chain: string,
    principal: Principal,
  ): Promise<ReadonlyMap<number, SearchedVersion>> {
    const visible = { chain, hidden: trusted({ $ne: true }) };
    const found = await this.backups
      .find(allOf([visible, readable(principal)]), VERSION)
      .hint('chain')
      .lean<SearchedVersion[]>();
    return new Map(found.map((version) => [version.place, version]));
  }
}

/**
 * The devices of a search. Of the newest version the head itself says who may see it; of older ones each version
 * does, so that a device that is not seen today may have been seen before.
 */
function chainsOf({ filter, principal, scope }: BackupSearch): TextFilter {
  const { name, startsWith: prefix, type } = filter;
  return allOf([
    name === undefined ? {} : { nameFolded: foldText(name) },
    prefix === undefined ? {} : startsWithFilter('nameFolded', prefix),
    type === undefined ? {} : { type: trusted({ $eq: type }) },
    scope === 'newest' ? readable(principal) : {},
  ]);
}

/** Administrators walk in the order of names; all others merge the ranges of their groups in that order. */
function indexFor({ principal, scope }: BackupSearch): 'name' | 'readable' {
  const isForAll = Object.keys(readable(principal)).length === 0;
  return isForAll || scope === 'history' ? 'name' : 'readable';
}

/** What tells whether a chain counts; undefined where all do. */
function counted({ principal, scope }: BackupSearch): ((gbac: Gbac) => boolean) | undefined {
  if (scope === 'newest' || Object.keys(readable(principal)).length === 0) return undefined;
  return (gbac) => mayRead(principal, 'ConfigurationManager', gbac).admitted;
}

function readable(principal: Principal): TextFilter {
  return readableBy(principal, 'ConfigurationManager');
}

/** What is left: a chain that is not done comes once more. */
function beyond(after: SearchPosition | null): TextFilter {
  if (!after) return {};
  const { nameFolded, chain, place } = after;
  return {
    nameFolded: trusted({ $gte: nameFolded }),
    $nor: [{ nameFolded, _id: trusted(place === null ? { $lte: chain } : { $lt: chain }) }],
  };
}
