import { type GuardedRecord } from '../../../kernel/gbac.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type PackagedRecord } from '../../../platform/packaged/packaged-record.js';
import { type StartingAccount } from '../../content/workflows/workflow-rights.service.js';
import { type AutomationFacts } from '../shape/read-automation.js';

/** What the record says of every automation, and the bundle type of packages. */
export const AUTOMATION_TYPE = 'automation' as const;

/** An automation of a user or a package as stored. Its triggers lie in records of their own. */
export interface StoredAutomation extends PackagedRecord, Partial<GuardedRecord> {
  readonly facts?: AutomationFacts;
  /** What its component is called here, as far as it was there when the automation was written. */
  readonly componentId?: string | null;
  /** Who last made it start that; absent for one of a package, and of before it was written down. */
  readonly componentBy?: StartingAccount;
  /**
   * Since when it is being written or deleted together with its triggers. It is hidden meanwhile, and
   * goes when whoever did that has died over it.
   */
  readonly incomplete?: Date;
}

/** What an automation starts, found here. */
export interface Component {
  /** As the document says it; null where it says nothing. */
  readonly type: string | null;
  /** The name that it has now; as the document says it where it is not there. */
  readonly name: string | null;
  /** null where it is not there. */
  readonly id: string | null;
}

/** An automation together with what the platform knows of it. */
export interface Automation {
  readonly id: string;
  readonly name: string;
  /** 0 for one that a package brought and nobody has changed since. */
  readonly revision: number;
  readonly packageId: string | undefined;
  readonly guard: GuardedRecord;
  readonly component: Component;
  /** Who last made it start that; must be able to start it whenever it does. */
  readonly componentBy: StartingAccount | undefined;
  /**
   * As it came. Its triggers are in records of their own: `triggers` is an empty list where it had any,
   * or what the package brought.
   */
  readonly document: JsonObject;
}
