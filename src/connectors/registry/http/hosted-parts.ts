import { AppError } from '../../../kernel/app-error.js';
import { type PartSource } from '../package-parts.js';
import { decodeText } from '../package-text.js';
import { RefusedFile } from '../refused-file.js';
import { tooLarge } from '../too-large-file.js';
import { type HostedProject, type ProjectHost } from './project-host.js';

/** The files of one commit. */
export class HostedParts implements PartSource {
  constructor(
    private readonly host: ProjectHost,
    private readonly place: { readonly project: HostedProject; readonly commit: string },
    private readonly signal: AbortSignal,
  ) {}

  bundleFiles(): Promise<readonly string[]> {
    return this.host.bundleFiles(this.place.project, this.place.commit, this.signal);
  }

  async text(location: string, limitBytes: number): Promise<string | null> {
    try {
      const file = { ...this.place, location, limitBytes };
      const bytes = await this.host.file(file, this.signal);
      return bytes && decodeText(bytes);
    } catch (error) {
      const refused = refusalOf(error, limitBytes);
      if (!refused) throw error;
      throw refused.at(location);
    }
  }
}

function refusalOf(error: unknown, limitBytes: number): RefusedFile | null {
  if (error instanceof RefusedFile) return error;
  const isTooLarge = error instanceof AppError && error.code === 'upstream-too-large';
  return isTooLarge ? tooLarge(null, limitBytes) : null;
}
