import {
  type AuditedChange,
  type AuditedObject,
  type AuditedObjectType,
} from '../request-context/audited-change.js';
import { type ChangeDeclaration } from './changed-object.js';
import { type EVENTS, type EventId } from './event-table.js';

/** The events that carry which object it was and who did it, and nothing else. */
type PlainChange = {
  [I in EventId]: (typeof EVENTS)[I] extends ChangeDeclaration ? I : never;
}[EventId];
type ArtifactChange = 'artifactInstalled' | 'artifactUpdated' | 'artifactRemoved';

/** What is told when an object of a kind comes, changes and goes. */
interface ObjectEvents<I> {
  readonly created: I;
  readonly updated: I;
  readonly deleted: I;
}

/** What is told of a change. */
export type ChangeEvent =
  | {
      readonly id: PlainChange;
      readonly payload: {
        readonly id: string;
        readonly name: string | null;
        readonly by: string | null;
      };
    }
  | {
      readonly id: ArtifactChange;
      readonly payload: {
        readonly id: string;
        readonly name: string;
        readonly version: string | null;
        readonly by: string | null;
      };
    };

const plain = <const N extends string>(
  name: N,
): { created: `${N}Created`; updated: `${N}Updated`; deleted: `${N}Deleted` } => ({
  created: `${name}Created`,
  updated: `${name}Updated`,
  deleted: `${name}Deleted`,
});
const always = <const I extends EventId>(id: I): ObjectEvents<I> => ({
  created: id,
  updated: id,
  deleted: id,
});

/** Every audited kind of object but packages; a kind without its events does not compile. */
const PLAIN: Readonly<Record<Exclude<AuditedObjectType, 'package'>, ObjectEvents<PlainChange>>> = {
  account: plain('account'),
  group: plain('group'),
  role: plain('role'),
  session: always('sessionEnded'),
  sessions: always('sessionsEnded'),
  'api-token': plain('apiToken'),
  profile: plain('profile'),
  'repository-config': plain('repositoryConfig'),
  integration: plain('integration'),
  'integration-model': plain('integrationModel'),
  workflow: plain('workflow'),
  transformation: plain('transformation'),
  form: plain('form'),
  'json-form': plain('jsonForm'),
  template: plain('template'),
  'mop-template': plain('commandTemplate'),
  'mop-analytic-template': plain('analyticTemplate'),
  automation: plain('automation'),
  trigger: plain('trigger'),
  project: plain('project'),
  tag: plain('tag'),
  'event-type': plain('eventType'),
  webhook: plain('webhook'),
  'notification-channel': plain('notificationChannel'),
  'notification-rule': plain('notificationRule'),
  adapter: plain('adapter'),
  'orchestrator-action': always('orchestratorActionSent'),
  'service-instance': plain('serviceInstance'),
  device: plain('device'),
  'device-group': plain('deviceGroup'),
  'device-change': always('deviceChangePushed'),
  backup: plain('backup'),
  'backup-run': always('backupsRequested'),
  'backup-schedule': plain('backupSchedule'),
  'retention-policy': plain('retentionPolicy'),
  job: always('jobControlled'),
  'manual-task': always('manualTaskWorked'),
  maintenance: always('maintenanceSwitched'),
  application: always('applicationSwitched'),
  'tracked-operation': always('operationCancelRequested'),
};
const ARTIFACT: ObjectEvents<ArtifactChange> = {
  created: 'artifactInstalled',
  updated: 'artifactUpdated',
  deleted: 'artifactRemoved',
};

/**
 * The event of a change that was noted for the audit trail.
 * @param by name of the account that did it; null for commands.
 */
export function changeEvent(
  { object, before, after }: AuditedChange,
  by: string | null,
): ChangeEvent {
  const { type, id, name } = object;
  const what = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  if (type !== 'package') return { id: PLAIN[type][what], payload: { id, name: told(object), by } };
  const version = (after ?? before)?.['version'];
  const payload = { id, name, version: typeof version === 'string' ? version : null, by };
  return { id: ARTIFACT[what], payload };
}

function told({ name, hidden = false }: AuditedObject): string | null {
  return hidden ? null : name;
}
