import { type JsonObject } from '../../kernel/json.js';
import { fromStored, type StoredDocument } from '../database/storable.js';

/** Largest payload, as JSON: an event says what happened, it does not carry documents about. */
export const EVENT_PAYLOAD_LIMIT_BYTES = 64 * 1024;

/** Something that happened, as consumers are told. */
export interface PlatformEvent {
  /** The same however often it is told: consumers know repeats by it. */
  readonly id: string;
  /** Its place among all events; grows, with gaps. */
  readonly seq: number;
  readonly source: string;
  readonly topic: string;
  readonly time: Date;
  /** Name of the account that caused it; null for the platform itself. */
  readonly actor: string | null;
  readonly payload: JsonObject;
}

/** An event before it has its place. */
export type EventDraft = Omit<StoredEvent, 'seq'>;

/** An event as it is stored. */
export interface StoredEvent {
  readonly _id: string;
  readonly seq: number;
  readonly source: string;
  readonly topic: string;
  readonly time: Date;
  readonly actor: string | null;
  readonly payload: StoredDocument;
  /** In the database alone: the true payload, sealed, where the one beside it is masked. */
  readonly sealed?: string;
}

/** A place that no event will ever take: its writer died, or took another place (ADR 0116). */
export interface EmptyPlace {
  readonly _id: string;
  readonly seq: number;
  readonly empty: true;
}

/** What stands at a place. */
export type LogEntry = StoredEvent | EmptyPlace;

/** False for a place that was given up. */
export function isEvent(entry: LogEntry): entry is StoredEvent {
  return !('empty' in entry);
}

/** The event as consumers see it. */
export function toPlatformEvent({ _id, payload, ...event }: StoredEvent): PlatformEvent {
  return { id: _id, ...event, payload: fromStored(payload) };
}
