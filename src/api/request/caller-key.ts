import { type FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/auth/network-of.js';
import { type AccessRequest } from './access-request.js';

/** Who a request is counted for: the account that is known by now, else the address or its network. */
export function callerKey(request: FastifyRequest): string {
  const { principal }: AccessRequest = request;
  return principal ? `principal:${principal.id}` : `address:${networkOf(request.ip)}`;
}
