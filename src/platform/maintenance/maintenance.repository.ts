import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import {
  MAINTENANCE_ID,
  MAINTENANCE_MODEL,
  type MaintenanceState,
  type StoredMaintenance,
} from './maintenance.schema.js';

/** Where the switch lies. */
@Injectable()
export class MaintenanceRepository {
  constructor(@InjectModel(MAINTENANCE_MODEL) private readonly model: Model<StoredMaintenance>) {}

  /** Null where it was never switched. */
  async find(): Promise<MaintenanceState | null> {
    return this.model.findById(MAINTENANCE_ID, { _id: 0 }).lean<MaintenanceState>();
  }

  async put(state: MaintenanceState): Promise<void> {
    await this.model.updateOne({ _id: MAINTENANCE_ID }, { $set: state }, { upsert: true });
  }
}
