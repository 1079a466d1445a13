import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, textOf } from '../../kernel/json-reading.js';
import { type FunctionEntry, type Guard, type StepPlace } from './plan.js';
import { type Problem, type ProblemCode } from './problems.js';
import { readContext } from './read-pointer.js';

/** The functions that steps can name, by id and by name; inner ones come before outer ones. */
export type FunctionNames = ReadonlyMap<string, FunctionEntry>;

/** A step of a document that does something, and where its result goes. */
export interface ScopedStep {
  readonly step: JsonObject;
  readonly place: StepPlace;
  readonly slot: number;
}

/** How a context chooses. */
export interface Choice {
  /** The first case when something is true, else the second. */
  readonly byTruth: boolean;
  /** What it chooses by is its first argument, not something beside its arguments. */
  readonly subjectFirst: boolean;
}

const IF_ELSE = 'Conditional.if...else';
const CHOOSING = new Set([IF_ELSE, 'Conditional.switch']);

/** One transformation or function while it is compiled: what can be named in it, and what is wrong with it. */
export class GraphScope {
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];
  /** The functions that its steps name. */
  readonly calls = new Set<FunctionEntry>();
  readonly steps = new Map<string, ScopedStep>();
  readonly assigns: { readonly assign: JsonObject; readonly pointer: string }[] = [];
  readonly inputs: ReadonlyMap<string, number>;
  /** Ids of the steps whose cases others name as their context. */
  private readonly chosenBy: ReadonlySet<string>;
  /** Ids of the contexts that are told by an edge of their own what they choose by. */
  private readonly toldByContext: ReadonlySet<string>;

  constructor(
    readonly document: JsonObject,
    readonly pointer: string,
    readonly functions: FunctionNames,
  ) {
    const ids = this.schemas('incoming').map(({ id }, at) => [id, at] as const);
    this.inputs = new Map(ids);
    listOf(document['steps']).forEach((step, at) => {
      this.add(step, `${pointer}/steps/${at}`, this.inputCount + this.steps.size);
    });
    this.chosenBy = new Set(
      listOf(document['steps']).flatMap((step) =>
        (isJsonObject(step) ? (readContext(step['context']) ?? []) : []).map((one) => one.step),
      ),
    );
    this.toldByContext = new Set(
      this.assigns.flatMap(({ assign: { to } }) =>
        isJsonObject(to) && to['ptr'] === '/context' ? (idOf(to['name']) ?? []) : [],
      ),
    );
  }

  /** How a step chooses among cases in which others run; undefined when it is no context. */
  choiceOf({ step, place: { id } }: ScopedStep): Choice | undefined {
    const isConditional = CHOOSING.has(operationOf(step)) && this.chosenBy.has(id);
    if (step['type'] !== 'context' && !isConditional) return undefined;
    return {
      byTruth: operationOf(step) === IF_ELSE,
      subjectFirst: !this.toldByContext.has(id),
    };
  }

  get inputCount(): number {
    return listOf(this.document['incoming']).length;
  }

  /** The schemas of what comes in or goes out, with their ids. */
  schemas(side: 'incoming' | 'outgoing'): readonly { id: string; schema: JsonObject }[] {
    return listOf(this.document[side]).map((given) => {
      const schema = isJsonObject(given) ? given : {};
      const id = schema['$id'] ?? schema['title'];
      return { id: typeof id === 'string' ? id : '', schema };
    });
  }

  problem(code: ProblemCode, pointer: string, detail: string): void {
    this.problems.push({ code, pointer, detail });
  }

  warn(code: ProblemCode, pointer: string, detail: string): void {
    this.warnings.push({ code, pointer, detail });
  }

  /** The cases of contexts in which alone a step runs; undefined, with a problem noted, where it says none. */
  guards(step: JsonObject, pointer: string): readonly Guard[] | undefined {
    const cases = readContext(step['context']);
    const guards = cases?.flatMap((one) => {
      const found = this.steps.get(one.step);
      return found && this.choiceOf(found) ? [{ slot: found.slot, case: one.case }] : [];
    });
    if (cases && guards?.length === cases.length) return guards;
    this.problem('unresolvable-pointer', `${pointer}/context`, 'names no case of a context');
    return undefined;
  }

  private add(step: JsonValue, pointer: string, slot: number): void {
    if (!isJsonObject(step)) {
      this.problem('invalid-step', pointer, 'must be an object');
      return;
    }
    if (step['type'] === 'assign') {
      this.assigns.push({ assign: step, pointer });
      return;
    }
    const id = idOf(step['id']);
    if (id === undefined) {
      this.problem('invalid-step', `${pointer}/id`, 'must be a number or a text');
    } else if (this.steps.has(id)) {
      this.problem('duplicate-step', `${pointer}/id`, `is the id of another step too: ${id}`);
    } else {
      this.steps.set(id, { step, slot, place: { id, does: operationOf(step), pointer } });
    }
  }
}

/** An id of a step: documents write numbers, and now and then texts. */
export function idOf(id: JsonValue | undefined): string | undefined {
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

function operationOf(step: JsonObject): string {
  const { type, library, method, function: callee } = step;
  if (type === 'function') return `function ${textOf(callee)}`;
  if (typeof library === 'string') return `${library}.${textOf(method)}`;
  return textOf(type);
}
