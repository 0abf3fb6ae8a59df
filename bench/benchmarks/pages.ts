import type { Browser } from 'playwright-core';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { ratioOf, showSpread, spreadOf } from '../harness/figures.ts';
import {
  browserTrusting,
  gzippedBytes,
  openPhone,
  type Screen,
  type Visit,
  visit,
} from '../harness/first-use.ts';
import { caller, expectJson } from '../harness/https-call.ts';
import type { Goal, Report } from '../harness/report.ts';
import type { ServerProcess } from '../harness/server-process.ts';
import { openShapedLink, type ShapedLink } from '../harness/shaped-link.ts';
import { findSlowdown, type Slowdown, slowdownAt } from '../harness/slow-processor.ts';
import { loadForms, publishTemplate } from '../servers/forms.ts';
import { deployFormstead } from '../servers/formstead.ts';
import { PASSWORD, signIn } from '../servers/sign-in.ts';

const FORMS = 200;
const LINE = { roundTripMs: 150, bitsPerSecond: 1_600_000 };
const SLOWDOWN = 4;
const MAX_SHIFT = 0.05;

interface Target extends Screen {
  readonly isSignedIn: boolean;
  /** Seconds without a cache, and with one. */
  readonly cold: number;
  readonly warm: number;
  readonly kilobytes: number;
  readonly requests: number;
}

/** A picture alone: what the line itself takes for a first answer. */
const BARE: Screen = { name: 'a picture alone', path: '/icon.svg', usable: 'svg', isField: false };

const targets = (formId: string): readonly Target[] => [
  {
    name: 'sign-in field',
    path: '/sign-in',
    usable: 'input[autocomplete=username]',
    isField: true,
    isSignedIn: false,
    ...{ cold: 2.0, warm: 1.0, kilobytes: 110, requests: 12 },
  },
  {
    name: 'first row of my forms',
    path: '/forms',
    usable: 'main a[href^="/forms/0"]',
    isField: false,
    isSignedIn: true,
    ...{ cold: 3.2, warm: 1.5, kilobytes: 230, requests: 25 },
  },
  {
    name: 'first question of a form',
    path: `/forms/${formId}/fill`,
    usable: 'main .sd-question input',
    isField: true,
    isSignedIn: true,
    ...{ cold: 4.8, warm: 1.7, kilobytes: 575, requests: 30 },
  },
];

type Time = 'before' | 'after';

interface Measured {
  readonly target: Target;
  readonly cold: readonly Visit[];
  readonly warm: readonly Visit[];
  /** How the processor was slowed, before the visits and after them. */
  readonly slowed: Readonly<Record<Time, Slowdown>>;
}

export const benchmark: Benchmark = {
  name: 'pages',
  order: 14,
  async run(bench) {
    const deployment = await deployFormstead(bench, 'SQLite', { password: PASSWORD });
    const server = await deployment.start();
    const templateId = await publishTemplate(deployment);
    await loadForms(deployment, FORMS);
    const cookie = await signIn(server);
    const formId = await beginForm(server, cookie, templateId);
    const link = await openShapedLink(server.port, LINE);
    bench.defer(link.close);
    const browser = await browserTrusting(server.port, server.ca);
    bench.defer(() => browser.close());
    const measured: Measured[] = [];
    let rate = SLOWDOWN;
    for (const target of targets(formId)) {
      const before = await findSlowdown(browser, SLOWDOWN, rate);
      ({ rate } = before);
      const visits = await measure(bench, browser, link, { target, cookie, rate });
      measured.push({
        ...visits,
        target,
        slowed: { before, after: await slowdownAt(browser, rate) },
      });
    }
    return report(measured, await measureBare(bench, browser, link, rate));
  },
};

const roundsOf = ({ quick, pace }: Bench): readonly number[] =>
  Array.from({ length: quick ? 1 : Math.min(3, pace.rounds) }, (_, round) => round);

interface Opened {
  readonly target: Target;
  readonly cookie: string;
  /** Of Chromium's throttle. */
  readonly rate: number;
}

/** Each round in a browser that knows nothing yet, then once more. */
async function measure(
  bench: Bench,
  browser: Browser,
  link: ShapedLink,
  { target, cookie, rate }: Opened,
): Promise<Pick<Measured, 'cold' | 'warm'>> {
  const origin = `https://localhost:${link.port}`;
  const cold: Visit[] = [];
  const warm: Visit[] = [];
  for (const _ of roundsOf(bench)) {
    const phone = await openPhone(browser, origin, target.isSignedIn ? cookie : undefined);
    try {
      cold.push(await visit(phone, origin, target, rate));
      link.cut();
      warm.push(await visit(phone, origin, target, rate));
    } finally {
      await phone.close();
      link.cut();
    }
  }
  return { cold, warm };
}

async function measureBare(
  bench: Bench,
  browser: Browser,
  link: ShapedLink,
  rate: number,
): Promise<readonly number[]> {
  const origin = `https://localhost:${link.port}`;
  const seconds: number[] = [];
  for (const _ of roundsOf(bench)) {
    const phone = await openPhone(browser, origin, undefined);
    seconds.push((await visit(phone, origin, BARE, rate)).seconds);
    await phone.close();
    link.cut();
  }
  return seconds;
}

/** @returns the id of a form to fill in */
async function beginForm(
  server: ServerProcess,
  cookie: string,
  templateId: string,
): Promise<string> {
  const call = caller(server.port, server.ca, undefined, {
    'sec-fetch-site': 'same-origin',
    cookie,
  });
  const text = JSON.stringify({
    id: crypto.randomUUID(),
    templateId,
  });
  const answer = await call('POST', '/app/v1/forms', { type: 'application/json', text });
  call.close();
  return String(expectJson(answer, 201, 'a new form')['id']);
}

const secondsOf = (visits: readonly Visit[]): readonly number[] =>
  visits.map(({ seconds }) => seconds);

const most = (values: readonly number[]): number => Math.max(...values);
const kilobytesOf = (visits: readonly Visit[]): number =>
  most(visits.map(({ scripts }) => gzippedBytes(scripts))) / 1000;
const requestsOf = (visits: readonly Visit[]): number =>
  most(visits.map(({ requests }) => requests));
const shiftOf = (visits: readonly Visit[]): number => most(visits.map(({ shift }) => shift));

const rangeOf = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(1)} to ${most(values).toFixed(1)}`;
const factorsOf = (measured: readonly Measured[], time: Time): readonly number[] =>
  measured.map(({ slowed }) => slowed[time].factor);

function report(measured: readonly Measured[], bare: readonly number[]): Report {
  const rates = measured.map(({ slowed }) => slowed.before.rate);
  return {
    title: 'Until a page can be used, on a phone',
    method: [
      `A browser without anything in its cache, 390×844, opens the page through a proxy that makes the line: ${LINE.roundTripMs} ms ` +
        `for a round trip, one of them for opening a connection, and ${LINE.bitsPerSecond / 1e6} Mbit/s in each direction for all ` +
        `connections together. TLS passes through it unread. The processor is slowed until work of a known size takes ${SLOWDOWN} ` +
        `times as long: before each page the rate of Chromium's throttle was chosen anew (${rangeOf(rates)}), at which the work took ` +
        `${rangeOf(factorsOf(measured, 'before'))} times as long before the visits, and ${rangeOf(factorsOf(measured, 'after'))} times after them. The clock runs from the start of the navigation until what is named is shown and ` +
        'takes input; a skeleton does not count. Afterwards a letter is typed into the field, where it is one. "Again" is a second ' +
        'visit of the same browser, with new connections. No service worker: it would make it faster still.',
      'The ratio is to the same browser opening a picture of 1 kB from the same server over the same line.',
    ],
    table: {
      columns: [
        'until',
        'first visit, s',
        'of bare',
        'again, s',
        'of bare',
        'scripts, kB gz',
        'requests',
        'CLS',
      ],
      rows: [
        ...measured.map(({ target, cold, warm }) => [
          target.name,
          showSpread(spreadOf(secondsOf(cold))),
          showSpread(ratioOf(secondsOf(cold), bare)),
          showSpread(spreadOf(secondsOf(warm))),
          showSpread(ratioOf(secondsOf(warm), bare)),
          kilobytesOf(cold).toFixed(0),
          String(requestsOf(cold)),
          shiftOf([...cold, ...warm]).toFixed(3),
        ]),
        [BARE.name, showSpread(spreadOf(bare)), '1', '', '', '0', '1', ''],
      ],
    },
    goals: measured.flatMap(goalsOf),
  };
}

function goalsOf({ target, cold, warm }: Measured): readonly Goal[] {
  const { name } = target;
  const first = spreadOf(secondsOf(cold));
  const again = spreadOf(secondsOf(warm));
  const kilobytes = kilobytesOf(cold);
  const requests = requestsOf(cold);
  const shift = shiftOf([...cold, ...warm]);
  return [
    {
      what: `${name}, first visit`,
      reach: `<= ${target.cold.toFixed(1)} s`,
      measured: `${showSpread(first)} s`,
      isReached: first.median <= target.cold,
    },
    {
      what: `${name}, again`,
      reach: `<= ${target.warm.toFixed(1)} s`,
      measured: `${showSpread(again)} s`,
      isReached: again.median <= target.warm,
    },
    {
      what: `${name}, scripts`,
      reach: `<= ${target.kilobytes} kB gzipped`,
      measured: `${kilobytes.toFixed(1)} kB`,
      isReached: kilobytes <= target.kilobytes,
    },
    {
      what: `${name}, requests`,
      reach: `<= ${target.requests}`,
      measured: String(requests),
      isReached: requests <= target.requests,
    },
    {
      what: `${name}, layout shift`,
      reach: `< ${MAX_SHIFT}`,
      measured: shift.toFixed(3),
      isReached: shift < MAX_SHIFT,
    },
  ];
}
