import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { type DocumentType } from './document-type.js';

interface ShapeRule<Name extends string> {
  readonly name: Name;
  readonly fits: (document: JsonObject) => boolean;
}

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string';
const isList = (value: JsonValue | undefined): boolean => Array.isArray(value);

/** A workflow and a job share most of their keys: a job knows what became of it. */
function isJob({ tasks, transitions, ancestors, watchers, metrics, status }: JsonObject): boolean {
  const isGraph = isJsonObject(tasks) && isJsonObject(transitions);
  const isRun = isList(ancestors) || isList(watchers) || (isJsonObject(metrics) && isText(status));
  return isGraph && isRun;
}

/** Documents that are recognised and not imported here, by what a message calls them. */
const FOREIGN_SHAPES: readonly ShapeRule<string>[] = [
  { name: 'a job', fits: isJob },
  { name: 'an OpenAPI document', fits: ({ openapi, swagger }) => isText(openapi ?? swagger) },
  { name: 'a profile', fits: isProfile },
  {
    name: 'an integration',
    fits: ({ model, properties }) => isText(model) && isJsonObject(properties),
  },
  {
    name: 'an account',
    fits: ({ username, provenance }) => isText(username) && isText(provenance),
  },
  { name: 'a group', fits: ({ provenance, memberOf }) => isText(provenance) && isList(memberOf) },
  { name: 'a role', fits: isRole },
  { name: 'a trigger', fits: ({ actionType, type }) => isText(actionType) && isText(type) },
  { name: 'a JSON Schema', fits: ({ $schema }) => isText($schema) },
];

/** The documents of content and automations, told by what no other kind has. */
const DOCUMENT_SHAPES: readonly ShapeRule<DocumentType>[] = [
  {
    name: 'workflow',
    fits: ({ tasks, transitions }) => isJsonObject(tasks) && isJsonObject(transitions),
  },
  { name: 'transformation', fits: isTransformation },
  { name: 'json-form', fits: isJsonForm },
  { name: 'mop-analytic-template', fits: ({ prepostCommands }) => isList(prepostCommands) },
  { name: 'mop-template', fits: ({ name, commands }) => isText(name) && isList(commands) },
  { name: 'automation', fits: isAutomation },
  { name: 'form', fits: isForm },
  { name: 'template', fits: ({ name, template }) => isText(name) && isText(template) },
];

/** The type of a document by its shape; undefined for what is none that can be imported. */
export function typeByShape(document: JsonObject): DocumentType | undefined {
  if (foreignName(document) !== undefined) return undefined;
  return DOCUMENT_SHAPES.find(({ fits }) => fits(document))?.name;
}

/** What a document is that is recognised and not imported: `a job`. */
export function foreignName(document: JsonObject): string | undefined {
  return FOREIGN_SHAPES.find(({ fits }) => fits(document))?.name;
}

/** A project as it is exported, with its documents in `components`. */
export function isProject({ name, components }: JsonObject): boolean {
  if (!isText(name) || !Array.isArray(components)) return false;
  return components.every((one) => isJsonObject(one) && (isText(one['type']) || 'document' in one));
}

/** A package (`artifact.json`), with its documents in `bundles`. */
export function isPackage({ metadata, bundles }: JsonObject): boolean {
  return isJsonObject(metadata) && isList(bundles);
}

function isProfile({
  profile,
  metadata,
  applicationProps,
  authenticationProps,
}: JsonObject): boolean {
  if (isJsonObject(profile) && isJsonObject(metadata)) return true;
  return isJsonObject(applicationProps) && isJsonObject(authenticationProps);
}

/** A role says which application it is of, and nothing of what documents have. */
function isRole(document: JsonObject): boolean {
  const { provenance, name } = document;
  return isText(provenance) && isText(name) && !('memberOf' in document);
}

function isTransformation({ incoming, outgoing, steps }: JsonObject): boolean {
  return isList(incoming) && isList(outgoing) && isList(steps);
}

function isJsonForm({ struct, schema, uiSchema }: JsonObject): boolean {
  return isJsonObject(struct) && (isJsonObject(schema) || isJsonObject(uiSchema));
}

function isAutomation(document: JsonObject): boolean {
  const { name, componentType, triggers } = document;
  if (!isText(name)) return false;
  const isTyped = isText(componentType) || componentType === null;
  return isTyped || isList(triggers) || isText(document['componentName']);
}

/** Forms are the oldest kind; one that was broken on the way has objects for lists. */
function isForm({ name, children, elements }: JsonObject): boolean {
  return isText(name) && (isContainer(children) || isContainer(elements));
}

function isContainer(value: JsonValue | undefined): boolean {
  return isList(value) || isJsonObject(value);
}
