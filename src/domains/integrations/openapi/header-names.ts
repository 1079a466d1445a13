/** Of the connection, or of the platform. */
const RESERVED =
  /^(connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Whether a parameter or a credential may be sent as the header of this name. */
export function isSettableHeader(name: string): boolean {
  return HEADER_NAME.test(name) && !RESERVED.test(name);
}
