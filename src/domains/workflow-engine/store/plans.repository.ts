import { textParts } from '../../../kernel/cut-text.js';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { invariant } from '../../../kernel/invariant.js';
import { EngineWrites } from './engine-writes.js';
import { JOB_PLAN_MODEL, type StoredPlanPiece } from './job.schema.js';
import { repeatsIn } from './jobs.repository.js';

/** Of characters: a document holds 16 MiB, and a character is at most three bytes. */
const PIECE_LENGTH = 4 * 1024 * 1024;

/** The workflows that jobs began with, as texts in pieces. */
@Injectable()
export class PlansRepository {
  constructor(
    @InjectModel(JOB_PLAN_MODEL) private readonly plans: Model<StoredPlanPiece>,
    private readonly writes: EngineWrites,
  ) {}

  private get collection(): mongo.Collection<StoredPlanPiece> {
    return this.plans.collection as unknown as mongo.Collection<StoredPlanPiece>;
  }

  /** The text of one; undefined when it is not there. */
  async find(planId: string): Promise<string | undefined> {
    const pieces = await this.collection
      .find({ planId }, { hint: 'plan' })
      .sort({ planId: 1, piece: 1 })
      .toArray();
    const first = pieces[0];
    if (!first) return undefined;
    invariant(pieces.length === first.pieces, 'a plan has all of its pieces');
    return pieces.map(({ text }) => text).join('');
  }

  /** Keeps a text; one that is there already is used again. */
  async keep(planId: string, text: string, usedAt: Date): Promise<void> {
    const parts = textParts(text, PIECE_LENGTH);
    const pieces = parts.map((part, piece): StoredPlanPiece => ({
      _id: `${planId}/${piece}`,
      planId,
      piece,
      pieces: parts.length,
      text: part,
      usedAt,
    }));
    const isNew = await this.insert(pieces);
    if (isNew) return;
    await this.writes.run('plan-use', (options) =>
      this.collection.updateMany({ planId }, { $set: { usedAt } }, options),
    );
  }

  /** @returns false when any of them was there. */
  private async insert(pieces: readonly StoredPlanPiece[]): Promise<boolean> {
    try {
      await this.writes.run('plan-insert', (options) =>
        this.collection.insertMany([...pieces], { ordered: false, ...options }),
      );
      return true;
    } catch (error) {
      return repeatsIn(error).size === 0;
    }
  }
}
