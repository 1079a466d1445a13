import { type Fault } from '../../../kernel/app-error.js';
import { urlRefusal } from '../../../platform/outbound/target-url.js';
import { type ChannelWrite } from './channel-write.js';

const ADDRESS = /^[^\s@<>,;"()]{1,64}@[A-Za-z0-9.-]{1,255}$/;

/** Whether a text is the address of a mailbox, without a name before it. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * What of a request does not go together.
 * @param url as it is meant, in clear.
 */
export function channelFaults(request: ChannelWrite, url: string | undefined): readonly Fault[] {
  return request.kind === 'mail' ? mailFaults(request) : chatFaults(request, url);
}

function chatFaults({ mail, password }: ChannelWrite, url: string | undefined): readonly Fault[] {
  const refusal = url === undefined ? 'must be the webhook of the chat' : urlRefusal(url);
  return [
    ...(refusal === undefined ? [] : [{ pointer: '#/url', detail: refusal }]),
    ...(mail === undefined ? [] : [{ pointer: '#/mail', detail: 'is for mail alone' }]),
    ...(password === undefined ? [] : [{ pointer: '#/password', detail: 'is for mail alone' }]),
  ];
}

function mailFaults({ mail, url }: ChannelWrite): readonly Fault[] {
  if (!mail) return [{ pointer: '#/mail', detail: 'must say how mail is sent' }];
  return [
    ...(url === undefined ? [] : [{ pointer: '#/url', detail: 'is for chats alone' }]),
    ...addressFaults([mail.from], '#/mail/from', () => ''),
    ...addressFaults(mail.to, '#/mail/to'),
  ];
}

/** Those of a list that are no addresses. */
export function addressFaults(
  addresses: readonly string[],
  pointer: string,
  place: (at: number) => string = (at) => `/${at}`,
): readonly Fault[] {
  return addresses.flatMap((address, at) =>
    isMailAddress(address)
      ? []
      : [{ pointer: `${pointer}${place(at)}`, detail: 'must be an address like noc@example.com' }],
  );
}
