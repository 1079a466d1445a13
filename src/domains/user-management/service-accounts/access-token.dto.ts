import { OneOf, Text, Whole } from '../../../api/fields/values.js';
import { OpenShape } from '../../../api/shapes/open-shape.decorator.js';

/** A request for an access token (RFC 6749, section 4.4.2). Parameters nobody knows are ignored. */
@OpenShape()
export class AccessTokenRequest {
  @OneOf(['client_credentials'])
  readonly grant_type!: 'client_credentials';

  @Text({ max: 128, optional: true, note: 'Here, or with the secret in Authorization: Basic' })
  readonly client_id?: string;

  @Text({ max: 1024, optional: true, format: 'password' })
  readonly client_secret?: string;
}

/** An access token (RFC 6749, section 5.1). */
export class AccessTokenAnswer {
  @Text()
  readonly access_token!: string;

  @OneOf(['Bearer'])
  readonly token_type!: 'Bearer';

  @Whole({ min: 0, note: 'Seconds' })
  readonly expires_in!: number;
}
