import { Injectable } from '@nestjs/common';
import { type ItemAction } from '../changes/service-change.js';
import { type Orchestrator, OrchestratorClientService } from '../orchestrator-client.service.js';
import { secretTexts } from '../restconf/secret-leaves.js';
import { type ItemToSave } from '../changes/save-run.js';

const PROVEN_MAX = 10_000;

/** What is known of instances before they are saved. */
export interface KnownInstances {
  /** What saving does to each, in their order; null where the orchestrator does not say. */
  readonly actions: readonly (ItemAction | null)[];
  /** Texts that may not be shown: plans and complaints tell of what is there as well as of what was sent. */
  readonly secrets: readonly string[];
}

/** Looks instances up where they are going to be. */
@Injectable()
export class InstanceLookupService {
  /** Lists whose keys turned out to be these, so that only the first instance of a list costs a call. */
  private readonly proven = new Set<string>();

  constructor(private readonly client: OrchestratorClientService) {}

  /** @throws AppError as `AdapterCallerService`. */
  async look(orchestrator: Orchestrator, works: readonly ItemToSave[]): Promise<KnownInstances> {
    const actions: (ItemAction | null)[] = [];
    const secrets = new Set(works.flatMap(({ instance }) => secretTexts(instance)));
    for (const { xpath } of works) {
      const { has, content } = await this.client.look(orchestrator, xpath);
      actions.push(has === undefined ? null : has ? 'update' : 'create');
      secretTexts(content).forEach((secret) => secrets.add(secret));
    }
    return { actions, secrets: [...secrets] };
  }

  /**
   * True when an instance that was saved does not lie where its keys, as they were taken, say. Where the orchestrator
   * cannot be asked, nothing is claimed.
   */
  async isElsewhere(orchestrator: Orchestrator, work: ItemToSave): Promise<boolean> {
    const { keyLeaves, servicePath, xpath } = work;
    if (keyLeaves.length === 0) return false;
    const guess = JSON.stringify([orchestrator.id, servicePath, keyLeaves]);
    if (this.proven.has(guess)) return false;
    try {
      const { has, isMisnamed } = await this.client.look(orchestrator, xpath);
      if (has === true) this.remember(guess);
      return has === false || isMisnamed;
    } catch {
      return false;
    }
  }

  private remember(guess: string): void {
    if (this.proven.size >= PROVEN_MAX) this.proven.clear();
    this.proven.add(guess);
  }
}
