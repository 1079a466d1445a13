/** What the work came to, and how often others had their turn meanwhile. */
export async function turnsOfOthers<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const value = await work();
  isDone = true;
  return { value, turns };
}
