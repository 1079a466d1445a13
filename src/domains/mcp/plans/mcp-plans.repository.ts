import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo } from 'mongoose';
import { fromNow, isDue } from '#platform/work/database-time.js';
import { removeInPortions } from '#platform/database/remove-in-portions.js';
import { type StoredPlan } from './mcp-plan.js';
import { MCP_PLAN_MODEL } from './mcp-plan.schema.js';

/** Planned calls, whose time is over by the clock of the database. */
@Injectable()
export class McpPlansRepository {
  constructor(@InjectModel(MCP_PLAN_MODEL) private readonly model: Model<StoredPlan>) {}

  private get collection(): mongo.Collection<StoredPlan> {
    return this.model.collection as unknown as mongo.Collection<StoredPlan>;
  }

  /** Keeps a plan for so long. One that is there already stays, with its code; its time begins anew. */
  async keep(plan: Omit<StoredPlan, 'expires'>, keptMs: number): Promise<StoredPlan | null> {
    const known = { $cond: [{ $gt: ['$expires', '$$NOW'] }, '$$ROOT', {}] };
    const expires = { expires: fromNow(keptMs) };
    return this.collection.findOneAndUpdate(
      { _id: plan._id },
      [{ $replaceWith: { $mergeObjects: [{ $literal: plan }, known, expires] } }],
      { upsert: true, returnDocument: 'after' },
    );
  }

  /** The plan of this account; null for those of others, and when its time is over. */
  async find(_id: string, account: string): Promise<StoredPlan | null> {
    return this.collection.findOne({ _id, ...inTime(account) });
  }

  /** The same, and nobody gets it again. */
  async take(_id: string, account: string): Promise<StoredPlan | null> {
    return this.collection.findOneAndDelete({ _id, ...inTime(account) });
  }

  async deleteExpired(): Promise<void> {
    await removeInPortions(this.collection, { filter: isDue('expires'), hint: 'expires_1' });
  }
}

function inTime(account: string): mongo.Filter<StoredPlan> {
  return { account, $expr: { $gt: ['$expires', '$$NOW'] } };
}
