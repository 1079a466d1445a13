/** Keys of the well-known, reversible encoding that IOS calls type 7. */
const XLAT = 'dsfd;kfoA,.iyewrkldJKDHSUBsgvca69834ncxv9873254k;fg87';
const TYPE_7 = /^(\d{2})((?:[0-9a-f]{2})+)$/i;
const TYPE_7_LENGTH_MAX = 1024;

/** The four families of characters of Junos type 9; a character's family says how much filler follows. */
const FAMILIES = ['QzF3n6/9CAtpu0O', 'B1IREhcSyrleKvMW8LXx', '7N-dVbwsY2g4oaJZGUDj', 'iHkq.mPf5T'];
const ALPHABET = FAMILIES.join('');
/** Weights by which the gaps between characters make one character of the text. */
const WEIGHTS: readonly (readonly number[])[] = [
  [1, 4, 32],
  [1, 16, 32],
  [1, 8, 32],
  [1, 64],
  [1, 32],
  [1, 4, 16, 128],
  [1, 32, 64],
];
const TYPE_9 = /^\$9\$([A-Za-z0-9./-]{4,1024})$/;

/**
 * What a reversibly encoded secret says: IOS type 7 and Junos type 9, which a device writes with another
 * salt each time. Undefined for anything else.
 * @param isType7 whether the line says that the value is of type 7.
 */
export function decodedSecret(value: string, isType7: boolean): string | undefined {
  const bare = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  const junos = TYPE_9.exec(bare)?.[1];
  if (junos !== undefined) return decodeType9(junos);
  return isType7 ? decodeType7(bare) : undefined;
}

function decodeType7(text: string): string | undefined {
  if (text.length > TYPE_7_LENGTH_MAX) return undefined;
  const [, salt, hex = ''] = TYPE_7.exec(text) ?? [];
  if (salt === undefined || Number(salt) > XLAT.length) return undefined;
  const bytes = Buffer.from(hex, 'hex').map(
    (byte, at) => byte ^ XLAT.charCodeAt((Number(salt) + at) % XLAT.length),
  );
  return Buffer.from(bytes).toString('latin1');
}

function decodeType9(text: string): string | undefined {
  const first = text.charAt(0);
  let rest = text.slice(1 + fillerOf(first));
  let last = first;
  let plain = '';
  while (rest !== '') {
    const weights = WEIGHTS[plain.length % WEIGHTS.length] ?? [];
    const nibble = rest.slice(0, weights.length);
    if (nibble.length < weights.length) return undefined;
    let code = 0;
    for (const [at, character] of Array.from(nibble).entries()) {
      code += gap(last, character) * (weights[at] ?? 0);
      last = character;
    }
    plain += String.fromCharCode(code % 256);
    rest = rest.slice(weights.length);
  }
  return plain;
}

function fillerOf(character: string): number {
  return 3 - FAMILIES.findIndex((family) => family.includes(character));
}

function gap(from: string, to: string): number {
  const distance = ALPHABET.indexOf(to) - ALPHABET.indexOf(from);
  return ((distance + ALPHABET.length) % ALPHABET.length) - 1;
}
