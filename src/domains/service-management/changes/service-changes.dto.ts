import { FreeObject, ListOf } from '../../../api/fields/structures.js';
import { Flag, Instant, ListLimit, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type JsonObject } from '../../../kernel/json.js';
import {
  CHANGE_KINDS,
  CHANGE_STATES,
  type ChangeKind,
  type ChangeState,
  ITEM_ACTIONS,
  ITEM_OUTCOMES,
  type ItemAction,
  type ItemOutcome,
} from './service-change.js';

const PATH = '/l3vpn:vpn/l3vpn';

const PLAN_HASH = `native:${'0'.repeat(64)}`;

/** What became of one instance. */
export class SavedItem {
  @OneOf(ITEM_ACTIONS, {
    nullable: true,
    note: '`create` when the orchestrator did not have it; `stored` when it was kept here and no network was touched; null when it is not known',
  })
  readonly action!: ItemAction | null;

  @ListOf('text', { note: 'Devices that are touched, where the orchestrator names them' })
  readonly target!: readonly string[];

  @Text({ example: `${PATH}=acme`, note: 'The path with its keys' })
  readonly xpath!: string;

  @Flag({ note: 'The outcome is `succeeded`' })
  readonly success!: boolean;

  @Text({
    nullable: true,
    note: 'Why not, in the words of the orchestrator where it has some; beside a success, that it does not lie at `xpath`',
  })
  readonly error!: string | null;

  @OneOf(ITEM_OUTCOMES, {
    note: '`unknown`: it was sent, and no answer says whether it was done; `not-sent`: left out because of one before it',
  })
  readonly outcome!: ItemOutcome;

  @FreeObject({
    optional: true,
    note: 'What saving it would do, as the orchestrator says it, secrets masked; with `atomic` the plan of all, at the first',
  })
  readonly dryrun?: JsonObject;

  @Text({ optional: true, example: PLAN_HASH, note: 'The hash of that plan, to commit exactly it' })
  readonly planHash?: string;
}

/** Which items are shown. */
export class ListItemsQuery {
  @Whole({ min: 0, optional: true, note: 'How many items the page leaves out before its first' })
  readonly skip?: number;

  @ListLimit({ min: 1, optional: true, note: '1,000 when absent' })
  readonly limit?: number;
}

/** A save that goes on in the background, as it begins. */
export class BegunSave {
  @Text({ example: '64b5c1d2e3f405162738495a' })
  readonly id!: string;

  @OneOf(CHANGE_STATES, { note: '`interrupted`: nobody goes on with it' })
  readonly status!: ChangeState;

  @Whole({ min: 0, note: 'Instances that have an outcome' })
  readonly done!: number;

  @Whole({ min: 0 })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly succeeded!: number;

  @Whole({ min: 0 })
  readonly failed!: number;

  @Whole({ min: 0, note: 'Sent, and no answer says whether they were done' })
  readonly unknown!: number;

  @Whole({ min: 0, note: 'Left out because of one before them' })
  readonly notSent!: number;

  @Instant()
  readonly created!: string;

  @Instant({ nullable: true })
  readonly finished!: string | null;
}

/** A save that goes on in the background, or did. */
export class SaveOperation extends BegunSave {
  @ListOf(() => SavedItem, { note: 'What became of them so far, in their order' })
  readonly results!: readonly SavedItem[];
}

/** One instance of a change, with its plans. */
export class ChangedItem extends SavedItem {
  @FreeObject({
    nullable: true,
    note: 'What would take it back, where the orchestrator says so, secrets masked; with `atomic` that of all, at the first',
  })
  readonly reverse!: JsonObject | null;
}

/** A request that saved or deleted instances. */
export class ServiceChange {
  @Text()
  readonly id!: string;

  @OneOf(CHANGE_KINDS)
  readonly kind!: ChangeKind;

  @OneOf(CHANGE_STATES)
  readonly status!: ChangeState;

  @Text({ nullable: true, note: 'Id of the adapter; null for instances that are kept here alone' })
  readonly adapterId!: string | null;

  @Text({ nullable: true })
  readonly adapter!: string | null;

  @FreeObject({ note: 'The options of the commit, as they were understood' })
  readonly options!: JsonObject;

  @Flag({ note: 'All instances were one commit' })
  readonly atomic!: boolean;

  @Whole({ min: 1 })
  readonly total!: number;

  @Whole({ min: 0 })
  readonly succeeded!: number;

  @Whole({ min: 0 })
  readonly failed!: number;

  @Whole({ min: 0 })
  readonly unknown!: number;

  @Whole({ min: 0 })
  readonly notSent!: number;

  @Text({ note: 'Name of the account that asked' })
  readonly by!: string;

  @Instant()
  readonly created!: string;

  @Instant({ nullable: true })
  readonly finished!: string | null;
}

/** A change with its instances. */
export class ServiceChangeDetails extends ServiceChange {
  @ListOf(() => ChangedItem)
  readonly items!: readonly ChangedItem[];
}

/** Options of `GET /service_management/changes` alone. */
export class ServiceChangeListOptions {
  @OneOf(CHANGE_KINDS, { optional: true, note: 'Only changes of this kind' })
  readonly kind?: ChangeKind;
}

/** A part of the changes. */
export class ListServiceChangesAnswer {
  @ListOf(() => ServiceChange)
  readonly results!: readonly ServiceChange[];

  @Whole({ min: 0 })
  readonly total!: number;
}
