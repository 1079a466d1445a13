/** The platform as `main.js` runs it, in a process that is measured. */
import { built } from './built.mjs';
import { serveMeasurements } from './measure.mjs';

const { loadConfig } = await built('platform/config/config.js');
const { startPlatform } = await built('start-platform.js');

const { app } = await startPlatform(loadConfig(process.env), () => undefined);
await app.listen(0, '127.0.0.1');
serveMeasurements(await app.getUrl());
