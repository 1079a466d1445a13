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

  /** Names of some integrations that name their model by one of these. */
  async findUsersOf(modelNames: readonly string[], limit: number): Promise<readonly string[]> {
    const names = modelNames.filter((name) => name !== '').map(foldText);
    const found = await this.integrations
      .find({ modelFolded: trusted({ $in: names }) }, { name: 1 })
      .limit(limit)
      .lean<Pick<StoredIntegration, 'name'>[]>();
    const users = found.map(({ name }) => name).sort();
    const left = limit - users.length;
    return left === 0 ? users : [...users, ...(await this.findUnchangedUsersOf(names, left))];
  }

  /** What a package brought and nobody changed names its model in the package's document alone. */
  private async findUnchangedUsersOf(
    foldedNames: readonly string[],
    limit: number,
  ): Promise<readonly string[]> {
    const users: string[] = [];
    const unchanged = this.integrations
      .find({ modelFolded: trusted({ $eq: null }), hidden: trusted({ $ne: true }) })
      .lean<StoredIntegration>();
    for await (const stored of unchanged) {
      const { name, data } = toIntegration(stored);
      if (foldedNames.includes(foldText(ownText(data, 'model') ?? ''))) users.push(name);
      if (users.length === limit) break;
    }
    return users;
  }
}
