import { Instant, OneOf, Text } from '../../../api/fields/values.js';

/** When a record was made and last changed. */
export class UserRecordMeta {
  @Instant()
  readonly created!: string;

  @Instant()
  readonly updated!: string;
}

/** A role by its id. */
export class RoleReference {
  @Text()
  readonly roleId!: string;
}

/** How clients of the interface are told that something was done; `data` follows. */
export class DoneAnswer {
  @OneOf(['OK'])
  readonly status!: 'OK';

  @Text()
  readonly message!: string;
}
