import { type Client, type ClientChannel } from 'ssh2';
import { dialogFailed } from '../device-failures.js';
import { type DialogChannel } from '../dialog/line-dialog.js';

/** Wide enough that no line is wrapped and high enough that few things are paged. */
const TERMINAL = { term: 'vt100', cols: 511, rows: 1000 } as const;

/**
 * A shell with a terminal.
 * @throws AppError `device-dialog-failed` when the host opens none.
 */
export function openShell(client: Client, host: string): Promise<DialogChannel> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => {
      reject(dialogFailed(host, 'it opens no shell'));
    };
    client.once('close', refuse);
    try {
      client.shell(TERMINAL, (error, channel) => {
        client.off('close', refuse);
        if (error) refuse();
        else resolve(toDialogChannel(channel));
      });
    } catch {
      // The connection ended with the login.
      refuse();
    }
  });
}

function toDialogChannel(channel: ClientChannel): DialogChannel {
  // Nothing that is needed comes there, and unread it would fill up.
  channel.stderr.resume();
  return {
    write: (text) => {
      if (channel.writable) channel.write(text);
    },
    listen: (listener) => {
      const end = (): void => {
        listener.end();
      };
      channel.on('data', (chunk: Buffer) => {
        listener.data(chunk);
      });
      channel.on('end', end).on('close', end).on('error', end);
    },
  };
}
