import { readFileSync } from 'node:fs';
import { type JsonObject, type JsonValue } from '../../../src/kernel/json.js';

/** Something that the page of recipes does, in the order in which it stands there. */
export type RecipeStep =
  | { readonly kind: 'document'; readonly document: JsonObject }
  | { readonly kind: 'send'; readonly path: string; readonly body: JsonObject }
  | { readonly kind: 'task'; readonly path: string };

/** A recipe: its steps, and how its first job ends. */
export interface Recipe {
  readonly title: string;
  readonly steps: readonly RecipeStep[];
  readonly ends: { readonly status: string; readonly variable: string; readonly value: JsonValue };
}

/** The recipes of the page. @throws Error for a line that is none of those that a test can follow. */
export function recipesOf(file: string): readonly Recipe[] {
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m);
  return sections.map((section) => {
    const title = section.split('\n', 1).join();
    const blocks = [...section.matchAll(/^```(json|sh)\n([^]*?)^```/gm)];
    const steps = blocks.flatMap(([, kind, text = '']) =>
      kind === 'json'
        ? [{ kind: 'document', document: JSON.parse(text) as JsonObject } as const]
        : text.trim().split('\n').flatMap(stepOf),
    );
    const [, status, variable, value] =
      /^Ends `(\w+)`, with `(\w+)` = `(.+)`\.$/m.exec(section) ?? [];
    if (status === undefined || variable === undefined || value === undefined)
      throw new Error(`the recipe '${title}' does not say how it ends`);
    return { title, steps, ends: { status, variable, value: JSON.parse(value) as JsonValue } };
  });
}

function stepOf(line: string): readonly RecipeStep[] {
  const [, path, body] = /^send (\S+) '(.*)'(?: > \S+)?$/.exec(line) ?? [];
  if (path !== undefined && body !== undefined)
    return [{ kind: 'send', path, body: JSON.parse(body) as JsonObject }];
  const [, tasks] = /^TASK=\$\(api "(\S+)" \| pick \.data\[0\]\._id\)$/.exec(line) ?? [];
  if (tasks !== undefined) return [{ kind: 'task', path: tasks }];
  // The job that was started last is known without it.
  if (line === 'JOB=$(pick .data._id < job.json)') return [];
  throw new Error(`no test follows the line: ${line}`);
}
