import { type INestApplicationContext } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import { type Model } from 'mongoose';
import {
  BUILT_OPERATIONS,
  type OperationId,
  operationSpec,
} from '../../../src/api/operations/operations.js';
import { type AuditRecord } from '../../../src/platform/audit/audit-entry.js';
import { AUDIT_RECORD_MODEL } from '../../../src/platform/audit/audit-record.schema.js';
import { AuditTrailService } from '../../../src/platform/audit/audit-trail.service.js';

/**
 * What these change lies in other systems, whose documents the trail does not know, in the log of events,
 * which says itself who published what, or in the list of a trigger's runs, with who started them.
 */
const ELSEWHERE: ReadonlySet<OperationId> = new Set<OperationId>([
  'callIntegration',
  'publishEvent',
  'retryNotification',
  'retryWebhookDelivery',
  'runEndpointTrigger',
  'runManualTrigger',
  'testNotificationChannel',
  'testWebhook',
]);

const CHANGING = BUILT_OPERATIONS.filter(
  (id) => operationSpec(id).changes === true && !ELSEWHERE.has(id),
);

/**
 * What an application's audit trail shows of the contract that every operation which changes
 * something leaves an entry: `changes X` for each that should, `audited X` for each that did.
 */
export async function auditMarkers(app: INestApplicationContext): Promise<readonly string[]> {
  await app.get(AuditTrailService, { strict: false }).settled();
  const records = app.get<Model<AuditRecord>>(getModelToken(AUDIT_RECORD_MODEL), { strict: false });
  const audited = await records.distinct('operation', { outcome: 'done' }).exec();
  return [
    ...CHANGING.map((id) => `changes ${id}`),
    ...audited.map((operation) => `audited ${operation}`),
  ];
}
