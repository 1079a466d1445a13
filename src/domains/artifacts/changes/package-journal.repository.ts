import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import {
  type ChangePhase,
  PACKAGE_CHANGE_MODEL,
  type PackageChange,
} from '../stored/package-change.schema.js';

/** The journals of changes that have begun and not ended: at most one, since they wait for each other. */
@Injectable()
export class PackageJournalRepository {
  constructor(@InjectModel(PACKAGE_CHANGE_MODEL) private readonly changes: Model<PackageChange>) {}

  async begin(change: PackageChange): Promise<void> {
    await this.changes.create(change);
  }

  /**
   * The one write that decides a change, one way or the other.
   * @returns false when it is decided already, or has ended.
   */
  async decide(id: string, phase: Exclude<ChangePhase, 'staging'>): Promise<boolean> {
    const { matchedCount } = await this.changes
      .updateOne({ _id: id, phase: 'staging' }, { $set: { phase } })
      .exec();
    return matchedCount === 1;
  }

  /** What a change was decided to be; null when it has ended. */
  async phaseOf(id: string): Promise<ChangePhase | null> {
    const found = await this.changes
      .findOne({ _id: id }, { phase: 1 })
      .lean<Pick<PackageChange, 'phase'>>()
      .exec();
    return found?.phase ?? null;
  }

  async end(id: string): Promise<void> {
    await this.changes.deleteOne({ _id: id }).exec();
  }

  async unfinished(): Promise<readonly PackageChange[]> {
    return this.changes.find().sort({ _id: 1 }).lean<PackageChange[]>().exec();
  }
}
