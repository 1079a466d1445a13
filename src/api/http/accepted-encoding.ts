/** The encodings in the order in which they are preferred among equals. */
export const ENCODINGS = ['br', 'gzip', 'deflate'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** More of the header is not worth reading. */
const READ_MAX = 500;
const ELEMENT = /^\s*([\w*-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * The encoding that suits an `Accept-Encoding` header best (RFC 9110, 12.5.3): the one with the
 * highest weight, ours of equals. undefined: send it as it is.
 */
export function acceptedEncoding(header: string): Encoding | undefined {
  const weights = weightsOf(header.slice(0, READ_MAX));
  const other = weights.get('*') ?? 0;
  let best: Encoding | undefined;
  // The plain form counts as wanted least unless the header says more.
  let bestWeight = weights.get('identity') ?? 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? other;
    const isBetter = best === undefined ? weight > 0 && weight >= bestWeight : weight > bestWeight;
    if (!isBetter) continue;
    best = encoding;
    bestWeight = weight;
  }
  return best;
}

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.split(',')) {
    const [, name, weight = '1'] = ELEMENT.exec(element) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}
