import { isJsonObject, type JsonObject, type JsonValue } from '#kernel/json.js';
import { invalidValue, malformed, noSuchPath } from './restconf-error.js';
import { type YangModule, type YangNode } from './yang.js';

/** One step of a data path: the node, its name in the stored tree, and the keys of a list entry. */
export interface Step {
  readonly node: YangNode;
  readonly name: string;
  readonly module: string;
  readonly keys?: readonly string[];
}

/** The schema of a datastore: resolves paths and judges documents. Top nodes are stored as `module:name`. */
export class SchemaTree {
  private readonly top: Readonly<Record<string, YangNode>>;

  constructor(
    readonly modules: readonly YangModule[],
    private readonly hasDevice: (name: string) => boolean,
  ) {
    this.top = Object.fromEntries(
      modules.flatMap(({ name, nodes }) =>
        Object.entries(nodes).map(([child, node]) => [`${name}:${child}`, node]),
      ),
    );
  }

  /** @param segments of the path below `/restconf/data`, still percent-encoded. */
  resolve(segments: readonly string[]): Step[] {
    const steps: Step[] = [];
    for (const segment of segments) steps.push(this.step(steps.at(-1), segment));
    return steps;
  }

  /** Checks a document against the node and gives it back with the names of the stored tree. */
  judged(parent: Step | undefined, document: JsonValue, at: string): JsonObject {
    if (!isJsonObject(document)) throw malformed('expected an object', at);
    return Object.fromEntries(
      Object.entries(document).map(([given, value]) => {
        const step = this.child(parent, given);
        if (!step) throw malformed(`unknown element: ${given} in ${at || '/'}`, at);
        return [step.name, this.judgedValue(step, value, `${at}/${given}`)];
      }),
    );
  }

  /** @throws RestconfError for a mandatory leaf that a stored value lacks. */
  assertComplete(node: YangNode, value: JsonValue, at: string): void {
    if (node.kind === 'list' && Array.isArray(value)) {
      for (const entry of value as JsonObject[]) {
        this.assertChildren(node, entry, `${at}${predicate(node, entry)}`);
      }
    } else if (node.kind === 'container' && isJsonObject(value)) {
      this.assertChildren(node, value, at);
    }
  }

  /** The node and stored name of a top node. */
  topNode(name: string): YangNode | undefined {
    return Object.hasOwn(this.top, name) ? this.top[name] : undefined;
  }

  private assertChildren(node: YangNode, value: JsonObject, at: string): void {
    for (const [name, child] of Object.entries(node.children ?? {})) {
      const stored = value[name];
      if (stored !== undefined) this.assertComplete(child, stored, `${at}/${name}`);
      else if (child.mandatory) throw malformed(`${at}/${name} is not configured`, `${at}/${name}`);
    }
  }

  private step(parent: Step | undefined, segment: string): Step {
    const at = segment.indexOf('=');
    const found = this.child(parent, decode(at < 0 ? segment : segment.slice(0, at)));
    if (!found) throw noSuchPath();
    if (at < 0) return found;
    const keys = segment
      .slice(at + 1)
      .split(',')
      .map(decode);
    if (keys.length !== found.node.keys?.length) {
      throw invalidValue(`wrong number of keys for ${found.name}`);
    }
    return { ...found, keys };
  }

  private child(parent: Step | undefined, given: string): Step | undefined {
    const [module = parent?.module ?? '', local] = split(given);
    const name = module === parent?.module ? local : `${module}:${local}`;
    const node = ownNode(parent ? parent.node.children : this.top, name);
    return node && { node, name, module };
  }

  private judgedValue(step: Step, value: JsonValue, at: string): JsonValue {
    const { kind } = step.node;
    if (kind === 'anydata') return value;
    if (kind === 'action') throw malformed(`unknown element: ${step.name}`, at);
    if (kind === 'container') return this.judged(step, value, at);
    if (kind === 'leaf') return this.judgedLeaf(step.node, value, at);
    if (!Array.isArray(value)) throw malformed('expected an array', at);
    if (kind === 'leaf-list') return value.map((item) => this.judgedLeaf(step.node, item, at));
    return value.map((entry) => this.judgedEntry(step, entry, at));
  }

  private judgedEntry(step: Step, entry: JsonValue, at: string): JsonObject {
    const judged = this.judged(step, entry, at);
    for (const key of step.node.keys ?? []) {
      if (judged[key] === undefined) {
        throw malformed(`missing element: ${key} in ${at}`, at);
      }
    }
    return judged;
  }

  private judgedLeaf({ type }: YangNode, value: JsonValue, at: string): JsonValue {
    const isRight =
      type === 'number'
        ? typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
        : typeof value === (type === 'boolean' ? 'boolean' : 'string');
    if (!isRight) throw invalidValue(`${JSON.stringify(value)} is not a valid value.`, at);
    if (type === 'device' && !this.hasDevice(keyText(value))) {
      throw invalidValue(`illegal reference '${at}'`, at);
    }
    return value;
  }
}

function ownNode(nodes: YangNode['children'] = {}, name: string): YangNode | undefined {
  return Object.hasOwn(nodes, name) ? nodes[name] : undefined;
}

/** Module, where one is given, and name. */
function split(given: string): [string | undefined, string] {
  const colon = given.indexOf(':');
  return colon < 0 ? [undefined, given] : [given.slice(0, colon), given.slice(colon + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('bad percent-encoding in the path');
  }
}

/** `[name='x']` for messages, as such orchestrators write it. */
export function predicate(node: YangNode, entry: JsonObject): string {
  return (node.keys ?? []).map((key) => `[${key}='${keyText(entry[key])}']`).join('');
}

/** Keys compare by their text: a number in a document is the text of it in a path. */
export function keyText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
