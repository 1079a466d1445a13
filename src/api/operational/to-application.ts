import { APPLICATION_FACTS } from '../../kernel/applications.js';
import { type processHealth } from '../answers/process-health.js';
import { type ApplicationAnswer, type ApplicationHealth } from './applications.dto.js';
import { type ApplicationState } from './applications.service.js';

/** An application as `/applications` answers it. */
export function toApplication({ name, stopped }: ApplicationState): ApplicationAnswer {
  const { package: model } = APPLICATION_FACTS[name];
  const none = { properties: {}, isEncrypted: false, loggerProps: {} };
  return {
    metadata: { isActive: !stopped, activeSync: !stopped },
    data: { name, type: 'Application', model, ...none },
  };
}

/** How an application does. */
export function toApplicationHealth(
  { name, stopped }: ApplicationState,
  shared: ReturnType<typeof processHealth>,
): ApplicationHealth {
  const { package: id, description } = APPLICATION_FACTS[name];
  return {
    ...shared,
    id: name,
    package_id: id,
    type: 'Application',
    description,
    routePrefix: id.slice('app-'.length),
    state: stopped ? 'STOPPED' : 'RUNNING',
  };
}
