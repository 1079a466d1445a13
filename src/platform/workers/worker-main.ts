import { parentPort } from 'node:worker_threads';
import { transferListOf } from './transfer-list.js';

/** What a worker is told to do. */
export interface WorkerOrder {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** What it says when that is done. */
export type WorkerReport = { readonly output: unknown } | { readonly fault: Error };

parentPort?.on('message', (order: WorkerOrder) => {
  void carryOut(order).then((report) => {
    parentPort?.postMessage(report, 'output' in report ? transferListOf(report.output) : []);
  });
});

async function carryOut({ module, name, input }: WorkerOrder): Promise<WorkerReport> {
  try {
    // The names that modules of ours give their functions; nobody else makes orders.
    const functions = (await import(module)) as Readonly<
      Record<string, (input: unknown) => unknown>
    >;
    return { output: await functions[name]?.(input) };
  } catch (error) {
    return { fault: error instanceof Error ? error : new Error('the work failed') };
  }
}
