import { isJsonObject, type JsonObject, type JsonValue } from '../../../../kernel/json.js';
import { type DocumentType } from './document-type.js';

/** Automations refer to others; nothing refers to them but their own triggers. */
type ReferredType = Exclude<DocumentType, 'automation'>;

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
};
/** Inputs of tasks that hold a reference, by the name of the task. */
const TASK_INPUTS: Readonly<Record<string, Readonly<Record<string, ReferredType>>>> = {
  childJob: { workflow: 'workflow' },
  renderJinjaTemplate: { name: 'template' },
  renderJinja2Template: { name: 'template' },
  renderJinja2TemplateWithCast: { name: 'template' },
  RunCommandTemplate: { template: 'mop-template' },
  runAnalyticsTemplate: { analytic_template_name: 'mop-analytic-template' },
  runAnalyticsTemplateDevices: { analytic_template_name: 'mop-analytic-template' },
};

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
