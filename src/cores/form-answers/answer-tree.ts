import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { type FormField } from './form-fields.js';

type Member = { readonly value: JsonValue } | { readonly group: Map<string, Member> };

interface Known {
  readonly field?: FormField;
  readonly below: Map<string, Known>;
}

/** Answers that are taken apart by the fields of a form, or put together. */
export class AnswerTree {
  private readonly known: Known = { below: new Map() };
  private readonly members = new Map<string, Member>();

  constructor(fields: readonly FormField[]) {
    for (const field of fields) this.learn(field);
  }

  /** Shows every answer with its field; without one what no field asks for. */
  walk(
    answers: JsonObject,
    visit: (path: readonly string[], value: JsonValue, field: FormField | undefined) => void,
  ): void {
    const look = (object: JsonObject, known: Known, path: readonly string[]): void => {
      for (const [key, value] of Object.entries(object)) {
        const below = known.below.get(key);
        const at = [...path, key];
        const isGroup = below?.field === undefined && below !== undefined;
        if (isGroup && isJsonObject(value) && Object.keys(value).length > 0) look(value, below, at);
        else visit(at, value, below?.field);
      }
    };
    look(answers, this.known, []);
  }

  /** @returns false when another answer has the place. */
  put(path: readonly string[], value: JsonValue): boolean {
    const last = path.at(-1);
    const group = last === undefined ? undefined : this.groupAt(path.slice(0, -1));
    if (!group || last === undefined) return false;
    const present = group.get(last);
    if (!present) {
      group.set(last, { value });
      return true;
    }
    // An empty group adds nothing to one that is there.
    return 'group' in present && isJsonObject(value) && Object.keys(value).length === 0;
  }

  has(path: readonly string[]): boolean {
    let group: Map<string, Member> | undefined = this.members;
    for (const key of path.slice(0, -1)) {
      const member: Member | undefined = group?.get(key);
      group = member && 'group' in member ? member.group : undefined;
    }
    return group?.has(path.at(-1) ?? '') ?? false;
  }

  toJson(): JsonObject {
    return toObject(this.members);
  }

  private learn(field: FormField): void {
    let known = this.known;
    for (const [at, key] of field.path.entries()) {
      const isLast = at === field.path.length - 1;
      const next = known.below.get(key) ?? { below: new Map(), ...(isLast && { field }) };
      known.below.set(key, next);
      known = next;
    }
  }

  private groupAt(path: readonly string[]): Map<string, Member> | undefined {
    let group = this.members;
    for (const key of path) {
      const member: Member = group.get(key) ?? { group: new Map() };
      if (!('group' in member)) return undefined;
      group.set(key, member);
      group = member.group;
    }
    return group;
  }
}

function toObject(members: ReadonlyMap<string, Member>): JsonObject {
  return Object.fromEntries(
    [...members].map(([key, member]) => [
      key,
      'group' in member ? toObject(member.group) : member.value,
    ]),
  );
}
