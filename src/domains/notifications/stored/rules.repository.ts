import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { NamedDocumentsRepository } from '../../../platform/database/named-documents.repository.js';
import { type StoredRule } from './rule.js';
import { RULE_MODEL } from './rule.schema.js';

/** Who is told of which events. */
@Injectable()
export class RulesRepository extends NamedDocumentsRepository<StoredRule> {
  constructor(@InjectModel(RULE_MODEL) rules: Model<StoredRule>) {
    super(rules, 'Rule');
  }

  /** Names of some rules that send to a channel, or are about what a group of accounts may work. */
  async namesOf(
    place: 'channels' | 'groups',
    id: string,
    limit: number,
  ): Promise<readonly string[]> {
    const found = await this.model
      .find({ [place]: id }, { name: 1 })
      .sort({ nameFolded: 1 })
      .limit(limit)
      .hint({ [place]: 1, nameFolded: 1 })
      .lean<Pick<StoredRule, 'name'>[]>();
    return found.map(({ name }) => name);
  }
}
