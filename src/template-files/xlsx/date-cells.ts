// Days and times in workbooks are numbers with a format: days since 1900, or since 1904 in workbooks of old Macs.
import { readXml } from './read-xml.ts';

/** Ids of built-in formats of days and times (ECMA-376 part 1 §18.8.30). */
const isBuiltIn = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Returns whether the code of a format shows a day or a time. Quoted and bracketed text is no code. */
const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** Returns a function that tells whether cells of a style show days or times. */
export function dateFormatsIn(styles: Buffer | undefined): (style: number) => boolean {
  const own = new Set<number>();
  const dates: boolean[] = [];
  let isCell = false;
  if (styles !== undefined) {
    readXml(styles, 'styles', {
      open(name, attributes) {
        const id = Number(attributes.get('numFmtId') ?? 0);
        if (name === 'numFmt' && isDateCode(attributes.get('formatCode') ?? '')) own.add(id);
        if (name === 'cellXfs') isCell = true;
        if (name === 'xf' && isCell) dates.push(isBuiltIn(id) || own.has(id));
      },
      close(name) {
        if (name === 'cellXfs') isCell = false;
      },
    });
  }
  return (style) => dates[style] === true;
}

const DAY_MS = 86_400_000;
/** Day 0 of a workbook that counts a 29 February 1900, for the days after it. */
const SINCE_1900 = Date.UTC(1899, 11, 30);
const SINCE_1904 = Date.UTC(1904, 0, 1);
/** 31 December 9999, the last day of a workbook. */
const MAX_DAY = 2_958_466;

/** Returns a day as `2026-11-26`, a moment as `2026-11-26T08:30`, a time as `08:30`. */
export function spellDay(days: number, since1904: boolean): string {
  if (!(days >= 0 && days < MAX_DAY)) return String(days);
  const start = since1904 ? SINCE_1904 : SINCE_1900;
  const minutes = Math.round(days * 1440) * 60_000;
  const text = new Date(start + minutes).toISOString();
  if (days < 1) return text.slice(11, 16);
  return minutes % DAY_MS === 0 ? text.slice(0, 10) : text.slice(0, 16);
}
