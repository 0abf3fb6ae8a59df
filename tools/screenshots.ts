// `npm run screenshots [-- [--set full] [--language de] [--look desk-light] [DIR [NAME…]]]`: makes a picture of every page of
// the web app with much data, with none and with faults, in each language, on a phone, a desktop and a large screen, in
// light and dark mode. Each option may be repeated; what is not named is taken whole. The pictures are named
// SET-PAGE-LANGUAGE-LOOK.png. A page that does not open is named at the end.
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../test/support/chromium.ts';
import { PAGES } from '../test/support/web-pages.ts';
import { openCamera } from './screenshots/camera.ts';
import { MORE_PAGES } from './screenshots/more-pages.ts';
import { chosen, LANGUAGES, SCREEN_LOOKS, SETS, type Sitting } from './screenshots/plan.ts';
import { type PicturedService, startPictured } from './screenshots/service.ts';
import { makeSharedThings } from './screenshots/shared-things.ts';

const { values, positionals } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: [] },
    language: { type: 'string', multiple: true, default: [] },
    look: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const FRONT = 'sign-in';

const [folder = 'screenshots', ...names] = positionals;
const sets = chosen('set', SETS, values.set, (set) => set);
const languages = chosen('language', LANGUAGES, values.language, (language) => language);
const looks = chosen('look', SCREEN_LOOKS, values.look, ({ name }) => name);
const ALL = [...PAGES, ...MORE_PAGES];
const pages = chosen('page', [{ name: FRONT }, ...ALL], names, ({ name }) => name).map(
  ({ name }) => name,
);

const started = performance.now();
const say = (text: string): void => {
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${String(seconds).padStart(4)} s  ${text}\n`);
};

async function main(): Promise<number> {
  mkdirSync(folder, { recursive: true });
  // A service worker is refused where the certificate is not trusted.
  const browser = await launchChromium(['--ignore-certificate-errors']);
  const faults: string[] = [];
  try {
    for (const set of sets) {
      say(`making the data of the set ${set}`);
      const service = await startPictured(set);
      if (set !== 'empty') await makeSharedThings(browser, service);
      const sittings = languages.flatMap((language) =>
        looks.map((look): Sitting => ({ set, language, look })),
      );
      for (const [at, sitting] of sittings.entries()) {
        const part = `${set}, ${at + 1} of ${sittings.length}`;
        faults.push(...(await sit(browser, service, sitting, part)));
      }
      await service.close();
    }
  } finally {
    await browser.close();
  }
  for (const fault of faults) say(`did not open: ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

/** Returns the pages that did not open. */
async function sit(
  browser: Browser,
  service: PicturedService,
  sitting: Sitting,
  part: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const tell = (name: string, fault?: unknown): void => {
    const { set, language, look } = sitting;
    if (fault === undefined) say(`${part}: ${name}`);
    else faults.push(`${name} in ${set}, ${language}, ${look.name}: ${fault}`);
  };
  const camera = await openCamera({ browser, service, sitting, folder, tell });
  if (pages.includes(FRONT) && sitting.set !== 'faulty') await camera.shootFront();
  for (const listed of ALL) if (pages.includes(listed.name)) await camera.shoot(listed);
  await camera.close();
  return faults;
}

process.exitCode = await main();
