import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** Kinds of documents that others refer to, by the bundle type of packages. */
export type ReferredType =
  | 'workflow'
  | 'transformation'
  | 'form'
  | 'json-form'
  | 'template'
  | 'mop-template'
  | 'mop-analytic-template';

/** A document that another one refers to, by id or by name. */
export interface DocumentReference {
  /** The kinds it may be of. */
  readonly types: readonly ReferredType[];
  readonly to: string;
}

/** A reference, and where in the document it stands. */
export interface PlacedReference extends DocumentReference {
  readonly path: readonly (string | number)[];
}

const FORMS = ['form', 'json-form'] as const;
/** Keys that hold a reference wherever they stand. */
const KEYS: Readonly<Record<string, readonly ReferredType[]>> = {
  tr_id: ['transformation'],
  formId: FORMS,
  form_id: FORMS,
  jst: ['transformation'],
};
/** Inputs of tasks that hold a reference, by the name of the task. */
const TASK_INPUTS: Readonly<Record<string, Readonly<Record<string, ReferredType>>>> = {
  childJob: { workflow: 'workflow', transformation: 'transformation' },
  renderJinjaTemplate: { name: 'template' },
  renderJinja2Template: { name: 'template' },
  renderJinja2TemplateWithCast: { name: 'template' },
  parseTemplate: { template: 'template' },
  RunCommandTemplate: { template: 'mop-template' },
  RunCommandTemplateSingleCommand: { template: 'mop-template' },
  runAnalyticsTemplate: { analytic_template_name: 'mop-analytic-template' },
  runAnalyticsTemplateDevices: { analytic_template_name: 'mop-analytic-template' },
};
/** What automations call the kinds of what they start. */
const COMPONENT_TYPES: Readonly<Record<string, ReferredType>> = {
  workflows: 'workflow',
  workflow: 'workflow',
  transformations: 'transformation',
  transformation: 'transformation',
  forms: 'form',
  'json-forms': 'json-form',
  json_forms: 'json-form',
  'mop-templates': 'mop-template',
  command_templates: 'mop-template',
  'mop-analytic-templates': 'mop-analytic-template',
  analytic_templates: 'mop-analytic-template',
};

/** The kind that `componentType` of an automation means; exports without one start workflows. */
export function componentKind(type: string): ReferredType | undefined {
  const key = type === '' ? 'workflows' : type;
  return Object.hasOwn(COMPONENT_TYPES, key) ? COMPONENT_TYPES[key] : undefined;
}

/** Every document that this one refers to by a literal, each once. */
export function documentReferences(document: JsonObject): readonly DocumentReference[] {
  return placedReferences(document).map(({ types, to }) => ({ types, to }));
}

/** The same, each with the first place at which it stands. */
export function placedReferences(document: JsonObject): readonly PlacedReference[] {
  const found = new Map<string, PlacedReference>();
  collect(document, [], found);
  return [...found.values()];
}

/** The same list during the whole walk: whoever keeps it copies it. */
type Path = (string | number)[];
type Found = Map<string, PlacedReference>;

function collect(value: JsonValue, path: Path, found: Found): void {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) collectAt(at, item, path, found);
  } else if (isJsonObject(value)) {
    collectTask(value, path, found);
    for (const key of Object.keys(value)) collectAt(key, value[key] ?? null, path, found);
  }
}

function collectAt(key: string | number, value: JsonValue, path: Path, found: Found): void {
  path.push(key);
  if (Object.hasOwn(KEYS, key)) note(KEYS[key] ?? [], value, path, found);
  collect(value, path, found);
  path.pop();
}

function collectTask({ name, variables }: JsonObject, path: Path, found: Found): void {
  if (typeof name !== 'string' || !Object.hasOwn(TASK_INPUTS, name)) return;
  const incoming = isJsonObject(variables) ? variables['incoming'] : undefined;
  if (!isJsonObject(incoming)) return;
  for (const [key, type] of Object.entries(TASK_INPUTS[name] ?? {})) {
    note([type], incoming[key], [...path, 'variables', 'incoming', key], found);
  }
}

/** What is only known at run time is no reference yet. */
function note(
  types: readonly ReferredType[],
  to: JsonValue | undefined,
  path: Path,
  found: Found,
): void {
  if (typeof to !== 'string' || to === '' || to.length > 512 || to.startsWith('$var.')) return;
  const key = `${types.join(' ')} ${to}`;
  if (!found.has(key)) found.set(key, { types, to, path: [...path] });
}
