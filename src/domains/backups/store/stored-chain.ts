import { type GuardedRecord } from '../../../kernel/gbac.js';

/** Bytes as they are handed in, and as the driver gives them back. */
export type StoredBytes = Buffer | { readonly buffer: Uint8Array; readonly position: number };

/** Where a segment begins and ends, by the places of its versions. */
export interface SegmentPlace {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** The newest version of a chain, by date. */
export interface NewestVersion {
  readonly backupId: string;
  readonly place: number;
  readonly date: Date;
  /** The searched text, masked, as `pack` makes it. */
  readonly text: StoredBytes;
  /** What a search looks at before it reads the text. */
  readonly signature: StoredBytes;
}

/**
 * What is true of all versions of one device: which segments hold them, and the newest one for searches.
 * Whatever changes in a chain takes effect by one conditional write of this document.
 */
export interface StoredChain extends GuardedRecord {
  readonly _id: string;
  readonly revision: number;
  readonly deviceId: string | null;
  readonly name: string;
  readonly nameFolded: string;
  readonly type: string;
  readonly nextPlace: number;
  /** The highest number of a secret that was ever given. */
  readonly lastSecret: number;
  readonly segments: readonly SegmentPlace[];
  /** null where all versions were deleted. */
  readonly newest: NewestVersion | null;
  /** Keys of secrets that no version has any more: they go. */
  readonly retiring: readonly string[];
  readonly updated: Date;
}

/** One version within its segment. */
export interface StoredFrame {
  readonly place: number;
  readonly backupId: string;
  readonly kind: 'key' | 'delta';
  /** Of the stored text, the characters that are the raw configuration; the rest is the XML one. */
  readonly rawLength: number;
  readonly bytes: StoredBytes;
}

/**
 * Up to twenty versions: the first one whole, each other as what differs from the one before it. Never
 * changed: a segment with another version in it is another document.
 */
export interface StoredSegment {
  readonly _id: string;
  readonly chain: string;
  readonly frames: readonly StoredFrame[];
  /** What a search looks at before it reads the segment. */
  readonly signature: StoredBytes;
  readonly created: Date;
}

/** A secret of a chain, sealed. */
export interface StoredChainSecret {
  /** Chain and key. */
  readonly _id: string;
  readonly chain: string;
  readonly number: number;
  readonly variant: number;
  /** `$ENC1…` of the place and the value. */
  readonly sealed: string;
}
