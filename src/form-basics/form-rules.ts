import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';
import { fold, isStorable, MAX_KEY_LENGTH } from '#kernel/text.ts';
import { MAX_FORM_NAME_LENGTH } from '#questionnaires/naming/name-pattern.ts';
import type { FormActor, Location } from './form.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns an id in its stored form; undefined when it is not a UUID. */
export function normaliseId(id: string): string | undefined {
  const lower = id.toLowerCase();
  return UUID.test(lower) ? lower : undefined;
}

/** Requires a designer or admin. @throws AppError `forbidden` for a member. */
export function requireDesigner(by: FormActor, action: string): void {
  if (by.role !== 'member') return;
  throw fail('forbidden', `Only a designer or an admin may ${action}.`);
}

/** Returns the name without outer spaces. @throws AppError `invalid-value`. */
export function checkName(name: string, maxLength = MAX_FORM_NAME_LENGTH): string {
  const trimmed = name.trim();
  const fits = trimmed.length <= maxLength && fold(trimmed).length <= MAX_KEY_LENGTH;
  if (trimmed !== '' && fits && isStorable(trimmed)) return trimmed;
  throw fail('invalid-value', `The name must be text of 1 to ${counted(maxLength, 'character')}.`, {
    because: { reason: 'length', min: 1, limit: maxLength },
    at: 'name',
  });
}

/** Returns a valid WGS 84 location. @throws AppError `invalid-value`. */
export function checkLocation(location: Location): Location {
  const { latitude, longitude, accuracy } = location;
  // NaN fails every comparison.
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const precise = accuracy === undefined || (accuracy >= 0 && Number.isFinite(accuracy));
  if (onEarth && precise) return location;
  throw fail(
    'invalid-value',
    'A location needs a latitude from -90 to 90 and a longitude from -180 to 180. Its accuracy, if given, must be 0 metres or more.',
    { at: 'location', because: { reason: 'location' } },
  );
}
