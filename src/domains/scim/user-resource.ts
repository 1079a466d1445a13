import { scimError } from '../../cores/scim/scim-error.js';
import { USER_TYPE } from '../../cores/scim/user-schema.js';
import { cutText } from '../../kernel/cut-text.js';
import { foldText } from '../../kernel/folded-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import {
  type ProvisionedAccount,
  type ProvisionedWrite,
} from '../user-management/provisioned/provisioned-accounts.service.js';
import { resourceHead } from './resource-meta.js';

/** As names of accounts are everywhere (docs/accounts.md). */
const NAME = /^[^\s\p{Cc}\p{Cf}\p{Cs}](?:[^\p{Cc}\p{Cf}\p{Cs}]{0,126}[^\s\p{Cc}\p{Cf}\p{Cs}])?$/u;
const UNSHOWN = /[\p{Cc}\p{Cs}]/gu;
const LABEL_MAX = 128;

/** What a client may write of a user, as it is kept. */
export function writtenUser(account: ProvisionedAccount): JsonObject {
  const { username, firstname, inactive, scim } = account;
  const attributes = (scim?.attributes ?? {}) as JsonObject;
  return {
    ...attributes,
    userName: username,
    active: !inactive,
    ...(attributes['displayName'] !== undefined && firstname !== '' && { displayName: firstname }),
    ...(scim?.externalId != null && { externalId: scim.externalId }),
  };
}

/** A user as it is shown, by the names of its schema. */
export function shownUser(
  account: ProvisionedAccount,
  groupNames: ReadonlyMap<string, string>,
  base: string,
): JsonObject {
  const groups = account.memberOf.flatMap((id): JsonObject[] => {
    const display = groupNames.get(id);
    return display === undefined
      ? []
      : [{ value: id, $ref: `${base}/Groups/${id}`, display, type: 'direct' }];
  });
  return {
    ...writtenUser(account),
    ...resourceHead(USER_TYPE, account, base),
    ...(account.firstname !== '' && { displayName: account.firstname }),
    ...(groups.length > 0 && { groups }),
  };
}

/**
 * What is stored of a user.
 * @throws AppError `invalid-input` (`invalidValue`) for names that no account can have
 */
export function userWrite(resource: JsonObject): ProvisionedWrite {
  const { userName, active, externalId, ...attributes } = resource;
  const username = typeof userName === 'string' ? userName.trim() : '';
  if (!isRecordName(username))
    throw scimError(
      'invalidValue',
      'userName must have 1 to 128 characters, none of them a control character',
    );
  const emails = (Array.isArray(attributes['emails']) ? attributes['emails'] : [])
    .filter(isJsonObject)
    .flatMap(({ value }) => (typeof value === 'string' ? foldText(value) : []));
  return {
    username,
    firstname: displayName(attributes),
    inactive: active === false,
    scim: {
      externalId: typeof externalId === 'string' ? externalId : null,
      emails: [...new Set(emails)],
      attributes,
    },
  };
}

/** Whether an account or a group can have this name. */
export function isRecordName(name: string): boolean {
  return NAME.test(name);
}

/** The name to show: the one that was given, or what the parts of the name make. */
function displayName({ displayName: given, name }: JsonObject): string {
  const parts = isJsonObject(name) ? name : {};
  const made = [parts['givenName'], parts['familyName']].filter(isText).join(' ');
  const shown = [given, parts['formatted'], made].find(isText) ?? '';
  return cutText(shown.replace(UNSHOWN, ' ').trim(), LABEL_MAX);
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
