import { type Envelope, ENVELOPES } from '../../../kernel/envelope.js';
import { ListOf } from '../../../api/fields/structures.js';
import { Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type ApiTokenScope } from '../../../platform/auth/token-scopes.js';

/** An API token; never with what it is presented by. */
export class ApiTokenAnswer {
  @Text()
  readonly _id!: string;

  @Text({ note: 'Id of the account it speaks for' })
  readonly account!: string;

  @Text({ note: 'Empty when the account is gone or inactive' })
  readonly username!: string;

  @Text()
  readonly name!: string;

  @ListOf('text', { nullable: true, note: 'Ids of roles; null for all that its owner has' })
  readonly roles!: readonly string[] | null;

  @ListOf('scope', { note: '`mcp:write`: tools of `/mcp` that change something take it' })
  readonly scopes!: readonly ApiTokenScope[];

  @ListOf('text', { note: 'Networks it is accepted from; empty for everywhere' })
  readonly networks!: readonly string[];

  @OneOf(ENVELOPES, {
    nullable: true,
    note: 'Form of the answers to its requests; null for that of the account',
  })
  readonly envelope!: Envelope | null;

  @Instant()
  readonly created!: string;

  @Instant()
  readonly expires!: string;

  @Instant({ nullable: true, note: 'Up to a minute behind; null when it was never used' })
  readonly lastUsed!: string | null;

  @Flag({ note: 'False when it expired, or its owner changed the password or is inactive' })
  readonly active!: boolean;
}

/** Answer of `GET /user-management/tokens`. */
export class ListApiTokensAnswer {
  @ListOf(() => ApiTokenAnswer)
  readonly results!: readonly ApiTokenAnswer[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** What a new token is to be. */
export class CreateApiTokenRequest {
  @Text({ min: 1, max: 128, pattern: /\S/, example: 'nightly report' })
  readonly name!: string;

  @Instant({ optional: true, note: 'In 90 days, or as late as allowed, when absent' })
  readonly expires?: string;

  @ListOf('text', {
    optional: true,
    maxItems: 100,
    note: 'Ids or names of roles that you hold, or of any as administrator; all you may do when absent',
  })
  readonly roles?: readonly string[];

  @ListOf('scope', {
    optional: true,
    maxItems: 10,
    note: '`mcp:write` lets it change something through `/mcp`; nothing of the kind when absent',
  })
  readonly scopes?: readonly ApiTokenScope[];

  @ListOf('text', {
    optional: true,
    maxItems: 32,
    note: 'IP addresses or networks in CIDR notation; from everywhere when absent or empty',
  })
  readonly networks?: readonly string[];

  @OneOf(ENVELOPES, {
    optional: true,
    nullable: true,
    note: 'Form of the answers to its requests; null for that of the account',
  })
  readonly envelope?: Envelope | null;
}

/** A new token. What it is presented by is answered here and never again. */
export class CreatedApiToken extends ApiTokenAnswer {
  @Text({ note: 'Answered once' })
  readonly token!: string;
}
