import { type ContentKindName } from '../kinds/content-kinds.js';

/** A document that comes along with those that are judged: it counts as if it were here. */
export interface BatchDocument {
  readonly type: ContentKindName | 'integration' | 'integration-model';
  readonly id: string;
  readonly name: string;
  /** Whether it has faults and cannot run. */
  readonly draft: boolean;
  /** What lists will find it by beside its name. */
  readonly keys: readonly string[];
}
