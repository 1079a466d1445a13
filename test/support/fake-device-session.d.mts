import { type DeviceScript } from './device-script.js';
import { type TerminalStreams } from './fakes/ssh-server.js';

/** Plays one session of a device whose files are in the directory, until somebody hangs up. */
export function playDevice(
  directory: string,
  settings: DeviceScript & { readonly hostname: string },
  streams: TerminalStreams,
): Promise<void>;
