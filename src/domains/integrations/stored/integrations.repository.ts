import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';
import { type DueCondition } from '../../../platform/work/due-condition.js';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { revisionIs } from '../../../platform/database/revision-filter.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { allOf } from '../../../platform/database/text-match.js';
import { type ProbeOutcome, type StoredIntegration } from './integration.js';
import { INTEGRATION_MODEL } from './integration.schema.js';

/** An installation under way only holds a name. */
const VISIBLE = { hidden: trusted({ $ne: true }) };

/** What a change of ours writes; `probeDue` null takes it off the list of what is looked at. */
export interface IntegrationChange {
  readonly data: NonNullable<StoredIntegration['data']>;
  readonly modelFolded: string;
  readonly enabled: boolean;
  readonly updated: Date;
  readonly updatedBy: string;
  readonly probeDue: Date | null;
}

/** The collection of integrations; an installation's reservations are never seen. */
@Injectable()
export class IntegrationsRepository {
  constructor(
    @InjectModel(INTEGRATION_MODEL) private readonly integrations: Model<StoredIntegration>,
  ) {}

  /** A part of the integrations, by name. */
  async list({ filter, order, ...part }: StoredList): Promise<Page<StoredIntegration>> {
    const by = { sort: sortBy(['nameFolded', '_id'], order), hint: 'list' };
    return findPage(this.integrations, allOf([filter, VISIBLE]), part, by);
  }

  async findByName(name: string): Promise<StoredIntegration | null> {
    return this.integrations
      .findOne({ nameFolded: foldText(name), ...VISIBLE })
      .lean<StoredIntegration>();
  }

  /** Those of the names that there are; the caller bounds them. */
  async findByNames(names: readonly string[]): Promise<readonly StoredIntegration[]> {
    return this.integrations
      .find({ nameFolded: trusted({ $in: names.map(foldText) }), ...VISIBLE })
      .sort({ nameFolded: 1 })
      .lean<StoredIntegration[]>();
  }

  /** @throws AppError `conflict` when the name is taken. */
  async insert(integration: StoredIntegration): Promise<void> {
    try {
      await this.integrations.create(integration);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Integration '${integration.name}' already exists`, 'name-taken');
    }
  }

  /**
   * Changes an integration; what was known of its health no longer counts.
   * @returns false when it no longer has this revision; one that a package brought has 0 at first.
   */
  async change(_id: string, revision: number, change: IntegrationChange): Promise<boolean> {
    const { probeDue, ...fields } = change;
    const set = { ...fields, revision: revision + 1, probe: null };
    const { matchedCount } = await this.integrations.updateOne(
      { _id, revision: revisionIs(revision), ...VISIBLE },
      probeDue ? { $set: { ...set, probeDue } } : { $set: set, $unset: { probeDue: 1 } },
    );
    return matchedCount === 1;
  }

  /** @returns false when it no longer has this revision. */
  async remove(_id: string, revision: number): Promise<boolean> {
    const { deletedCount } = await this.integrations.deleteOne({ _id, revision });
    return deletedCount === 1;
  }

  /** One is to be looked at. */
  dueCondition(clock: Clock): DueCondition {
    return { collection: this.integrations.collection.name, filter: () => dueBy(clock.now()) };
  }

  /** Those whose other systems are to be looked at by now, the longest overdue first. */
  async findDue(now: Date, most: number): Promise<readonly StoredIntegration[]> {
    return this.integrations
      .find(dueBy(now))
      .sort({ probeDue: 1 })
      .limit(most)
      .lean<StoredIntegration[]>();
  }

  /** Keeps what a look found, unless the integration was changed meanwhile. */
  async noteProbe(
    { _id, revision = 0 }: StoredIntegration,
    probe: ProbeOutcome,
    probeDue: Date,
  ): Promise<boolean> {
    const { matchedCount } = await this.integrations.updateOne(
      { _id, revision, enabled: true },
      { $set: { probe, probeDue } },
    );
    return matchedCount === 1;
  }
}

function dueBy(now: Date): { readonly probeDue: { readonly $lte: Date }; readonly enabled: true } {
  return { probeDue: trusted({ $lte: now }), enabled: true };
}
