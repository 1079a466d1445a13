import { randomInt } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Canonical, canonicalJson } from '#kernel/canonical-json.js';
import { BackgroundTasks } from '#platform/scheduling/background-tasks.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { type Consent, type Question, verdictOn } from './consent.js';
import { type PlannedCall } from './mcp-plan.js';
import { McpPlansRepository } from './mcp-plans.repository.js';

/** Long enough to read a plan, and short enough for what it shows to be true. */
export const PLAN_MINUTES = 15;
const KEPT_MS = PLAN_MINUTES * 60_000;
const SWEEP_MS = 10 * 60_000;

/** Whether a planned call may be carried out. */
export type Decision =
  | { readonly kind: 'go'; readonly call: PlannedCall }
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'refused'; readonly text: string };

const UNKNOWN =
  `You have no such plan: it was never made, is somebody else's, was applied already, or is older than ` +
  `${PLAN_MINUTES} minutes. Plan again.`;

/** Keeps what was planned until a person has confirmed it; each plan is good for one call. */
@Injectable()
export class PlannedCallsService implements OnModuleInit {
  constructor(
    private readonly plans: McpPlansRepository,
    private readonly box: SecretBox,
    private readonly tasks: BackgroundTasks,
  ) {}

  onModuleInit(): void {
    this.tasks.every('sweep of plans of agents', SWEEP_MS, () => this.plans.deleteExpired());
  }

  /** @returns the hash by which the account applies it; the same for the same plan. */
  async keep(call: PlannedCall, account: string): Promise<string> {
    // Keyed, because the call may hold secrets that others could guess by a plain one.
    const _id = this.box.hash(canonicalJson([account, call] as unknown as Canonical));
    const sealed = this.box.seal(JSON.stringify(call));
    const code = String(randomInt(100_000, 1_000_000));
    await this.plans.keep({ _id, account, sealed, code }, KEPT_MS);
    return _id;
  }

  /** Lets a plan be carried out once the person has said so; another plan is needed after that, and after a no. */
  async decide(
    hash: string,
    account: string,
    { consent, phrase }: { readonly consent: Consent; readonly phrase: unknown },
  ): Promise<Decision> {
    const plan = await this.plans.find(hash, account);
    if (!plan) return { kind: 'refused', text: UNKNOWN };
    const call = JSON.parse(this.box.unseal(plan.sealed)) as PlannedCall;
    const question = { about: call.about, shown: call.shown, code: plan.code };
    const verdict = verdictOn(question, consent, phrase);
    if (verdict === 'asked') return { kind: 'question', question };
    const taken = await this.plans.take(hash, account);
    if (!taken) return { kind: 'refused', text: UNKNOWN };
    if (verdict === 'confirmed') return { kind: 'go', call };
    return { kind: 'refused', text: NOT_CONFIRMED[verdict] };
  }
}

const NOT_CONFIRMED = {
  declined: 'The person said no. Nothing was changed, and the plan is gone.',
  wrong:
    'That is not what the person was asked to confirm. Nothing was changed, and the plan is gone.',
} as const;
