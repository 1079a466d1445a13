import { type IncomingHttpHeaders } from 'node:http';

/** Version, trace, span and flags (W3C Trace Context, 3.2.2); zeros alone stand for no trace. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's trace, when it is one: it goes on to other systems as it came. */
export function traceParentOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' && TRACE_PARENT.test(traceparent)
    ? traceparent
    : undefined;
}
