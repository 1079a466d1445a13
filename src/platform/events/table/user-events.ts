import { CHANGED_OBJECT, plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'UserManagement';

/** Accounts and what goes with them. */
export const USER_EVENTS = {
  ...plainChanges(source, 'account', 'An account of a person or a service'),
  ...plainChanges(source, 'group', 'A group'),
  ...plainChanges(source, 'role', 'A role'),
  ...plainChanges(source, 'apiToken', 'An API token'),
  sessionEnded: {
    source,
    topic: 'sessionEnded',
    description: 'A session was ended by somebody, not by its age',
    payload: CHANGED_OBJECT,
  },
  sessionsEnded: {
    source,
    topic: 'sessionsEnded',
    description: 'All sessions of an account were ended; id and name are those of the account',
    payload: CHANGED_OBJECT,
  },
  signInRefused: {
    source,
    topic: 'signInRefused',
    description: 'A sign-in was refused; those of one kind are counted together by the minute',
    payload: {
      username: {
        type: 'text',
        nullable: true,
        note: 'The account; null when no account is meant',
      },
      reason: { type: 'text', note: 'Code of the refusal; too-many-attempts: locked for a while' },
      count: { type: 'whole', note: 'How often' },
    },
  },
} as const satisfies EventDeclarations;
