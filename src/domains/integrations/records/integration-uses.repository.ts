import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { type StoredIntegration } from './integration.js';
import { INTEGRATION_MODEL } from './integration.schema.js';

/** Which integrations use a model. */
@Injectable()
export class IntegrationUsesRepository {
  constructor(
    @InjectModel(INTEGRATION_MODEL) private readonly integrations: Model<StoredIntegration>,
  ) {}

  /** The name of an integration that names its model by one of these; undefined if none does. */
  async findUserOf(modelNames: readonly string[]): Promise<string | undefined> {
    const names = modelNames.filter((name) => name !== '').map(foldText);
    const found = await this.integrations
      .findOne({ modelFolded: trusted({ $in: names }) }, { name: 1 })
      .lean<Pick<StoredIntegration, 'name'>>();
    return found?.name;
  }
}
