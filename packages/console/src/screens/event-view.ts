import { type EventShown, type RegisteredEventShown } from '../../../client/src/client.js';
import { textIn } from '../members.js';
import { pathOf } from '../navigation.js';

/** What each kind of event says, by its source and topic. */
export type Sentences = ReadonlyMap<string, string>;

type Told = Pick<EventShown, 'seq' | 'source' | 'topic' | 'payload'>;

const keyOf = ({ source, topic }: Pick<EventShown, 'source' | 'topic'>): string =>
  `${source} ${topic}`;

/** Of a description its first half: what follows is for whoever writes triggers. */
export function sentencesOf(declared: readonly RegisteredEventShown[]): Sentences {
  const told = declared.filter(({ description }) => description !== '');
  return new Map(told.map((event) => [keyOf(event), event.description.replace(/;.*/s, '')]));
}

/** An event in words: what happened, and to what. */
export function sentenceOf(event: Told, sentences: Sentences): string {
  const { payload } = event;
  const what = sentences.get(keyOf(event)) ?? keyOf(event);
  const name = ['name', 'workflowName', 'device'].map((member) => textIn(payload, member));
  const about = name.find((one) => one !== undefined);
  return about === undefined ? what : `${what}: ${about}`;
}

/** Screens of objects, by how the topics about them begin, and the member of the payload that names one. */
const SCREENS = [
  ['jobControlled', 'jobs', 'id'],
  ['manualTaskWorked', 'tasks', 'id'],
  ['workflow', 'workflows', 'name'],
  ['automation', 'automations', 'id'],
  ['integrationModel', 'models', 'id'],
  ['integration', 'integrations', 'name'],
  ['deviceGroup', undefined, undefined],
  ['device', 'devices', 'name'],
  ['account', 'access', 'id'],
  ['profile', 'profiles', 'id'],
] as const;

/** Where an event leads: to what it is about, or to its own payload. */
export function placeOf({ seq, topic, payload }: Told): string {
  const job = textIn(payload, 'jobId');
  if (job !== undefined) return pathOf('jobs', job);
  const [, screen, member] = SCREENS.find(([begin]) => topic.startsWith(begin)) ?? [];
  const object = member && textIn(payload, member);
  const isGone = topic.endsWith('Deleted');
  if (screen === undefined || object === undefined || isGone) return `/events?event=${seq}`;
  return pathOf(screen, object);
}
