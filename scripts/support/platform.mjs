import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the platform on a free port, and waits for the address it prints.
 * @param program the script that starts it and what is given to it; that of `npm start` when absent.
 */
export function startPlatform(environment, program = ['scripts/start.mjs']) {
  const begun = Date.now();
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /(http:\/\/\S+?)\/docs\n/.exec(output)?.[1];
      if (url) resolve({ child, url, output: () => output, ms: Date.now() - begun });
    });
    child.on('exit', (code) => reject(new Error(`the platform ended with ${code}:\n${output}`)));
  });
}

/** Sends a signal and waits for the end; returns the exit code. */
export function endPlatform({ child }, signal) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.removeAllListeners('exit');
    child.on('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

/** Calls an operation; anything but success is an error with the answer in it. */
export async function call({ url }, path, { token, body, method } = {}) {
  const response = await fetch(url + path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`);
  return text;
}

/** Signs in as the first account. */
export function signIn(platform, password) {
  return call(platform, '/login', { body: { user: { username: 'admin', password } } });
}
