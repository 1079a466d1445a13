import { type ChildProcess } from 'node:child_process';

export interface RunningPlatform {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has printed so far. */
  readonly output: () => string;
  /** How long it took until it listened. */
  readonly ms: number;
}

export function startPlatform(
  environment: Readonly<Record<string, string>>,
  program?: readonly string[],
): Promise<RunningPlatform>;

export function endPlatform(platform: RunningPlatform, signal: string): Promise<number | null>;

export function call(
  platform: { readonly url: string },
  path: string,
  options?: { readonly token?: string; readonly body?: unknown; readonly method?: string },
): Promise<string>;

export function signIn(platform: { readonly url: string }, password: string): Promise<string>;
