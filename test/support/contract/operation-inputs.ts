import { type OpenAPIObject } from '@nestjs/swagger';
import { type OperationId, operationSpec } from '../../../src/api/operations/operations.js';
import { USER_INPUTS } from './valid-inputs/users.js';
import { CREDENTIAL_INPUTS } from './valid-inputs/credentials.js';
import { EXTERNAL_SIGN_IN_INPUTS } from './valid-inputs/external-sign-in.js';
import { AUDIT_INPUTS } from './valid-inputs/audit.js';
import { PROFILE_INPUTS } from './valid-inputs/profiles.js';
import { INTEGRATION_INPUTS } from './valid-inputs/integrations.js';
import { ENGINE_MAINTENANCE_INPUTS } from './valid-inputs/engine-maintenance.js';
import { EVENT_INPUTS } from './valid-inputs/events.js';
import { IMPORT_INPUTS } from './valid-inputs/importing.js';
import { AUTOMATION_INPUTS } from './valid-inputs/automations.js';
import { TRIGGER_FIRING_INPUTS } from './valid-inputs/trigger-firing.js';
import { FORM_INPUTS } from './valid-inputs/forms.js';
import { JOB_FOLLOWING_INPUTS } from './valid-inputs/job-following.js';
import { JOB_INPUTS } from './valid-inputs/jobs.js';
import { JSON_FORM_INPUTS } from './valid-inputs/json-forms.js';
import { TRANSFORMATION_INPUTS } from './valid-inputs/transformations.js';
import { WORKFLOW_INPUTS } from './valid-inputs/workflows.js';
import { TEMPLATE_INPUTS } from './valid-inputs/templates.js';
import { SIGN_IN_INPUTS } from './valid-inputs/sign-in.js';
import { CATALOGUE_INPUTS } from './valid-inputs/catalogue.js';
import { ADAPTER_INPUTS } from './valid-inputs/adapters.js';
import { SCIM_INPUTS } from './valid-inputs/scim.js';
import { SERVICE_INSTANCE_INPUTS } from './valid-inputs/service-instances.js';
import { DEVICE_INPUTS } from './valid-inputs/devices.js';
import { BACKUP_INPUTS } from './valid-inputs/backups.js';
import { DEVICE_CHANGE_INPUTS } from './valid-inputs/device-changes.js';
import { MANUAL_TASK_INPUTS } from './valid-inputs/manual-tasks.js';
import { MCP_INPUTS } from './valid-inputs/mcp.js';
import { OPERATIONAL_INPUTS } from './valid-inputs/operational.js';
import { PACKAGE_CHANGE_INPUTS } from './valid-inputs/package-changes.js';
import { REPOSITORY_REFRESH_INPUTS } from './valid-inputs/repository-refresh.js';
import { TRACKED_OPERATION_INPUTS } from './valid-inputs/tracked-operations.js';
import { SEARCH_INPUTS } from './valid-inputs/searches.js';
import { type Carrier, type ValidInputs } from './valid-inputs/valid-inputs.js';

/** What the contract says of one input of an operation. */
export interface DescribedInput {
  readonly carrier: Carrier;
  readonly schema: object;
  /** Pointer under which refusals name its places. */
  readonly base: string;
}

/** An input for every operation that takes one; each area has a page of its own. */
export const VALID_INPUTS: ValidInputs = {
  ...SEARCH_INPUTS,
  ...CATALOGUE_INPUTS,
  ...REPOSITORY_REFRESH_INPUTS,
  ...PACKAGE_CHANGE_INPUTS,
  ...TRACKED_OPERATION_INPUTS,
  ...SIGN_IN_INPUTS,
  ...EXTERNAL_SIGN_IN_INPUTS,
  ...USER_INPUTS,
  ...CREDENTIAL_INPUTS,
  ...SCIM_INPUTS,
  ...AUDIT_INPUTS,
  ...PROFILE_INPUTS,
  ...INTEGRATION_INPUTS,
  ...TEMPLATE_INPUTS,
  ...WORKFLOW_INPUTS,
  ...TRANSFORMATION_INPUTS,
  ...FORM_INPUTS,
  ...JSON_FORM_INPUTS,
  ...AUTOMATION_INPUTS,
  ...TRIGGER_FIRING_INPUTS,
  ...IMPORT_INPUTS,
  ...EVENT_INPUTS,
  ...ADAPTER_INPUTS,
  ...SERVICE_INSTANCE_INPUTS,
  ...DEVICE_INPUTS,
  ...BACKUP_INPUTS,
  ...DEVICE_CHANGE_INPUTS,
  ...JOB_INPUTS,
  ...JOB_FOLLOWING_INPUTS,
  ...MANUAL_TASK_INPUTS,
  ...MCP_INPUTS,
  ...OPERATIONAL_INPUTS,
  ...ENGINE_MAINTENANCE_INPUTS,
};

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly style?: string;
  readonly schema: object;
}
interface Described {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: object }>> };
}

/** Every input of an operation that the contract describes, but for its path. */
export function inputsOf(document: OpenAPIObject, id: OperationId): readonly DescribedInput[] {
  const { method, path } = operationSpec(id);
  const item = document.paths[path.replace(/:(\w+)/g, '{$1}')];
  const operation = (item?.[method.toLowerCase() as 'get'] ?? {}) as Described;
  const query = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
  const objects = query.filter(({ style }) => style === 'deepObject');
  const flat = query.filter(({ style }) => style !== 'deepObject');
  const body = operation.requestBody?.content['application/json']?.schema;
  return [
    ...objects.map(({ name, schema }) => ({
      // Only two names of query objects exist.
      carrier: name as Carrier,
      schema,
      base: `#/${name}`,
    })),
    ...(flat.length > 0 ? [{ carrier: 'flat' as const, schema: objectOf(flat), base: '#' }] : []),
    ...(body ? [{ carrier: 'body' as const, schema: body, base: '#' }] : []),
  ];
}

/** The parameters of an operation, those that several share among them. */
function parametersOf(
  { components }: OpenAPIObject,
  { parameters = [] }: Described,
): readonly Parameter[] {
  const shared = (components?.parameters ?? {}) as unknown as Readonly<Record<string, Parameter>>;
  return parameters.flatMap((one) =>
    '$ref' in one ? (shared[one.$ref.split('/').at(-1) ?? ''] ?? []) : one,
  );
}

/** Flat parameters as one object; keys beside them are ignored. */
function objectOf(parameters: readonly Parameter[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: true,
  };
}
