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
  RunCommandTemplate: { template: 'mop-template' },
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
  const found = new Map<string, DocumentReference>();
  collect(document, found);
  return [...found.values()];
}

function collect(value: JsonValue, found: Map<string, DocumentReference>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
  } else if (isJsonObject(value)) {
    collectTask(value, found);
    for (const [key, inner] of Object.entries(value)) {
      if (Object.hasOwn(KEYS, key)) note(KEYS[key] ?? [], inner, found);
      collect(inner, found);
    }
  }
}

function collectTask({ name, variables }: JsonObject, found: Map<string, DocumentReference>): void {
  if (typeof name !== 'string' || !Object.hasOwn(TASK_INPUTS, name)) return;
  const incoming = isJsonObject(variables) ? variables['incoming'] : undefined;
  if (!isJsonObject(incoming)) return;
  for (const [key, type] of Object.entries(TASK_INPUTS[name] ?? {})) {
    note([type], incoming[key], found);
  }
}

/** What is only known at run time is no reference yet. */
function note(
  types: readonly ReferredType[],
  to: JsonValue | undefined,
  found: Map<string, DocumentReference>,
): void {
  if (typeof to !== 'string' || to === '' || to.length > 512 || to.startsWith('$var.')) return;
  found.set(`${types.join(' ')} ${to}`, { types, to });
}
