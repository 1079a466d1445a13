import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type Orchestrator, OrchestratorClientService } from '../orchestrator-client.service.js';
import { type InstancePath } from '../restconf/instance-path.js';

/** Models come with packages that are loaded by hand: they do not go within seconds. */
const KNOWN_MS = 10_000;
const ORCHESTRATORS_MAX = 1000;

interface KnownModules {
  readonly until: number;
  /** Undefined when the orchestrator does not say what it knows. */
  readonly names: ReadonlySet<string> | undefined;
}

/** Which service models orchestrators know. A module that is missing is always asked for again. */
@Injectable()
export class ServiceModelsService {
  private readonly known = new Map<string, KnownModules>();

  constructor(
    private readonly client: OrchestratorClientService,
    private readonly clock: Clock,
  ) {}

  /**
   * The module of a path that the orchestrator does not know; undefined when it knows them all, or does
   * not say. @throws AppError as `AdapterCallerService`.
   */
  async missing(orchestrator: Orchestrator, { steps }: InstancePath): Promise<string | undefined> {
    const modules = steps
      .filter(({ name }) => name.includes(':'))
      .map(({ name }) => name.slice(0, name.indexOf(':')));
    const known = this.known.get(orchestrator.id);
    const isFresh = known !== undefined && known.until > this.clock.now().getTime();
    if (isFresh && unknownOf(modules, known.names) === undefined) return undefined;
    return unknownOf(modules, await this.asked(orchestrator));
  }

  private async asked(orchestrator: Orchestrator): Promise<ReadonlySet<string> | undefined> {
    const names = await this.client.modules(orchestrator);
    if (this.known.size >= ORCHESTRATORS_MAX) this.known.clear();
    this.known.set(orchestrator.id, { until: this.clock.now().getTime() + KNOWN_MS, names });
    return names;
  }
}

function unknownOf(
  modules: readonly string[],
  names: ReadonlySet<string> | undefined,
): string | undefined {
  return names && modules.find((module) => !names.has(module));
}
