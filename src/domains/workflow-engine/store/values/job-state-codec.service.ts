import { Injectable } from '@nestjs/common';
import { decodeCommands, decodeState, encodeCommands, encodeState } from '#cores/engine/codec.js';
import { type Command } from '#cores/engine/commands.js';
import { iterationId } from '#cores/engine/ids.js';
import { type ValueRef } from '#cores/engine/value-ref.js';
import { type JobState } from '#cores/engine/job-state.js';
import { type ValueMapping, mapCommandValues, mapStateValues } from '#cores/engine/map-values.js';
import { type Plan } from '#cores/engine/plan.js';
import { ValueCodecService } from './value-codec.service.js';
import { JobSecretListsService } from './job-secret-lists.service.js';
import { type JobSecrets } from './job-secrets.js';
import { type ValueFile } from './job-value-files.repository.js';
import { type StoredJob } from '../stored-job.js';
import { type MadeStep, secretsIn } from './step-secrets.js';
import { keptAfter } from './value-sizes.js';
import {
  OUTBOX_LIMIT_BYTES,
  STATE_LIMIT_BYTES,
  STATE_TARGET_BYTES,
  VALUE_LIMIT_BYTES,
  bytesOf,
} from './value-sizes.js';

/** A reference takes about as much itself. */
const REFERENCE_BYTES_MIN = 110;

/** What a step asked for, until it is carried out. */
export interface OutboxEntry {
  /** The revision of the job that the step made. */
  readonly rev: number;
  readonly commands: readonly Command[];
}

/** A state and commands in the form in which they are stored. */
export interface WrittenStep {
  /** The state, with what is large taken out. */
  readonly state: JobState;
  readonly stateText: string;
  /** The commands, with what is large taken out. */
  readonly commands: readonly Command[];
  /** To be stored before the job is. */
  readonly files: readonly ValueFile[];
  /** What the job knows to be secret from now on. */
  readonly secrets: JobSecrets;
}

/** What a job keeps of a step. */
export type StoredStep = Pick<
  StoredJob,
  'secrets' | 'state' | 'keptBytes' | 'keptUnits' | 'outbox'
>;

/** The job that a step was made in. */
interface WrittenJob {
  readonly jobId: string;
  readonly plan: Plan;
}

/** How states and outboxes are written into jobs, and read from them. */
@Injectable()
export class JobStateCodecService {
  constructor(
    private readonly codec: ValueCodecService,
    private readonly lists: JobSecretListsService,
  ) {}

  /** @throws AppError `conflict` (code `secret-unreadable`) for a secret that no key of ours opens. */
  readState(text: string): JobState {
    return mapStateValues(decodeState(text), (held) => this.codec.unseal(held, true));
  }

  /** The same for people, to whom no secret is shown: one that cannot be read does no harm. */
  readStateToShow(text: string): JobState {
    return mapStateValues(decodeState(text), (held) => this.codec.unseal(held, false));
  }

  /** @param known what the job, or the one that began it, has known to be secret before. */
  write({ jobId, plan }: WrittenJob, step: MadeStep, known: JobSecrets): WrittenStep {
    const secrets = known.with(secretsIn(plan, step));
    const of = { jobId, plan, secrets };
    const { map, files } = this.codec.shrinking(jobId, VALUE_LIMIT_BYTES, secrets);
    const kept = this.withinLimit(of, mapStateValues(shownState(step.state, secrets), map));
    const sent = this.commandsWithinLimit(
      of,
      step.commands.map((command) => mapCommandValues(shownCommand(command, secrets), map)),
    );
    return {
      state: kept.state,
      stateText: encodeState(mapStateValues(kept.state, this.codec.sealing(secrets))),
      commands: sent.commands,
      files: [...files, ...kept.files, ...sent.files],
      secrets,
    };
  }

  /**
   * What the job keeps once a step is written.
   * @param before null for a new job.
   */
  storedStep(
    before: StoredJob | null,
    step: WrittenStep,
    entries: readonly OutboxEntry[],
  ): StoredStep {
    return {
      secrets: this.lists.seal(step.secrets),
      state: step.stateText,
      ...keptAfter(before, step),
      outbox: this.writeOutbox(entries, step.secrets),
    };
  }

  /** Null for an outbox that holds nothing. */
  private writeOutbox(entries: readonly OutboxEntry[], secrets: JobSecrets): string | null {
    if (entries.length === 0) return null;
    const seal = this.codec.sealing(secrets);
    return JSON.stringify(
      entries.map(({ rev, commands }) => [
        rev,
        encodeCommands(commands.map((command) => mapCommandValues(command, seal))),
      ]),
    );
  }

  readOutbox(text: string | null): readonly OutboxEntry[] {
    if (text === null) return [];
    const entries = JSON.parse(text) as readonly (readonly [number, string])[];
    const open: ValueMapping = (held) => this.codec.unseal(held, true);
    return entries.map(([rev, commands]) => ({
      rev,
      commands: decodeCommands(commands).map((command) => mapCommandValues(command, open)),
    }));
  }

  /** Outputs that are large go first, because their iterations have them; then variables. */
  private withinLimit(
    { jobId, plan, secrets }: WrittenJob & { readonly secrets: JobSecrets },
    state: JobState,
  ): Pick<WrittenStep, 'state' | 'files'> {
    let excess = totalOf((map) => mapStateValues(state, map)) - STATE_TARGET_BYTES;
    if (excess <= STATE_LIMIT_BYTES - STATE_TARGET_BYTES) return { state, files: [] };
    const outputs = { ...state.outputs };
    for (const { at, name, held } of outputsBySize(state)) {
      if (excess <= 0) break;
      const reference = referenceTo(jobId, plan, state, { at, name, held });
      if (!reference) continue;
      outputs[at] = { ...outputs[at], [name]: reference };
      excess -= bytesOf(held) - bytesOf(reference);
    }
    const without = { ...state, outputs };
    if (excess <= 0) return { state: without, files: [] };
    const { map, files } = this.codec.shrinking(jobId, smallLimit(excess, without), secrets);
    return { state: mapStateValues(without, map), files };
  }

  private commandsWithinLimit(
    { jobId, secrets }: Pick<WrittenJob, 'jobId'> & { readonly secrets: JobSecrets },
    commands: readonly Command[],
  ): Pick<WrittenStep, 'commands' | 'files'> {
    const files: ValueFile[] = [];
    let kept = commands;
    for (let limit = VALUE_LIMIT_BYTES / 8; limit >= 256; limit /= 8) {
      const now = kept;
      const bytes = totalOf((map) => now.map((command) => mapCommandValues(command, map)));
      if (bytes <= OUTBOX_LIMIT_BYTES) break;
      const shrinking = this.codec.shrinking(jobId, limit, secrets);
      kept = kept.map((command) => mapCommandValues(command, shrinking.map));
      files.push(...shrinking.files);
    }
    return { commands: kept, files };
  }
}

/** What of a state is there to be shown alone. */
function shownState(state: JobState, secrets: JobSecrets): JobState {
  const description = secrets.shownText(state.description);
  const errors = state.errors.map((error) => {
    const message = secrets.shownText(error.message);
    return message === error.message ? error : { ...error, message };
  });
  return { ...state, description, errors };
}

function shownCommand(command: Command, secrets: JobSecrets): Command {
  if (command.kind !== 'publish' || !('message' in command.publication)) return command;
  const { publication } = command;
  return {
    ...command,
    publication: { ...publication, message: secrets.shownText(publication.message) },
  };
}

interface Output {
  readonly at: number;
  readonly name: string;
  readonly held: ValueRef;
}

/** Those that stand in the state, the largest first. */
function outputsBySize(state: JobState): readonly Output[] {
  return (
    Object.entries(state.outputs)
      .flatMap(([at, values]) =>
        Object.entries(values).map(([name, held]) => ({ at: Number(at), name, held })),
      )
      // An error stands beside the outputs by this name, but no iteration keeps it among them.
      .filter(({ held, name }) => held.kind === 'here' && name !== 'error')
      .sort((one, other) => bytesOf(other.held) - bytesOf(one.held))
  );
}

/** Only what has ended has an iteration that keeps its outputs, under the names that they have. */
function referenceTo(
  jobId: string,
  plan: Plan,
  state: JobState,
  { at, name, held }: Output,
): ValueRef | undefined {
  const task = state.tasks[at];
  const planned = plan.tasks[at];
  if (!task || !planned || task.phase !== 'done' || bytesOf(held) < REFERENCE_BYTES_MIN)
    return undefined;
  const iteration = iterationId(jobId, planned.id, task.iterations);
  return { kind: 'iteration', iteration, name, ...(held.secret && { secret: true }) };
}

/** So small that what is longer than it makes up the excess. */
function smallLimit(excess: number, state: JobState): number {
  const sizes: number[] = [];
  mapStateValues(state, (held) => {
    sizes.push(bytesOf(held));
    return held;
  });
  sizes.sort((one, other) => other - one);
  let left = excess;
  for (const size of sizes) {
    left -= size;
    if (left <= 0) return Math.max(256, size - 1);
  }
  return 256;
}

function totalOf(walk: (map: ValueMapping) => unknown): number {
  let total = 0;
  walk((held) => {
    total += bytesOf(held);
    return held;
  });
  return total;
}
