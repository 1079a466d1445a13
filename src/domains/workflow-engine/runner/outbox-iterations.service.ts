import { Injectable } from '@nestjs/common';
import { type Command } from '../../../cores/engine/commands.js';
import {
  endingOf,
  type IterationMaking,
  type MakingCommand,
  newIteration,
} from '../store/iteration-documents.js';
import { IterationsRepository } from '../store/iterations.repository.js';
import { type StoredIteration } from '../store/stored-iteration.js';
import { ServerIdentity } from './server-identity.js';
import { TaskDispatch } from './task-dispatch.js';
import { ValueCodecService } from '../store/values/value-codec.service.js';
import { JobSecretListsService } from '../store/values/job-secret-lists.service.js';
import { type SteppedJob } from './stepped-job.js';

type CloseCommand = Extract<Command, { readonly kind: 'close' }>;

/** Stores the iterations that steps make and end, and tells workers of them. */
@Injectable()
export class OutboxIterationsService {
  constructor(
    private readonly iterations: IterationsRepository,
    private readonly codec: ValueCodecService,
    private readonly secrets: JobSecretListsService,
    private readonly dispatch: TaskDispatch,
    private readonly server: ServerIdentity,
  ) {}

  /** New ones first: what is made and ended in one outbox must be there before it can end. */
  async store({ job, plan }: SteppedJob, commands: readonly Command[]): Promise<void> {
    const secrets = this.secrets.open(job.secrets);
    const making: IterationMaking = {
      job,
      plan,
      serverId: this.server.id,
      now: this.dispatch.now(),
      encode: (values) => this.codec.encode(values, secrets),
      encodeOne: (held) => this.codec.encodeOne(held, secrets),
    };
    await this.insert(commands.filter(isMaking), making);
    const closes = commands.filter((command) => command.kind === 'close');
    if (closes.length > 0) await this.close(closes, making);
  }

  private async insert(commands: readonly MakingCommand[], making: IterationMaking): Promise<void> {
    if (commands.length === 0) return;
    const made = commands.map((command) =>
      newIteration(command, making, command.kind === 'run' ? this.dispatch.reserve() : undefined),
    );
    const areNew = await this.iterations.insert(made);
    // Also those that were there: a write can be made although it seemed to fail, and then nobody has them.
    const toRun = made.filter(isToRun);
    if (toRun.length === 0) return;
    const fresh = new Set(made.filter((_, at) => areNew[at]).map(({ _id }) => _id));
    this.dispatch.announce(toRun, fresh);
  }

  private async close(closes: readonly CloseCommand[], making: IterationMaking): Promise<void> {
    await this.iterations.close(closes.map(({ id, end }) => endingOf(id, end, making)));
    for (const { id, end } of closes) {
      if (end.finish === 'canceled') this.dispatch.canceled(id);
    }
  }
}

function isToRun({ claimableAt }: StoredIteration): boolean {
  return claimableAt !== null;
}

function isMaking(command: Command): command is MakingCommand {
  const { kind } = command;
  return kind === 'record' || kind === 'run' || kind === 'open-manual' || kind === 'wait';
}
