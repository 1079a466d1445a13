import { resourceType, type Schema } from './schema.js';

const GROUP_SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of accounts; which roles it gives is decided here',
  attributes: [
    {
      name: 'displayName',
      description: 'The name, different for every group that comes by SCIM',
      required: true,
      uniqueness: 'server',
    },
    {
      name: 'members',
      description: 'The users that belong to it',
      type: 'complex',
      multiValued: true,
      subAttributes: [
        { name: 'value', description: 'Id of the user', caseExact: true },
        {
          name: '$ref',
          description: 'Where the user is read',
          type: 'reference',
          referenceTypes: ['User'],
        },
        { name: 'display', description: 'Name of the user' },
        {
          name: 'type',
          description: 'User: groups of groups are made here',
          canonicalValues: ['User'],
        },
      ],
    },
  ],
};

/** Groups. */
export const GROUP_TYPE = resourceType({
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of accounts',
  schema: GROUP_SCHEMA,
});
