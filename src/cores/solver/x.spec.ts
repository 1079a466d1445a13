import { it } from 'vitest';
import { solve } from './solve.js';
const pack = (name: string, versions: Record<string, Record<string, string>>) => ({ name, candidates: Object.entries(versions).map(([version, requires]) => ({ version, requires: Object.entries(requires).map(([n, t]) => ({ name: n, range: t })) })) });
const asked = (name: string) => ({ name, range: '', why: 'asked for' });
function pigeons(n: number) {
  const holes = Array.from({ length: n - 1 }, (_, h) => h);
  const ps = Array.from({ length: n }, (_, at) => `p${at}`);
  return { packages: [
    ...ps.map((name) => pack(name, Object.fromEntries(holes.map((h) => [`${h}.0.0`, { [`h${h}`]: `${ps.indexOf(name)}.0.0` }])))),
    ...holes.map((h) => pack(`h${h}`, Object.fromEntries(ps.map((_, at) => [`${at}.0.0`, {}])))) ], demands: ps.map(asked) };
}
function least(problem: any) { let lo = 1, hi = 200000; const end = solve({ ...problem, effortMax: hi }).kind; if (end === 'given-up') return end;
  while (lo < hi) { const m = (lo + hi) >> 1; if (solve({ ...problem, effortMax: m }).kind === 'given-up') lo = m + 1; else hi = m; } return `${end} ${lo}`; }
// conflict deep: k free packages in front, the last two conflict for all but the last version of first
function deep(k: number, v: number) {
  const free = Array.from({ length: k }, (_, at) => pack(`f${at}`, Object.fromEntries(Array.from({ length: v }, (_, n) => [`${v - n}.0.0`, {}]))));
  const a = pack('a', Object.fromEntries(Array.from({ length: v }, (_, n) => [`${v - n}.0.0`, { x: `${v - n}.0.0` }])));
  const b = pack('b', Object.fromEntries(Array.from({ length: v }, (_, n) => [`${v - n}.0.0`, { x: `${n + 1}.0.0`, f0: '1.0.0' }])));
  const x = pack('x', Object.fromEntries(Array.from({ length: v }, (_, n) => [`${v - n}.0.0`, {}])));
  return { packages: [...free, a, b, x], demands: [...free.map((f) => asked(f.name)), asked('a'), asked('b')] };
}
it('x', () => { for (const n of [3, 4, 5, 6, 7]) console.log('pigeons', n, least(pigeons(n)));
  for (const [k, v] of [[2, 4], [4, 5], [6, 6]] as const) console.log('deep', k, v, least(deep(k, v))); });
