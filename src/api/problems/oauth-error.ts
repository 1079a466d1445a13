import { type AppError, type ErrorKind } from '../../kernel/app-error.js';

/** The error codes of RFC 6749, section 5.2, that the token endpoint answers. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
] as const;
export type OAuthError = (typeof OAUTH_ERRORS)[number];

const OF_KIND: Readonly<Partial<Record<ErrorKind, OAuthError>>> = {
  'invalid-input': 'invalid_request',
  'payload-too-large': 'invalid_request',
  'unsupported-media-type': 'invalid_request',
  unauthenticated: 'invalid_client',
};

/** What OAuth 2 calls a failure; undefined for those that it has no code for. */
export function oauthErrorOf({ kind, errors }: AppError): OAuthError | undefined {
  const isOtherGrant = errors.some(
    ({ pointer, detail }) => pointer === '#/grant_type' && detail.startsWith('must be one of'),
  );
  return isOtherGrant ? 'unsupported_grant_type' : OF_KIND[kind];
}
