/** The texts of a template, and between them the numbers of arguments: names in order of their first use. */
export function templateParts(template: string): readonly (string | number)[] {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const parts: (string | number)[] = [];
  let last = 0;
  for (const { 0: whole, 1: name = '', index } of template.matchAll(/\$\{([^{}]*)\}/g)) {
    const number = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, number);
    parts.push(template.slice(last, index), number);
    last = index + whole.length;
  }
  return [...parts, template.slice(last)];
}
