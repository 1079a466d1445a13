import { type ShownSession } from './session-list.service.js';
import { type SessionAnswer } from './sessions.dto.js';

/** @param currentId id of the session that asks, if it is one. */
export function toSessionAnswer(
  { session, username, active }: ShownSession,
  currentId: string | null,
): SessionAnswer {
  const { _id, account, isAccessToken, address, userAgent, created, lastSeen, expires } = session;
  return {
    _id,
    account,
    username,
    kind: isAccessToken ? 'access-token' : 'sign-in',
    address,
    userAgent,
    created: created.toISOString(),
    lastSeen: lastSeen.toISOString(),
    expires: expires.toISOString(),
    current: _id === currentId,
    active,
  };
}
