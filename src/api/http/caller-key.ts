import { type FastifyRequest } from 'fastify';
import { type AccessRequest } from '../access/access-request.js';

/** Who a request is counted for: the account that is known by now, else the address. */
export function callerKey(request: FastifyRequest): string {
  const { principal }: AccessRequest = request;
  return principal ? `principal:${principal.id}` : `address:${request.ip}`;
}
