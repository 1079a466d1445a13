import { type Integration } from '../stored/integration.js';
import { maskSecrets } from '../stored/integration-secrets.js';
import {
  type IntegrationAnswer,
  type IntegrationData,
  type IntegrationRecord,
} from './integrations.dto.js';

/** An integration in the words of operation 21. */
export function toIntegrationRecord({
  data,
  enabled,
  isPackaged,
  probe,
}: Integration): IntegrationRecord {
  return {
    metadata: {
      isActive: enabled && probe?.passed === true,
      enabled,
      packaged: isPackaged,
      checked: probe?.at.toISOString() ?? null,
      detail: enabled ? (probe?.detail ?? 'Not looked at yet') : 'Disabled',
    },
    // `completeData` made it, of input that was validated or of typed parts of a package.
    data: maskSecrets(data) as unknown as IntegrationData,
  };
}

/** What a change of an integration answers. */
export function toIntegrationAnswer(
  done: 'created' | 'updated' | 'started' | 'stopped',
  integration: Integration,
): IntegrationAnswer {
  const message = `Successfully ${done} integration '${integration.name}'.`;
  const { data, metadata } = toIntegrationRecord(integration);
  return { status: 'OK', message, data, metadata };
}
