import { type SecretPattern } from '../../../connectors/devices/types/device-type.js';
import { maskedText } from '#domains/backups/secrets/masked-text.js';
import { visibleText } from '#domains/backups/secrets/secret-marker.js';
import { type FoundSecret, SecretTable } from '#domains/backups/secrets/secret-table.js';

const DIFF_LINE = /^([-+ !<>*]?)(.*)$/s;

/**
 * Puts markers in the place of secrets, in all texts of one change: the same secret has the same number
 * in each, so that a diff shows that one was changed and never which it is.
 */
export class ChangeMask {
  readonly #table = new SecretTable([]);

  constructor(private readonly patterns: readonly SecretPattern[]) {}

  async text(text: string): Promise<string> {
    const marker = (found: FoundSecret): string => `<SECRET:${this.#table.keyOf(found)}>`;
    return visibleText(await maskedText(text, this.patterns, marker));
  }

  /** Lines are masked as one text: what a line means depends on its section. */
  async lines(lines: readonly string[]): Promise<readonly string[]> {
    return lines.length === 0 ? [] : (await this.text(lines.join('\n'))).split('\n');
  }

  /** A difference in the words of a device: what marks a line is no part of it. */
  async diff(diff: string): Promise<string> {
    const lines = diff.split('\n').map((line) => DIFF_LINE.exec(line) ?? ['', '', line]);
    const masked = await this.lines(lines.map(([, , rest = '']) => rest));
    return lines.map(([, mark = ''], at) => `${mark}${masked[at] ?? ''}`).join('\n');
  }
}
