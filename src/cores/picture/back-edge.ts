import { type Box, type Point } from './graph-layout.js';

/** How far beyond the boxes it goes: its label stands on it, beside them; several do not lie on each other. */
const OUT = { least: 50, step: 9 };
/** How far above and below boxes, in the gap to the next row. */
const OFF = { least: 12, step: 5 };
const LANES = 4;
/** Where it leaves and meets the edge of a box: ways that lead on are at its middle. */
const SIDE = 0.12;

/** The ends of a way back. */
interface Ends {
  readonly from: Box;
  readonly to: Box;
}

/**
 * The corners of a way that leads back: out of the top of a box, through the gap between rows to the side of the
 * picture, past all boxes in between, and into the bottom of the other box.
 * @param lane its number, and the middle of the picture: it takes the side that is nearer
 */
export function backEdge(
  { from, to }: Ends,
  boxes: readonly Box[],
  { number, middle }: { readonly number: number; readonly middle: number },
): readonly [Point, Point, Point, Point, Point, Point] {
  const isLeft = centre(from) + centre(to) < 2 * middle - 1;
  const lane = number % LANES;
  const off = OFF.least + lane * OFF.step;
  const [leaving, arriving] = [from.y - off, to.y + to.height + off];
  const passed = [from, to, ...boxes.filter((box) => isBetween(box, leaving, arriving))];
  const out = OUT.least + lane * OUT.step;
  const far = isLeft
    ? Math.min(...passed.map(({ x }) => x)) - out
    : Math.max(...passed.map(({ x, width }) => x + width)) + out;
  const side = isLeft ? SIDE : 1 - SIDE;
  const [start, end] = [from.x + from.width * side, to.x + to.width * side];
  return [
    { x: start, y: from.y },
    { x: start, y: leaving },
    { x: far, y: leaving },
    { x: far, y: arriving },
    { x: end, y: arriving },
    { x: end, y: to.y + to.height },
  ];
}

function isBetween({ y, height }: Box, one: number, other: number): boolean {
  return y < Math.max(one, other) && y + height > Math.min(one, other);
}

function centre({ x, width }: Box): number {
  return x + width / 2;
}
