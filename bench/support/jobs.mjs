import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { jobsEnded, requestJson, signIn, startEngine, together } from './engine.mjs';
import { startServer } from './measure.mjs';
import { median, sized } from './report.mjs';

/** Callers at a time. */
export const CLIENTS = 32;
const ROUNDS = sized(5, 1);
const SERVER = fileURLToPath(new URL('platform.server.mjs', import.meta.url));

/** A platform that runs jobs, over a database of its own. */
export class JobsPlatform {
  static async start() {
    const platform = new JobsPlatform();
    try {
      platform.engine = await startEngine();
      platform.client = await mongoose.mongo.MongoClient.connect(platform.engine.uri);
      platform.db = platform.client.db('netadmin');
      platform.environment = {
        ...platform.engine.environment,
        RATE_LIMIT_PER_MINUTE: '10000000',
      };
      platform.server = await startServer(SERVER, platform.environment);
      platform.headers = {
        authorization: `Bearer ${await signIn(platform.server.url)}`,
        'content-type': 'application/json',
      };
      return platform;
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  async stop() {
    await this.server?.stop();
    await this.client?.close();
    await this.engine?.stop();
  }

  request(method, path, body) {
    return requestJson(this.server.url + path, { method, headers: this.headers, body });
  }

  async createWorkflow(automation) {
    await this.request('POST', '/automation-studio/automations', { automation });
  }

  /** @returns the id of the job. */
  async startJob(workflow, options = {}) {
    const body = { workflow: workflow.name, options: { variables: { color: 'Red' }, ...options } };
    return (await this.request('POST', '/operations-manager/jobs/start', body)).data._id;
  }

  /** Starts jobs from many clients. @returns their ids, and how many a second had ended when the last one had. */
  async run(workflow, count, options) {
    const ids = [];
    const begun = performance.now();
    await together(CLIENTS, count, async () => ids.push(await this.startJob(workflow, options)));
    await jobsEnded(this.db.collection('jobs'), ids);
    return { ids, rate: count / ((performance.now() - begun) / 1000) };
  }

  /** Has what was written stored, so that storing it does not slow down what is measured next. */
  async settle() {
    await this.client.db('admin').command({ fsync: 1 });
  }
}

/** Jobs a second of two platforms, in turns, so that the machine is the same for both. @returns their medians. */
export async function ratesInTurns(platforms, workflow, count, options) {
  const rates = platforms.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = [...platforms.keys()];
    for (const at of round % 2 === 0 ? order : order.reverse())
      rates[at].push((await platforms[at].run(workflow, count, options)).rate);
  }
  return rates.map(median);
}
