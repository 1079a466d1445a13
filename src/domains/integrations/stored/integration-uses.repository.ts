import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { foldText } from '../../../kernel/folded-text.js';
import { ownText } from '../openapi/local-refs.js';
import { type StoredIntegration } from './integration.js';
import { INTEGRATION_MODEL } from './integration.schema.js';
import { toIntegration } from './stored-integration.js';

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
    return found?.name ?? this.findUnchangedUserOf(names);
  }

  /** What a package brought and nobody changed names its model in the package's document alone. */
  private async findUnchangedUserOf(foldedNames: readonly string[]): Promise<string | undefined> {
    const unchanged = this.integrations
      .find({ modelFolded: trusted({ $eq: null }), hidden: trusted({ $ne: true }) })
      .lean<StoredIntegration>();
    for await (const stored of unchanged) {
      const { name, data } = toIntegration(stored);
      if (foldedNames.includes(foldText(ownText(data, 'model') ?? ''))) return name;
    }
    return undefined;
  }
}
