/**
 * The name of an account or a group: 1 to 128 characters once the space around it is cut off. Without
 * characters that nobody sees (Unicode categories Cc, Cf), two names that look alike would differ by.
 */
export const NAME = {
  min: 1,
  max: 256,
  pattern:
    /^\s*[^\s\p{Cc}\p{Cf}\p{Cs}](?:[^\p{Cc}\p{Cf}\p{Cs}]{0,126}[^\s\p{Cc}\p{Cf}\p{Cs}])?\s*$/u,
} as const;

/** Text that is shown and has a UTF-8 form; without lone surrogates, which have none. */
export const LABEL = { max: 128, pattern: /^[^\p{Cc}\p{Cs}]*$/u } as const;
export const DESCRIPTION = { max: 1024, pattern: /^\P{Cs}*$/u } as const;

/** Shorter ones are refused whatever the setting; longer than any passphrase. */
export const NEW_PASSWORD = {
  min: 8,
  max: 1024,
  pattern: DESCRIPTION.pattern,
  format: 'password',
} as const;

/** How many groups or roles a caller may name at once. */
const REFERENCES_MAX = 500;
export const GROUP_KEY = 'groupId';
export const GROUP_REFERENCES = {
  maxItems: REFERENCES_MAX,
  optional: true,
  note: 'Names or ids of groups, as text or as {groupId}',
} as const;
export const ROLE_KEY = 'roleId';
export const ROLE_REFERENCES = {
  maxItems: REFERENCES_MAX,
  optional: true,
  note: 'Ids of roles, as text or as {roleId}',
} as const;

/** How the requests of an account are answered. */
export const ENVELOPE = {
  nullable: true,
  note: 'Form of the answers to its requests; null for that of the server',
} as const;
