import { ListOf } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { ID } from './credential-list.dto.js';

/** A session or an access token; never with what it is presented by. */
export class SessionAnswer {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Id of the account' })
  readonly account!: string;

  @Text({ note: 'Empty when the account is gone or inactive' })
  readonly username!: string;

  @OneOf(['sign-in', 'access-token'], { note: 'How it was begun: by a person, or by a program' })
  readonly kind!: 'sign-in' | 'access-token';

  @Text({ note: 'From where it was begun' })
  readonly address!: string;

  @Text()
  readonly userAgent!: string;

  @Instant()
  readonly created!: string;

  @Instant({ note: 'Last use; up to a minute behind' })
  readonly lastSeen!: string;

  @Instant()
  readonly expires!: string;

  @Flag({ note: 'It is the one that asks' })
  readonly current!: boolean;

  @Flag({ note: 'False when its account, password or profile changed since, and it admits nobody' })
  readonly active!: boolean;
}

/** Answer of `GET /user-management/sessions`. */
export class ListSessionsAnswer {
  @ListOf(() => SessionAnswer)
  readonly results!: readonly SessionAnswer[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** Which sessions are ended. */
export class EndSessionsRequest {
  @Text({ ...ID, optional: true, note: 'Id of an account; the caller’s own when absent' })
  readonly account?: string;

  @Flag({ optional: true, note: 'The session that asks stays' })
  readonly keepCurrent?: boolean;
}

/** How many sessions were ended. */
export class EndSessionsAnswer {
  @Whole({ min: 0 })
  readonly ended!: number;
}
