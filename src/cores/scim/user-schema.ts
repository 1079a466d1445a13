import { type Attribute, resourceType, type Schema } from './schema.js';

const text = (name: string, description: string): Attribute => ({ name, description });

/** A list of values with a type each, one of which may be the primary one. */
function values(
  name: string,
  description: string,
  types: readonly string[],
  more: readonly Attribute[] = [text('value', 'The value')],
): Attribute {
  return {
    name,
    description,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      ...more,
      text('display', 'The value as people read it'),
      { ...text('type', 'What it is for'), ...(types.length > 0 && { canonicalValues: types }) },
      { name: 'primary', description: 'The one to take first', type: 'boolean' },
    ],
  };
}

const USER_SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'An account of this platform',
  attributes: [
    {
      ...text('userName', 'The name to sign in with, different for every account'),
      required: true,
      uniqueness: 'server',
    },
    {
      name: 'name',
      description: 'The parts of the name',
      type: 'complex',
      subAttributes: [
        text('formatted', 'The whole name'),
        text('familyName', 'Family name'),
        text('givenName', 'First name'),
        text('middleName', 'Middle names'),
        text('honorificPrefix', 'Title before the name'),
        text('honorificSuffix', 'What stands behind the name'),
      ],
    },
    text('displayName', 'The name to show; made of the parts of the name where it is absent'),
    text('nickName', 'What the user is called'),
    { ...text('profileUrl', 'A page about the user'), type: 'reference' },
    text('title', 'What the user is in the organisation'),
    text('userType', 'Employee, contractor and the like'),
    text('preferredLanguage', 'Language of the user'),
    text('locale', 'How dates and numbers are written for the user'),
    text('timezone', 'Time zone of the user'),
    {
      name: 'active',
      description: 'False closes the account: its sessions, tokens and streams end',
      type: 'boolean',
    },
    {
      ...text('password', 'Not taken over: accounts of SCIM have no password here'),
      caseExact: true,
      mutability: 'writeOnly',
      returned: 'never',
    },
    values('emails', 'Addresses of the user', ['work', 'home', 'other']),
    values('phoneNumbers', 'Telephone numbers', ['work', 'home', 'mobile', 'fax', 'pager']),
    values('ims', 'Addresses for messages', []),
    values('photos', 'Pictures of the user', ['photo', 'thumbnail']),
    values(
      'addresses',
      'Where the user is found',
      ['work', 'home', 'other'],
      [
        text('formatted', 'The whole address'),
        text('streetAddress', 'Street and number'),
        text('locality', 'City'),
        text('region', 'State or region'),
        text('postalCode', 'Postal code'),
        text('country', 'Country'),
      ],
    ),
    {
      name: 'groups',
      description: 'The groups that the user belongs to; changed through the groups',
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        { ...text('value', 'Id of the group'), caseExact: true },
        { ...text('$ref', 'Where it is read'), type: 'reference', referenceTypes: ['Group'] },
        text('display', 'Name of the group'),
        { ...text('type', 'direct'), canonicalValues: ['direct'] },
      ],
    },
    values('entitlements', 'Kept as they are; they give no rights here', []),
    values('roles', 'Kept as they are; rights follow from groups here', []),
  ],
};

const ENTERPRISE_SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'What an organisation knows of a user',
  attributes: [
    text('employeeNumber', 'Number of the employee'),
    text('costCenter', 'Cost centre'),
    text('organization', 'Organisation'),
    text('division', 'Division'),
    text('department', 'Department'),
    {
      name: 'manager',
      description: 'Whom the user reports to',
      type: 'complex',
      subAttributes: [
        { ...text('value', 'Id of the manager'), caseExact: true },
        { ...text('$ref', 'Where the manager is read'), type: 'reference' },
        { ...text('displayName', 'Name of the manager'), mutability: 'readOnly' },
      ],
    },
  ],
};

/** Users, as accounts are shown and changed. */
export const USER_TYPE = resourceType(
  { name: 'User', endpoint: '/Users', description: 'Accounts', schema: USER_SCHEMA },
  { enterprise: ENTERPRISE_SCHEMA },
);
