/**
 * A node of the platform that kills itself with -9 at a write to what packages consist of:
 * `node scripts/support/killed-packages-node.mjs COUNT`. Counting begins with SIGUSR2; so many writes
 * are made, and the next one is not. Says on its output which ones were made.
 */
import { writeSync } from 'node:fs';

const { default: mongoose } = await import('../../dist/packages/mongoose.js');

const left = { writes: Infinity };
const count = Number(process.argv[2]);
const MODELS = /^(Package|PackageChange|PackageOriginal|PackageSnapshot|StagedPart|Bundle .*)$/;
const WRITES = ['create', 'insertMany', 'updateOne', 'updateMany', 'deleteOne', 'deleteMany'];

/** Nothing gets a chance to tidy up: that is the point. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

for (const name of WRITES) {
  const write = mongoose.Model[name];
  mongoose.Model[name] = function (...given) {
    if (MODELS.test(this.modelName) && left.writes !== Infinity) {
      if (left.writes === 0) die();
      left.writes -= 1;
      writeSync(1, `wrote: ${this.modelName} ${name}\n`);
    }
    return write.apply(this, given);
  };
}
process.on('SIGUSR2', () => {
  left.writes = count;
});
process.argv.splice(2);
await import('../../dist/main.js');
