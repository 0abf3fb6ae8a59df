import { UsageError } from '#commands/shell/failures.ts';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
type Unit = keyof typeof SECONDS;

const isUnit = (text: string): text is Unit => Object.hasOwn(SECONDS, text);

/** Returns the seconds of `90s`, `30m`, `24h` or `7d`. @throws UsageError */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,8})([a-z])$/.exec(text) ?? [];
  if (isUnit(unit)) return Number(count) * SECONDS[unit];
  throw new UsageError(`${text} is not a time: write 90s, 30m, 24h or 7d.`);
}
