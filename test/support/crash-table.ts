import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORY = join(process.cwd(), 'node_modules', '.cache', 'crash-walks');

/** What was found after each step of a walk that ended there, to be looked at by people. */
export class CrashTable {
  private readonly rows: string[] = [];

  constructor(private readonly change: string) {}

  /** @param lastWrite what was written last before the end. */
  add(lastWrite: string, found: string): void {
    this.rows.push(`| ${String(this.rows.length)} | ${lastWrite} | ${found} |`);
  }

  write(): void {
    mkdirSync(DIRECTORY, { recursive: true });
    const head = [`A change that ${this.change}:`, '', '| writes | last of them | found |'];
    const text = [...head, '| ---: | --- | --- |', ...this.rows, ''].join('\n');
    writeFileSync(join(DIRECTORY, `${this.change.replaceAll(/\W+/g, '-')}.md`), text);
  }
}
