import { Flag, Instant, Text } from '../../../api/fields/values.js';

/** When a record was made and last changed. */
export class UserRecordMeta {
  @Instant()
  readonly created!: string;

  @Instant()
  readonly updated!: string;
}

/** A group by its id, in what belongs to it. */
export class GroupReference {
  @Text()
  readonly groupId!: string;

  @Flag({ note: 'Given at sign-in by the identity provider' })
  readonly aaaManaged!: boolean;
}

/** A role by its id. */
export class RoleReference {
  @Text()
  readonly roleId!: string;
}
