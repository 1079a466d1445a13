import { type JsonValue } from '../../kernel/json.js';
import { type NamedGroups } from './line-pattern.js';
import { type ValueDefinition } from './template.js';

/** A recorded row: one cell for each value of the template. */
export type Row = JsonValue[];

/** A value while rows are made. `undefined` is a cell that nothing was put in. */
interface Cell {
  readonly definition: ValueDefinition;
  value: JsonValue | undefined;
  /** Of `Filldown`: what the next row begins with. */
  kept: JsonValue | undefined;
  /** Of `List`: what was matched so far. */
  items: JsonValue[];
}

/** The row that is under way, and the rows that were recorded. */
export class Rows {
  readonly recorded: Row[] = [];
  readonly #cells: readonly Cell[];
  readonly #byName: ReadonlyMap<string, readonly [Cell, number]>;

  constructor(values: readonly ValueDefinition[]) {
    this.#cells = values.map((definition) => ({
      definition,
      value: undefined,
      kept: undefined,
      items: [],
    }));
    this.#byName = new Map(
      this.#cells.map((cell, at) => [cell.definition.name, [cell, at] as const]),
    );
  }

  /** Puts what a rule matched into the row. Groups within the pattern of a list are no values. */
  assign(groups: NamedGroups): void {
    for (const [name, text] of groups) {
      const [cell, at] = this.#byName.get(name) ?? [];
      if (cell && at !== undefined) this.#put(cell, at, text);
    }
  }

  #put(cell: Cell, at: number, text: string | null): void {
    const { definition } = cell;
    cell.value = text ?? undefined;
    for (const option of definition.options) {
      if (option === 'Filldown') cell.kept = cell.value;
      if (option === 'Fillup' && cell.value !== undefined && cell.value !== '')
        this.#fillUp(at, cell.value);
      if (option === 'List') cell.items.push(itemOf(definition, text));
    }
  }

  /** Rows above that lack the value get it, up to the next one that has it. */
  #fillUp(at: number, value: JsonValue): void {
    for (const row of this.recorded.toReversed()) {
      if (!isEmpty(row[at])) return;
      row[at] = value;
    }
  }

  /** Records the row, unless it is empty or lacks a required value, and begins the next one. */
  record(): void {
    for (const cell of this.#cells) {
      for (const option of cell.definition.options) {
        if (option === 'List') cell.value = [...cell.items];
        if (option !== 'Required' || !isEmpty(cell.value)) continue;
        this.clear();
        return;
      }
    }
    if (this.#cells.every(({ value }) => value === undefined || isEmptyList(value))) return;
    this.recorded.push(this.#cells.map(({ value }) => value ?? ''));
    this.clear();
  }

  /** Empties the row; what is filled down stays. */
  clear(): void {
    for (const cell of this.#cells) {
      const isKept = cell.definition.options.includes('Filldown');
      cell.value = isKept ? cell.kept : undefined;
      if (!isKept) cell.items = [];
    }
  }

  clearAll(): void {
    for (const cell of this.#cells) {
      cell.value = undefined;
      cell.kept = undefined;
      cell.items = [];
    }
  }
}

function itemOf({ nested }: ValueDefinition, text: string | null): JsonValue {
  const groups = text === null ? null : nested?.match(text);
  return groups ? Object.fromEntries(groups) : text;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === '' || isEmptyList(value);
}

function isEmptyList(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 0;
}
