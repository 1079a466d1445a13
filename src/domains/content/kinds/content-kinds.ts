import { type ReferredType } from '../../../kernel/document-references.js';
import { CONTENT_COLLECTIONS } from '../../../platform/packaged/content-collections.js';
import { CAMEL_STAMPS, type Stamps } from '../../../platform/packaged/stamped.js';

/** The kinds of documents that make up the content of the platform, by the bundle type of packages. */
export type ContentKindName = ReferredType;

/** What documents of a kind have in common. */
export interface ContentKind {
  readonly type: ContentKindName;
  readonly collection: string;
  /** What messages call it: `Workflow 'x' already exists`. */
  readonly label: string;
  /** The key under which a document carries its own id. */
  readonly idKey: '_id' | 'id';
  readonly stamps: Stamps;
}

const SNAKE: Stamps = {
  created: 'created',
  createdBy: 'created_by',
  updated: 'last_updated',
  updatedBy: 'last_updated_by',
  times: 'text',
};
const EPOCH: Stamps = { ...CAMEL_STAMPS, times: 'epoch-ms' };

/** Every kind, declared once. */
export const CONTENT_KINDS: Readonly<Record<ContentKindName, ContentKind>> = {
  workflow: {
    type: 'workflow',
    collection: CONTENT_COLLECTIONS.workflow,
    label: 'Workflow',
    idKey: '_id',
    stamps: SNAKE,
  },
  transformation: {
    type: 'transformation',
    collection: CONTENT_COLLECTIONS.transformation,
    label: 'Transformation',
    idKey: '_id',
    stamps: CAMEL_STAMPS,
  },
  form: {
    type: 'form',
    collection: CONTENT_COLLECTIONS.form,
    label: 'Form',
    idKey: '_id',
    stamps: SNAKE,
  },
  'json-form': {
    type: 'json-form',
    collection: CONTENT_COLLECTIONS['json-form'],
    label: 'JSON form',
    idKey: 'id',
    stamps: CAMEL_STAMPS,
  },
  template: {
    type: 'template',
    collection: CONTENT_COLLECTIONS.template,
    label: 'Template',
    idKey: '_id',
    stamps: CAMEL_STAMPS,
  },
  'mop-template': {
    type: 'mop-template',
    collection: CONTENT_COLLECTIONS['mop-template'],
    label: 'Command template',
    idKey: '_id',
    stamps: EPOCH,
  },
  'mop-analytic-template': {
    type: 'mop-analytic-template',
    collection: CONTENT_COLLECTIONS['mop-analytic-template'],
    label: 'Analytic template',
    idKey: '_id',
    stamps: EPOCH,
  },
};

/** The names of all kinds. */
export const CONTENT_KIND_NAMES = Object.keys(CONTENT_KINDS) as readonly ContentKindName[];
