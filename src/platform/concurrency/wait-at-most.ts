/** Waits for work, but for so long only: what takes longer is left behind. */
export async function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
