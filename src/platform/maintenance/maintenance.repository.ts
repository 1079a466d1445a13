import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import { type DueCondition } from '../work/due-condition.js';
import {
  MAINTENANCE_MODEL,
  type MaintenanceState,
  type StoredMaintenance,
} from './maintenance.schema.js';

/** Where the switches lie. */
@Injectable()
export class MaintenanceRepository {
  constructor(@InjectModel(MAINTENANCE_MODEL) private readonly model: Model<StoredMaintenance>) {}

  /** Null where it was never switched. */
  async find(id: string): Promise<MaintenanceState | null> {
    return this.model.findById(id, { _id: 0 }).lean<MaintenanceState>();
  }

  /** The switch of this id stands otherwise; what was never switched is off. */
  otherwiseThan(enabled: () => boolean, id: string): DueCondition {
    const filter = (): object => ({ _id: id, enabled: !enabled() });
    return { collection: this.model.collection.name, filter };
  }

  async put(id: string, state: MaintenanceState): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: state }, { upsert: true });
  }
}
