import { type JobStatus } from '../../../cores/engine/job-state.js';
import { type UpgradeBlocker } from '../../../cores/engine/upgrading/upgrade-blockers.js';
import { type UpgradedTask } from '../../../cores/engine/upgrading/upgrade.js';
import { type FieldChange } from '../../content/workflows/workflow-versions.dto.js';

/** What somebody asks of a job that is to run by the present version of its workflow. */
export interface WantedUpgrade {
  readonly dryRun: boolean;
  readonly planHash?: string | undefined;
}

/** Something in a workflow, with its place there. */
type Placed<T> = T & { readonly pointer: string };

/** A task that is not the same, with what differs in one that both versions have. */
export interface ShownUpgradedTask extends Placed<UpgradedTask> {
  readonly changes: readonly FieldChange[];
  /** How many more places differ. */
  readonly moreChanges: number;
}

/** What becomes, or would become, of a job. */
export interface JobUpgrade {
  readonly job: string;
  readonly workflow: string;
  readonly dryRun: boolean;
  readonly planHash: string;
  readonly isCurrent: boolean;
  readonly status: JobStatus;
  readonly tasks: readonly ShownUpgradedTask[];
  readonly kept: readonly string[];
  readonly blockers: readonly Placed<UpgradeBlocker>[];
}
