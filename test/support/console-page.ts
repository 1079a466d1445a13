import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Page } from 'playwright-core';
import { BROWSER, type OpenBrowser, openBrowser } from './browser.js';
import { type TestApp } from './start-app.js';
import { walkLength } from './walk-length.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Themes differ in nothing but colours. */
const AXE_RUNS = [
  ['light', `{ resultTypes: ['violations'] }`],
  ['dark', `{ resultTypes: ['violations'], runOnly: ['color-contrast'] }`],
] as const;

/** As locators wait. */
const PATIENCE_MS = 30_000;

/** Where the screens as the tests saw them are left; those of `docs/console.md` come from here. */
const PICTURES = join(process.cwd(), 'node_modules', '.cache', 'console-pictures');

/** Builds the console from its sources, when they have changed: the server reads it when it starts. */
export function buildConsole(): void {
  execFileSync(process.execPath, [join('scripts', 'build-console.mjs')], { stdio: 'inherit' });
}

/** The console in a real browser, as somebody uses it. */
export class ConsolePage {
  /** What the browser complained of: faults of scripts, and what the policy kept from running. */
  readonly complaints: string[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly browser: OpenBrowser,
  ) {
    this.page.on('pageerror', ({ message }) => this.complaints.push(message));
    this.page.on('console', (line) => {
      // What the platform answers is for the screens to show.
      const isAnswer = line.text().startsWith('Failed to load resource: the server responded');
      if (line.type() === 'error' && !isAnswer) this.complaints.push(line.text());
    });
  }

  get page(): Page {
    return this.browser.page;
  }

  get requested(): readonly string[] {
    return this.browser.requested;
  }

  async open(path = ''): Promise<void> {
    await this.page.goto(`${this.app.url}/console${path}`);
    await this.headed('h1');
  }

  /** Goes to a screen as a link does: the page is not loaded anew. */
  async go(path: string, title: string): Promise<void> {
    await this.page.evaluate(
      `history.pushState({}, '', '/console${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await this.headed('h1', title);
    const [, part] = path.split('?show=');
    if (part !== undefined) {
      await this.until(
        `document.querySelector('.tabs [aria-current=page][href$="show=${part}"]')?.checkVisibility()`,
      );
      await this.settled();
    }
  }

  /** Waits for the one heading that can be seen, and until nothing is shown as loading any more. */
  private async headed(heading: string, title = ''): Promise<void> {
    await this.until(
      `[...document.querySelectorAll('${heading}')].filter((one) =>
        one.checkVisibility() && one.innerText.includes(${JSON.stringify(title)})).length === 1`,
    );
    await this.settled();
  }

  /** Waits for a condition in the page. It is looked at with each frame, where a locator looks twice a second. */
  private async until(condition: string): Promise<void> {
    const stillNot = JSON.stringify(`still not so: ${condition}`);
    await this.page.evaluate(`new Promise((resolve, reject) => {
      const until = performance.now() + ${String(PATIENCE_MS)};
      const look = () => {
        if (${condition}) resolve();
        else if (performance.now() > until) reject(new Error(${stillNot}));
        else requestAnimationFrame(look);
      };
      look();
    })`);
  }

  /** Nothing is shown as loading any more. */
  async settled(): Promise<void> {
    await this.until(`document.querySelector('.state.loading') === null`);
  }

  /** Fills in the form that is asked for, by labels. */
  async signIn(username = 'admin', password = 'first-admin-password'): Promise<void> {
    await this.page.getByLabel('User name').fill(username);
    await this.page.getByLabel('Password').fill(password);
    await this.page.keyboard.press('Enter');
  }

  /** Signs in where nobody is yet, and waits for the screen. */
  async enter(path = '', username?: string, password?: string): Promise<void> {
    await this.page.context().clearCookies();
    await this.open(path);
    await this.signIn(username, password);
    await this.headed('#content h1');
  }

  /** Imports a file of documents, where a screen has the button for it. */
  async importDocuments(text: string, overwrite = false): Promise<void> {
    await this.page.getByRole('button', { name: 'Import …' }).click();
    await this.page.getByLabel('File of documents').setInputFiles({
      name: 'documents.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    await this.page.getByLabel('Replace documents of the same names').setChecked(overwrite);
    await this.page.getByRole('button', { name: 'Import', exact: true }).click();
  }

  /** Presses the button that exports what is shown: the file that comes of it. */
  async exported(): Promise<{ readonly name: string; readonly text: string }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name: 'Export' }).click(),
    ]);
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), 'utf8'),
    };
  }

  /** Compares the version before with the newest one: what was there stands beside what is. */
  async compareVersions(was: string, is: string): Promise<void> {
    const which = { name: /^What changed since/ };
    await this.page.getByRole('button', which).first().click();
    const changes = this.page.getByRole('region', { name: /^Changes since revision/ });
    await changes.locator('.side.removed', { hasText: was }).waitFor();
    await changes.locator('.side.added', { hasText: is }).waitFor();
  }

  /** Goes back to the version that is compared. */
  async restoreVersion(): Promise<void> {
    const restore = { name: /^Restore revision/ };
    await this.page.getByRole('button', restore).click();
    await this.page.getByRole('dialog').getByRole('button', restore).click();
    await this.page.getByText('is the newest one again').first().waitFor();
  }

  async title(): Promise<string | null> {
    return this.page.locator('#content h1').textContent();
  }

  async theme(theme: 'light' | 'dark'): Promise<void> {
    await this.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
  }

  /** Rules of accessibility that the screen breaks, in light and in dark colours, with the elements that do. */
  async violations(): Promise<readonly string[]> {
    // Half a megabyte, that a page which was not loaded anew has already.
    const isThere = await this.page.evaluate<boolean>(`'axe' in globalThis`);
    if (!isThere) await this.page.evaluate(`(() => { ${AXE} })()`);
    const found: string[] = [];
    for (const [theme, options] of AXE_RUNS) {
      await this.theme(theme);
      found.push(
        ...(await this.page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) =>
          violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
            '${theme} ' + id + ' ' + html.slice(0, 160) + failureSummary)))`)),
      );
    }
    return found;
  }

  /** How much wider the page is than the window: 0 unless one has to scroll sideways. */
  async overflow(): Promise<number> {
    return this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  }

  /** How much wider the widest table is than its place. */
  async tableOverflow(): Promise<number> {
    return this.page.evaluate<number>(
      `Math.max(0, ...[...document.querySelectorAll('.table-box')].map((box) => box.scrollWidth - box.clientWidth))`,
    );
  }

  /**
   * Looks at the screen wide, on a small notebook and on a phone; the whole walk takes pictures, light and dark.
   * Leaves it wide and light.
   * @throws Error where one would have to scroll sideways.
   */
  async pictures(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    for (const [size, width, height] of [
      ['wide', 1440, 900],
      ['small', 1024, 768],
      ['phone', 390, 844],
    ] as const) {
      await this.page.setViewportSize({ width, height });
      const beyond = await this.overflow();
      if (beyond > 0) throw new Error(`${name} is ${beyond} px wider than ${width} px`);
      for (const theme of walkLength<readonly ('dark' | 'light')[]>([], ['dark', 'light'])) {
        await this.theme(theme);
        await this.page.screenshot({ path: join(PICTURES, `${name}-${size}-${theme}.png`) });
      }
    }
    await this.page.setViewportSize({ width: 1440, height: 900 });
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

export async function openConsole(app: TestApp): Promise<ConsolePage> {
  const browser = await openBrowser(BROWSER ?? '');
  await browser.page.setViewportSize({ width: 1440, height: 900 });
  browser.page.setDefaultTimeout(20_000);
  return new ConsolePage(app, browser);
}

/** Takes the pictures of a screen and holds the rules of accessibility. */
export async function expectGoodScreen(shown: ConsolePage, name: string): Promise<void> {
  await shown.settled();
  await shown.pictures(name);
  expect(await shown.violations()).toEqual([]);
}

/**
 * Sends what a test of screens needs, past the browser, as an administrator.
 * @throws Error with the answer that refuses it
 */
export function sentBy(app: () => TestApp) {
  return async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const { status, text, json } = await app().as<T>('admin', method, path, { body });
    if (status >= 400) throw new Error(text);
    return json;
  };
}
