import { ListOf, Nested } from '../../../api/fields/structures.js';
import { Flag, OneOf, Text } from '../../../api/fields/values.js';
import {
  type AccessReason,
  type NamedGroup,
  type PathStep,
  REASON_KINDS,
  type ReasonKind,
  STEP_TYPES,
} from './access-explanation.js';

/** What `GET /authorization/explain` is asked. */
export class ExplainAccessQuery {
  @Text({ min: 1, max: 512, example: 'whoami', note: 'Operation id, or method and path' })
  readonly operation!: string;

  @Text({
    min: 1,
    max: 256,
    optional: true,
    note: 'Id or user name; the caller when absent. Others are for administrators',
  })
  readonly account?: string;

  @Text({
    min: 3,
    max: 512,
    optional: true,
    note: 'An object with group-based access: type/id; for administrators',
  })
  readonly object?: string;
}

/** The operation that was meant. */
export class ExplainedOperation {
  @Text()
  readonly id!: string;

  @Text()
  readonly method!: string;

  @Text()
  readonly path!: string;

  @Text({ note: 'The application that owns it: roles of this provenance count' })
  readonly application!: string;

  @OneOf(['everyone', 'signed-in', 'roles'])
  readonly access!: 'everyone' | 'signed-in' | 'roles';

  @ListOf('text', { note: 'Names of the roles that admit' })
  readonly roles!: readonly string[];
}

/** The account that was meant. */
export class ExplainedAccountAnswer {
  @Text()
  readonly id!: string;

  @Text()
  readonly provenance!: string;

  @Text()
  readonly username!: string;

  @Flag()
  readonly inactive!: boolean;
}

/** The object that was meant. */
export class ExplainedObjectAnswer {
  @Text()
  readonly type!: string;

  @Text()
  readonly id!: string;

  @Flag({ note: 'False when there is no such object' })
  readonly found!: boolean;
}

/** A role by which somebody is admitted, or would be. */
export class ExplainedRole {
  @Text()
  readonly id!: string;

  @Text()
  readonly provenance!: string;

  @Text()
  readonly name!: string;
}

/** One step from the account to the role. */
export class ExplainedStep implements PathStep {
  @OneOf(STEP_TYPES)
  readonly type!: PathStep['type'];

  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Flag({ note: 'What is inactive gives nothing' })
  readonly inactive!: boolean;
}

/** A group that an object names; without a name when the group is gone. */
export class ExplainedGroup implements NamedGroup {
  @Text()
  readonly id!: string;

  @Text({ optional: true })
  readonly provenance?: string;

  @Text({ optional: true })
  readonly name?: string;
}

/** What the groups of an object say. */
export class ExplainedGbac {
  @OneOf(['read', 'write', 'any'], { note: 'The list that decides' })
  readonly entry!: 'read' | 'write' | 'any';

  @ListOf(() => ExplainedGroup, { note: 'The group that admits, or the groups that would' })
  readonly groups!: readonly ExplainedGroup[];
}

/** One reason why the caller is admitted or refused. */
export class ExplainedReason implements AccessReason {
  @OneOf(REASON_KINDS)
  readonly kind!: ReasonKind;

  @Flag()
  readonly admits!: boolean;

  @Text()
  readonly text!: string;

  @Nested(() => ExplainedRole, { optional: true })
  readonly role?: ExplainedRole;

  @ListOf(() => ExplainedStep, { optional: true, note: 'From the account to the role' })
  readonly path?: readonly ExplainedStep[];

  @ListOf('text', { optional: true, note: 'Names of roles that would admit' })
  readonly needed?: readonly string[];

  @Nested(() => ExplainedGbac, { optional: true })
  readonly gbac?: ExplainedGbac;
}

/** Why the account may call the operation, or why it may not. */
export class ExplainAccessAnswer {
  @Nested(() => ExplainedOperation)
  readonly operation!: ExplainedOperation;

  @Nested(() => ExplainedAccountAnswer)
  readonly account!: ExplainedAccountAnswer;

  @Nested(() => ExplainedObjectAnswer, { nullable: true })
  readonly object!: ExplainedObjectAnswer | null;

  @OneOf(['admitted', 'refused'])
  readonly decision!: 'admitted' | 'refused';

  @ListOf(() => ExplainedReason)
  readonly reasons!: readonly ExplainedReason[];

  @Text({ note: 'The whole in plain words' })
  readonly text!: string;
}
