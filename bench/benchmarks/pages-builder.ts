import type { Page } from 'playwright-core';
import { formOf, typeTitle } from '../../test/support/builder-keys.ts';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { showSpread, spreadOf } from '../harness/figures.ts';
import { browserTrusting } from '../harness/first-use.ts';
import type { Report } from '../harness/report.ts';
import { findSlowdown, slow } from '../harness/slow-processor.ts';
import { publishTemplate } from '../servers/forms.ts';
import { deployFormstead } from '../servers/formstead.ts';
import { PASSWORD, signIn } from '../servers/sign-in.ts';

const FIELDS = [10, 100, 300, 500, 2000];
const FIELDS_QUICK = [10, 100];
const SLOWDOWN = 4;
const DESK = { width: 1440, height: 900 };
/** The most milliseconds of a key, by the number of fields; at the others nothing is promised. */
const GOALS: ReadonlyMap<number, number> = new Map([
  [500, 50],
  [2000, 200],
]);

interface Measured {
  readonly fields: number;
  /** How many times as slow the processor was. */
  readonly factor: number;
  readonly keys: readonly number[];
}

export const benchmark: Benchmark = {
  name: 'pages-builder',
  order: 15,
  async run(bench) {
    const deployment = await deployFormstead(bench, 'SQLite', { password: PASSWORD });
    const server = await deployment.start();
    const cookie = await signIn(server);
    const browser = await browserTrusting(server.port, server.ca);
    bench.defer(() => browser.close());
    const { rate, factor } = await findSlowdown(browser, SLOWDOWN);
    const origin = `https://localhost:${server.port}`;
    const context = await browser.newContext({ viewport: DESK, serviceWorkers: 'block' });
    const [name = '', ...value] = cookie.split('=');
    await context.addCookies([
      { name, value: value.join('='), url: origin, secure: true, httpOnly: true, sameSite: 'Lax' },
    ]);
    const measured: Measured[] = [];
    for (const fields of fieldsOf(bench)) {
      for (const speed of [
        { rate: 1, factor: 1 },
        { rate, factor },
      ]) {
        // Each time another template: the title of the last one was typed over.
        const id = await publishTemplate(deployment, formOf(fields));
        const page = await context.newPage();
        await page.goto(`${origin}/templates/${id}`);
        measured.push({ fields, factor: speed.factor, keys: await typed(page, speed.rate) });
        await page.close();
      }
    }
    return report(measured);
  },
};

const fieldsOf = ({ quick }: Bench): readonly number[] => (quick ? FIELDS_QUICK : FIELDS);

async function typed(page: Page, rate: number): Promise<readonly number[]> {
  await slow(page, rate);
  return await typeTitle(page);
}

const worstOf = (keys: readonly number[]): string => Math.max(...keys).toFixed(0);

const report = (measured: readonly Measured[]): Report => ({
  title: 'A key in the builder',
  method: [
    'A title is typed over that of a field, in a template of fields of usual kinds on pages of 25, at 1440×900 with the preview ' +
      'beside the outline. A key takes from its event to the frame that shows it, so up to 16 ms of it are waiting for the ' +
      'screen. Measured as the machine is, and with its processor slowed until work of a known size takes four times as long.',
  ],
  table: {
    columns: ['fields', 'processor', 'key, ms', 'the slowest, ms'],
    rows: measured.map(({ fields, factor, keys }) => [
      String(fields),
      factor === 1 ? 'as it is' : `${factor.toFixed(1)} times as slow`,
      showSpread(spreadOf(keys)),
      worstOf(keys),
    ]),
  },
  goals: measured.flatMap(({ fields, factor, keys }) => {
    const most = GOALS.get(fields);
    const { median } = spreadOf(keys);
    return most === undefined || factor !== 1
      ? []
      : [
          {
            what: `a key at ${fields} fields`,
            reach: `<= ${most} ms`,
            measured: `${showSpread(spreadOf(keys))} ms`,
            isReached: median <= most,
          },
        ];
  }),
});
