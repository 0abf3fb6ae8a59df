// Reads coordinates as people copy and type them: `47.3769, 8.5417`, `47,3769 8,5417`, `47°22'36.8"N 8°32'30.1"E`,
// `geo:47.3769,8.5417`. A comma is read as the end of a number only where it cannot be a decimal comma.
import { roundDegrees } from '#questionnaires/answers/structured-answers.ts';

export interface Position {
  readonly lat: number;
  readonly lon: number;
}

const NUMBER = '\\d{1,3}(?:[.,]\\d{1,15})?';
const SIXTIETHS = '\\d{1,2}(?:[.,]\\d{1,10})?';
/** Degrees, minutes and seconds, with the letter of a direction before or after them. */
const PART = `([NSEWO])?\\s*([+-]?${NUMBER})\\s*(?:[°º]\\s*(?:(${SIXTIETHS})\\s*'\\s*(?:(${SIXTIETHS})\\s*"\\s*)?)?)?([NSEWO])?`;
const PAIR = new RegExp(`^${PART}(\\s*[;/]\\s*|,\\s+|\\s+|,)${PART}$`);

/** Returns the position that a text means; undefined for a text that means none, or two. */
export function readCoordinates(text: string): Position | undefined {
  const found = PAIR.exec(normalised(text));
  if (found === null) return undefined;
  const [, b1, d1, m1, s1, a1, gap, b2, d2, m2, s2, a2] = found;
  // `47,8` may be a number that is still being typed.
  if (gap === ',' && !/[.,°]/.test(`${d1}`) && !`${d2}`.includes('.')) return undefined;
  const first = partOf(b1 ?? a1, d1, m1, s1);
  const second = partOf(b2 ?? a2, d2, m2, s2);
  if (first === undefined || second === undefined) return undefined;
  return positionOf(first, second);
}

const normalised = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^GEO:/, '')
    .replace(/^([^?]*)\?.*$/s, '$1')
    .replaceAll(/[’′‘´`]/g, "'")
    .replaceAll(/[”″“]|''/g, '"')
    .replaceAll(/[−–]/g, '-')
    .replace(/^\((.*)\)$/s, '$1');

interface Part {
  readonly degrees: number;
  readonly axis: 'lat' | 'lon' | undefined;
}

function partOf(
  letter: string | undefined,
  degrees = '',
  minutes = '0',
  seconds = '0',
): Part | undefined {
  const [whole, sixtieths, rest] = [degrees, minutes, seconds].map(numberOf);
  if (whole === undefined || sixtieths === undefined || rest === undefined) return undefined;
  if (sixtieths >= 60 || rest >= 60 || (letter !== undefined && whole < 0)) return undefined;
  const size = Math.abs(whole) + sixtieths / 60 + rest / 3600;
  const isNegative = degrees.startsWith('-') || letter === 'S' || letter === 'W';
  const axis = letter === undefined ? undefined : 'NS'.includes(letter) ? 'lat' : 'lon';
  return { degrees: roundDegrees(isNegative ? -size : size), axis };
}

const numberOf = (text: string): number => Number(text.replace(',', '.'));

function positionOf(first: Part, second: Part): Position | undefined {
  const isSwapped = first.axis === 'lon' || second.axis === 'lat';
  const [lat, lon] = isSwapped ? [second, first] : [first, second];
  if (lat.axis === 'lon' || lon.axis === 'lat') return undefined;
  if (Math.abs(lat.degrees) > 90 || Math.abs(lon.degrees) > 180) return undefined;
  return { lat: lat.degrees, lon: lon.degrees };
}
