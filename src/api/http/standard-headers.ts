import { PACKAGE_INFO } from '../../platform/config/package-info.js';
import { operationSpec } from '../operations/operations.js';

/**
 * What every answer carries, as one constant: a plug-in that works these out per request costs as
 * much as the rest of a small answer (ADR 0037). A handler that sets one of them wins.
 */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'x-api-version': PACKAGE_INFO.version,
  // Where programs find the contract, whatever they have called (RFC 8631).
  link: `<${operationSpec('openApi').path}>; rel="service-desc"`,
  // Answers belong to one caller and change; whoever keeps them must ask again.
  'cache-control': 'no-store',
  // An API answers data: nothing of it is a page, a script or a frame. The docs page has its own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Only meaningful over TLS, which ends at this server's proxy: browsers then stay with https. */
export const TLS_HEADERS: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};
