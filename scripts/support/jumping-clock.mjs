/**
 * Given to a node by `--import`: its clock jumps by CLOCK_JUMP_MS, CLOCK_JUMP_AFTER_MS after its start, as one
 * that somebody sets. Timers and durations go on as they did.
 */
const RealDate = Date;
let shiftMs = 0;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }
};
setTimeout(() => {
  shiftMs = Number(process.env.CLOCK_JUMP_MS);
}, Number(process.env.CLOCK_JUMP_AFTER_MS)).unref();
