import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { AUDIT_KEY_MODEL, type StoredAuditKey } from './audit-key.schema.js';

/** The sealed key of the audit trail. */
@Injectable()
export class AuditKeysRepository {
  constructor(@InjectModel(AUDIT_KEY_MODEL) private readonly model: Model<StoredAuditKey>) {}

  async find(id: string): Promise<StoredAuditKey | null> {
    return this.model.findById(id).lean<StoredAuditKey>().exec();
  }

  async findAll(): Promise<readonly StoredAuditKey[]> {
    return this.model.find().lean<StoredAuditKey[]>().exec();
  }

  /** Stores the first key and returns the one that counts: another node may be faster. */
  async insertOrGet({ _id, ...key }: StoredAuditKey): Promise<StoredAuditKey> {
    return this.model
      .findByIdAndUpdate(_id, { $setOnInsert: key }, { upsert: true, returnDocument: 'after' })
      .lean<StoredAuditKey>()
      .exec();
  }
}
