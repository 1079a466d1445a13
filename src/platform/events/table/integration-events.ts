import { plainChanges } from '../changed-object.js';
import { type EventDeclarations } from '../event-declaration.js';

const source = 'Integrations';
const health = {
  id: { type: 'text', note: 'Id of the integration' },
  name: { type: 'text', note: 'Its name' },
  detail: { type: 'text', note: 'What the look at its system found, in words' },
} as const;

/** Integrations, their models and the systems behind them. */
export const INTEGRATION_EVENTS = {
  ...plainChanges(source, 'integration', 'An integration'),
  ...plainChanges(source, 'integrationModel', 'An integration model'),
  integrationUp: {
    source,
    topic: 'integrationUp',
    description: 'The system of an integration answers, for the first time or again',
    payload: health,
  },
  integrationDown: {
    source,
    topic: 'integrationDown',
    description: 'The system of an integration no longer answers',
    payload: health,
  },
} as const satisfies EventDeclarations;
