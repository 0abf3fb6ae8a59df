// Answers that are objects, as text for people. Browsers load this file too.

/**
 * Returns a place as text: `47.3768866, 8.541694 (±12 m)`; undefined for anything else. It is the same in all languages:
 * a decimal comma would look like the comma between both numbers, and maps read only points.
 */
export function placeText(value: unknown): string | undefined {
  const [lat, lon, accuracy] = [numberIn(value, 'lat'), numberIn(value, 'lon'), accuracyIn(value)];
  if (lat === undefined || lon === undefined) return undefined;
  const position = coordinatesText({ lat, lon });
  return accuracy === undefined ? position : `${position} (±${Math.ceil(accuracy)} m)`;
}

interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** Returns `47.3768866, 8.541694`. No exponents: 1e-7 is written as 0.0000001. */
export const coordinatesText = ({ lat, lon }: Position): string =>
  [lat, lon].map((each) => each.toFixed(7).replace(/\.?0+$/, '')).join(', ');

/** Returns the accuracy of a place in metres; undefined if it has none. */
export const accuracyIn = (place: unknown): number | undefined => numberIn(place, 'accuracy');

/** Returns the position of a place; undefined for anything else. */
export function positionIn(place: unknown): Position | undefined {
  const [lat, lon] = [numberIn(place, 'lat'), numberIn(place, 'lon')];
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}

/** Returns the text of a barcode; undefined for anything else. */
export function codeText(value: unknown): string | undefined {
  const text = memberIn(value, 'text');
  return typeof text === 'string' ? text : undefined;
}

/** Returns the name of the photo that was drawn on; undefined for anything else. */
export function sketchText(value: unknown): string | undefined {
  const name = memberIn(memberIn(value, 'photo'), 'name');
  return typeof name === 'string' ? name : undefined;
}

function numberIn(value: unknown, name: string): number | undefined {
  const number = memberIn(value, name);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const memberIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
