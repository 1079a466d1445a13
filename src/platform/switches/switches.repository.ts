import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { type StoredSwitch, SWITCH_MODEL } from './switch.schema.js';

/** Where the switches lie. */
@Injectable()
export class SwitchesRepository {
  constructor(@InjectModel(SWITCH_MODEL) private readonly model: Model<StoredSwitch>) {}

  /** Those of these names that were ever switched. */
  async find(names: readonly string[]): Promise<StoredSwitch[]> {
    return this.model.find({ _id: trusted({ $in: [...names] }) }).lean<StoredSwitch[]>();
  }

  async put({ _id, ...state }: StoredSwitch): Promise<void> {
    await this.model.updateOne({ _id }, { $set: state }, { upsert: true });
  }
}
