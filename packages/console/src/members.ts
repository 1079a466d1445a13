/** A text that an object of any shape has under this name; undefined when it has none. */
export function textIn(holder: unknown, name: string): string | undefined {
  const found = memberOf(holder, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** What an object of any shape has under this name. */
export function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.entries(holder).find(([key]) => key === name)?.[1];
}
