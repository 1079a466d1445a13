import { type Gbac } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { type ParentOfJob } from '../store/stored-job.js';

/** A job that is to begin. */
export interface NewJob {
  /** Derived where a repeat must be the same job; else a new one. */
  readonly id: string;
  /** Id or name of the workflow. */
  readonly workflow: string;
  readonly variables: JsonObject;
  /** Empty for that of the workflow. */
  readonly description: string;
  /** Account in whose name it runs; null for the platform itself. */
  readonly startedBy: { readonly id: string; readonly username: string } | null;
  readonly startedWith: readonly string[] | null;
  /** Who answers for the start where the platform itself runs the job; else whoever it runs for does. */
  readonly startedFor?: Pick<NewJob, 'startedBy' | 'startedWith'>;
  /** Who answers for it beside those and the writer of its workflow. */
  readonly answerable?: readonly ResponsibleAccount[];
  readonly automationId: string | null;
  readonly triggerId: string | null;
  readonly chain: readonly string[];
  /** What guards it beside the groups of its workflow: each of them must admit whoever sees it. */
  readonly guards: readonly Gbac[];
  /** Answers that stand in for calls; null for a real run. */
  readonly mocks: JsonObject | null;
  /** For a child: where it belongs, the ids above it, and who started the one at the top. */
  readonly parent:
    (ParentOfJob & { readonly ancestors: readonly string[]; readonly rootStarter: string }) | null;
}
