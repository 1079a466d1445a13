import {
  type Client,
  deleteAnalyticTemplate,
  deleteForm,
  deleteJsonForm,
  deleteTemplate,
  deleteTextTemplate,
  deleteTransformation,
  exportForm,
  exportJsonForm,
  exportTemplate,
  exportTextTemplate,
  exportTransformation,
  getAnalyticTemplate,
  getForm,
  getJsonForm,
  getTemplate,
  getTextTemplate,
  getTextTemplateVersion,
  getTransformation,
  listAnalyticTemplates,
  listForms,
  listJsonForms,
  listTemplates,
  listTextTemplates,
  listTextTemplateVersions,
  restoreTextTemplate,
  searchTransformations,
  type TransformationProblem,
  validateTransformation,
} from '../../../client/src/client.js';
import { textIn } from '../members.js';
import { differencesOf } from '../parts/before-after.js';
import { type Findings } from './document-problems.js';
import { type VersionedKind } from './document-versions.js';
import * as texts from '../texts/documents.js';

/** A document of any kind, as its list has it. */
export type StoredDocument = object;

interface Call {
  readonly client: Client;
  readonly signal?: AbortSignal;
}
interface Removal extends Call {
  readonly path: { readonly id: string };
  readonly headers: { readonly 'If-Match'?: string };
}
interface Query {
  readonly limit: number;
  readonly contains?: string;
}

/** What the console does with a kind of documents, and by which operations. */
export interface DocumentKind {
  readonly title: string;
  readonly listBy: string;
  readonly list: (call: Call, query: Query) => Promise<readonly StoredDocument[]>;
  readonly readBy: string;
  readonly read: (call: Call, of: StoredDocument) => Promise<unknown>;
  readonly exportBy: string;
  readonly export: (call: Call, of: StoredDocument) => Promise<unknown>;
  readonly deleteBy: string;
  readonly remove: (call: Removal) => Promise<unknown>;
  /** Where the platform says what is wrong with one: by which operation. */
  readonly checkBy?: string;
  readonly check?: (call: Call, document: Readonly<Record<string, unknown>>) => Promise<Findings>;
  /** Where the platform has its versions. */
  readonly versions?: VersionedKind;
}

/** Some kinds call it `_id`, others `id`. */
export function idOf(document: StoredDocument): string {
  return textIn(document, '_id') ?? textIn(document, 'id') ?? '';
}

const byId = (of: StoredDocument): { readonly id: string } => ({ id: idOf(of) });
const byName = (of: StoredDocument): { readonly name: string } => ({
  name: textIn(of, 'name') ?? '',
});

const toFinding = ({ pointer, detail }: TransformationProblem): Findings['errors'][number] => ({
  pointer,
  message: detail,
});

const TEXT_TEMPLATE_VERSIONS: VersionedKind = {
  listBy: 'listTextTemplateVersions',
  list: listTextTemplateVersions,
  compareBy: 'getTextTemplateVersion',
  async compare(call, from, newest) {
    const documentOf = async (revision: number): Promise<Readonly<Record<string, unknown>>> => {
      const path = { ...call.path, revision: String(revision) };
      return (await getTextTemplateVersion({ ...call, path })).document;
    };
    const [before, after] = await Promise.all([documentOf(from), documentOf(newest)]);
    return { to: newest, different: differencesOf(before, after).different };
  },
  restoreBy: 'restoreTextTemplate',
  restore: restoreTextTemplate,
};

/** The kinds that have no screen of their own. */
export const DOCUMENT_KINDS = {
  transformations: {
    title: texts.transformations,
    listBy: 'searchTransformations',
    list: async (call, query) =>
      (await searchTransformations({ ...call, query: { queryParameters: query } })).result.results,
    readBy: 'getTransformation',
    read: (call, of) => getTransformation({ ...call, path: byId(of) }),
    exportBy: 'exportTransformation',
    export: (call, of) => exportTransformation({ ...call, path: byId(of) }),
    deleteBy: 'deleteTransformation',
    remove: deleteTransformation,
    checkBy: 'validateTransformation',
    async check(call, transformation) {
      const { errors, warnings } = await validateTransformation({
        ...call,
        body: { transformation },
      });
      return { errors: errors.map(toFinding), warnings: warnings.map(toFinding) };
    },
  },
  templates: {
    title: texts.textTemplates,
    listBy: 'listTextTemplates',
    list: async (call, query) => (await listTextTemplates({ ...call, query })).items,
    readBy: 'getTextTemplate',
    read: (call, of) => getTextTemplate({ ...call, path: byId(of) }),
    exportBy: 'exportTextTemplate',
    export: (call, of) => exportTextTemplate({ ...call, path: byId(of) }),
    deleteBy: 'deleteTextTemplate',
    remove: deleteTextTemplate,
    versions: TEXT_TEMPLATE_VERSIONS,
  },
  commands: {
    title: texts.commandTemplates,
    listBy: 'listTemplates',
    list: (call, query) => listTemplates({ ...call, query }),
    readBy: 'getTemplate',
    read: (call, of) => getTemplate({ ...call, path: byName(of) }),
    exportBy: 'exportTemplate',
    export: (call, of) =>
      exportTemplate({ ...call, body: { type: 'templates', options: byName(of) } }),
    deleteBy: 'deleteTemplate',
    remove: deleteTemplate,
  },
  analytics: {
    title: texts.analyticTemplates,
    listBy: 'listAnalyticTemplates',
    list: (call, query) => listAnalyticTemplates({ ...call, query }),
    readBy: 'getAnalyticTemplate',
    read: (call, of) => getAnalyticTemplate({ ...call, path: byName(of) }),
    exportBy: 'exportTemplate',
    export: (call, of) =>
      exportTemplate({ ...call, body: { type: 'analytic', options: byName(of) } }),
    deleteBy: 'deleteAnalyticTemplate',
    remove: deleteAnalyticTemplate,
  },
  jsonForms: {
    title: texts.jsonForms,
    listBy: 'listJsonForms',
    list: (call, query) => listJsonForms({ ...call, query }),
    readBy: 'getJsonForm',
    read: (call, of) => getJsonForm({ ...call, path: byId(of) }),
    exportBy: 'exportJsonForm',
    export: (call, of) => exportJsonForm({ ...call, path: byId(of) }),
    deleteBy: 'deleteJsonForm',
    remove: deleteJsonForm,
  },
  forms: {
    title: texts.forms,
    listBy: 'listForms',
    list: async (call, query) => (await listForms({ ...call, query })).results,
    readBy: 'getForm',
    read: (call, of) => getForm({ ...call, path: byId(of) }),
    exportBy: 'exportForm',
    export: (call, of) => exportForm({ ...call, path: byId(of) }),
    deleteBy: 'deleteForm',
    remove: deleteForm,
  },
} as const satisfies Readonly<Record<string, DocumentKind>>;
