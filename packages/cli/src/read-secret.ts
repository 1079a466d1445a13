import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.js';
import { type CommandEnvironment } from './command-environment.js';

/**
 * A secret that comes in, or is typed without being shown: never one of the command line, which every
 * account of the machine can read.
 * @throws CommandError when there is none.
 */
export async function readSecret(
  prompt: string,
  { stdin, stderr, signal }: CommandEnvironment,
): Promise<string> {
  const secret = prompt === '' || !stdin.isTTY ? await text(stdin) : await typed(prompt);
  const line = secret.replace(/\r?\n$/, '');
  if (line !== '') return line;
  throw new CommandError('The secret is empty');

  function typed(question: string): Promise<string> {
    stderr.write(question);
    const lines = createInterface({ input: stdin, terminal: true });
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        lines.close();
        reject(signal.reason as Error);
      });
      lines.once('line', (answer) => {
        lines.close();
        stderr.write('\n');
        resolve(answer);
      });
    });
  }
}
