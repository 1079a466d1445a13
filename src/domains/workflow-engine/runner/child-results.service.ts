import { Injectable } from '@nestjs/common';
import { type JsonValue } from '../../../kernel/json.js';
import { JobStateCodecService } from '../store/values/job-state-codec.service.js';
import { JobValuesService } from '../store/values/job-values.service.js';
import { JobsRepository } from '../store/jobs.repository.js';
import { type StoredJob } from '../store/stored-job.js';

/** What parents read of their children. */
@Injectable()
export class ChildResultsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly codec: JobStateCodecService,
    private readonly values: JobValuesService,
  ) {}

  /** How the children of an iteration ended, in the order of their index: `ChildResult` for each. */
  async of(iteration: string): Promise<JsonValue[]> {
    const results: JsonValue[] = [];
    for (const child of await this.jobs.childrenOf(iteration)) {
      results.push(await this.resultOf(child));
    }
    return results;
  }

  private async resultOf({ _id, state, status, parent }: StoredJob): Promise<JsonValue> {
    const { variables } = this.codec.readState(state);
    const isSecret = Object.values(variables).some(({ secret }) => secret === true);
    return {
      index: parent?.index ?? 0,
      status,
      variables: await this.values.read(_id, variables),
      ...(isSecret && { secret: true }),
    };
  }
}
