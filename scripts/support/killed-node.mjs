/**
 * A node of the platform that kills itself with -9 at a write of the engine:
 * `node scripts/support/killed-node.mjs NAME before|after COUNT` (the COUNTth write of that name).
 */
const [name, when, count] = process.argv.slice(2);
const { EngineWrites } = await import('../../dist/domains/workflow-engine/store/engine-writes.js');
const { run } = EngineWrites.prototype;
let seen = 0;

/** Nothing gets a chance to tidy up: that is the point. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

EngineWrites.prototype.run = function (given, write) {
  const isIt = given === name && ++seen === Number(count);
  if (!isIt) return run.call(this, given, write);
  if (when === 'before') die();
  return run.call(this, given, write).finally(die);
};
process.argv.splice(2);
await import('../../dist/main.js');
