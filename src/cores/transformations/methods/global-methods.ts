import { type Method, type MethodTable } from '../method-call.js';

/** What makes a part of a URI of a text, and a text of that. */
const OF_URIS = ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'] as const;

/** Those that JavaScript has without a library; there numbers in texts count. */
export const GLOBAL_METHODS: MethodTable = {
  isFinite: (call) => Number.isFinite(call.number(0)),
  isNaN: (call) => Number.isNaN(call.number(0)),
  parseFloat: (call) => Number.parseFloat(call.anyText(0)),
  parseInt: (call) => Number.parseInt(call.anyText(0), call.optionalNumber(1)),
  Number: (call) => call.number(0),
  String: (call) => call.anyText(0),
  Boolean: (call) => Boolean(call.args[0]),
  ...Object.fromEntries(OF_URIS.map((name) => [name, ofUri(name)])),
};

function ofUri(name: (typeof OF_URIS)[number]): Method {
  return (call) => {
    const text = call.anyText(0);
    call.meter.text(text.length);
    try {
      const made = globalThis[name](text);
      call.meter.text(made.length);
      return made;
    } catch (error) {
      if (error instanceof URIError) return call.fail('the text is no part of a URI');
      throw error;
    }
  };
}
