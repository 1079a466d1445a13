import { Injectable } from '@nestjs/common';
import { AppError } from '#kernel/app-error.js';
import { objectOf, ownList, ownValue } from '#kernel/json-reading.js';
import {
  PackageAutomationService,
  type PackageUsers,
} from '../../../artifacts/automating/package-automation.service.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { taskError } from '../../workers/task-errors.js';
import { type TaskCall, type TaskExecutor, type TaskType } from '../../workers/task-executor.js';
import { type TaskUsers } from '../../workers/task-rights.js';
import { objectIn } from '../devices/device-input.js';
import { failedTask } from '../devices/failed-task.js';

const DEADLINE_MS = 600_000;

/** Packages: which documents belong together, building them, and installing what was built. */
@Injectable()
export class PackageTasks implements TaskExecutor {
  readonly name = 'package';
  readonly leavesPlatform = true;
  readonly deadlineMs = DEADLINE_MS;

  private readonly works: Readonly<Record<string, (call: TaskCall) => Promise<TaskOutcome>>> = {
    'AppArtifacts addArtifactToAdminEssentials': (call) => this.add(call),
    'AppArtifacts componentDiscovery': (call) => this.discover(call),
    'AppArtifacts createPublishedArtifactFromScratch': (call) => this.publish(call),
    'AppArtifacts replaceArtifactAdminEssentials': (call) => this.replace(call),
  };

  constructor(private readonly packages: PackageAutomationService) {}

  handles({ app, name }: TaskType): boolean {
    return Object.hasOwn(this.works, `${app} ${name}`);
  }

  /** What is installed already is not added again; what replaces itself changes nothing. */
  isIdempotent({ name }: Pick<TaskCall, 'name'>): boolean {
    return name !== 'addArtifactToAdminEssentials';
  }

  async run(call: TaskCall): Promise<TaskOutcome> {
    const work = this.works[`${call.app} ${call.name}`];
    return failedTask(
      call.signal,
      async () => work?.(call) ?? taskError('unknown task', 'internal'),
    );
  }

  private async discover({ input, users }: TaskCall): Promise<TaskOutcome> {
    const { principal } = packageUsers(users);
    const output = await this.packages.discover(objectIn(input, 'entryPoint'), principal);
    return { finish: 'success', output };
  }

  private async publish({ input, users }: TaskCall): Promise<TaskOutcome> {
    const data = objectIn(input, 'artifactData');
    const metadata = objectOf(ownValue(data, 'metadata'));
    const packageJson = objectIn(input, 'packageJson');
    const publication = { metadata, packageJson, modules: ownList(input, 'modules') };
    const components = objectOf(ownValue(data, 'components'));
    const { principal } = packageUsers(users);
    const output = await this.packages.publish(components, publication, principal);
    return { finish: 'success', output };
  }

  private async add({ input, users }: TaskCall): Promise<TaskOutcome> {
    const output = await this.packages.add(objectIn(input, 'artifactBundle'), packageUsers(users));
    return { finish: 'success', output };
  }

  private async replace({ input, users }: TaskCall): Promise<TaskOutcome> {
    await this.packages.replace(objectIn(input, 'artifactBundle'), packageUsers(users));
    return { finish: 'success', output: 1 };
  }
}

/** @throws AppError `forbidden` where a job runs for nobody: who would answer for what a package brings? */
function packageUsers({ actor, others }: TaskUsers): PackageUsers {
  if (actor) return { principal: actor, others };
  const detail =
    'Packages are read and changed in the name of an account, and the job runs for none';
  throw new AppError('forbidden', detail, { code: 'task-not-admitted' });
}
