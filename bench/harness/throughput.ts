import { ratioOf, type Spread, show, showSpread, spreadOf } from './figures.ts';
import { figures, type Samples } from './rounds.ts';

export const THROUGHPUT_COLUMNS = [
  'server',
  'requests/s',
  'CPU µs/request',
  'p50 ms',
  'p99 ms',
  'busy server / client',
] as const;

/** Returns the ratio of requests per second, round by round. */
export function throughputRatio(samples: Samples, ours: string, theirs: string): Spread {
  return ratioOf(figures(samples, ours, 'perSecond'), figures(samples, theirs, 'perSecond'));
}

/** Returns the ratio of the server's CPU time per request, round by round. */
export function cpuRatio(samples: Samples, ours: string, theirs: string): Spread {
  return ratioOf(figures(samples, ours, 'cpuUs'), figures(samples, theirs, 'cpuUs'));
}

/** Returns the ratio of the 99th percentile of waiting times, round by round. */
export function waitRatio(samples: Samples, ours: string, theirs: string): Spread {
  return ratioOf(figures(samples, ours, 'p99'), figures(samples, theirs, 'p99'));
}

/** Returns the cells of THROUGHPUT_COLUMNS, and then the ratio to the reference. */
export function rowOf(samples: Samples, name: string, reference: string): readonly string[] {
  const spread = (figure: Parameters<typeof figures>[2]) =>
    spreadOf(figures(samples, name, figure));
  const percent = (figure: 'serverBusy' | 'clientBusy') =>
    `${Math.round(spread(figure).median * 100)} %`;
  return [
    name,
    showSpread(spread('perSecond'), (value) => Math.round(value).toLocaleString('en-US')),
    showSpread(spread('cpuUs')),
    show(spread('p50').median),
    show(spread('p99').median),
    `${percent('serverBusy')} / ${percent('clientBusy')}`,
    name === reference ? '1' : showSpread(throughputRatio(samples, name, reference)),
  ];
}
