import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** The first has no window to draw: tests of pages take a sixth less CPU with it. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Where a browser is; undefined where none is installed, and tests that need one say so. */
export const BROWSER = CANDIDATES.find((path) => existsSync(path));

/** A page in a browser of its own, without any network but this machine. */
export interface OpenBrowser {
  readonly page: Page;
  /** Addresses that the page asked for. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

export async function openBrowser(executablePath: string): Promise<OpenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1280, height: 1000 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const page = await context.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  return {
    page,
    requested,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
