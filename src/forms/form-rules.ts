import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fold, isStorable, MAX_KEY_LENGTH } from '#kernel/text.ts';
import type { FormActor, Location } from './form.ts';
import { MAX_FORM_NAME_LENGTH } from './name-pattern.ts';
import type { Field } from './template.ts';

/** The largest answers of one form, in bytes of JSON. Files are stored apart. */
const MAX_ANSWERS_BYTES = 1_048_576;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id as it is stored, or undefined for what can be no id of ours. */
export function normaliseId(id: string): string | undefined {
  const lower = id.toLowerCase();
  return UUID.test(lower) ? lower : undefined;
}

/** @throws AppError `forbidden` for a member. */
export function requireDesigner(by: FormActor, deed: string): void {
  if (by.role !== 'member') return;
  throw fail('forbidden', `Only a designer or an admin may ${deed}.`);
}

/** A name without outer spaces. @throws AppError `invalid-value`. */
export function checkName(name: string, maxLength = MAX_FORM_NAME_LENGTH): string {
  const trimmed = name.trim();
  const fits = trimmed.length <= maxLength && fold(trimmed).length <= MAX_KEY_LENGTH;
  if (trimmed !== '' && fits && isStorable(trimmed)) return trimmed;
  throw fail('invalid-value', `The name must be text of 1 to ${maxLength} characters.`, {
    at: 'name',
  });
}

/** WGS 84. @throws AppError `invalid-value`. */
export function checkLocation(location: Location): Location {
  const { latitude, longitude, accuracy } = location;
  // NaN fails every comparison.
  const onEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const precise = accuracy === undefined || (accuracy >= 0 && Number.isFinite(accuracy));
  if (onEarth && precise) return location;
  throw fail(
    'invalid-value',
    'The location needs a latitude from -90 to 90, a longitude from -180 to 180 and an accuracy of 0 metres or more, or none.',
    { at: 'location' },
  );
}

/** Answers by field name. @throws AppError `invalid-answers` for unknown names and too much of it. */
export function checkAnswers(answers: JsonObject, fields: readonly Field[]): JsonObject {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(answers).find((name) => !known.has(name));
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 100).toWellFormed());
    throw fail('invalid-answers', `The template has no field ${shown}.`, { at: 'answers' });
  }
  if (Buffer.byteLength(JSON.stringify(answers)) > MAX_ANSWERS_BYTES) {
    throw fail('invalid-answers', `The answers are larger than ${MAX_ANSWERS_BYTES} bytes.`, {
      at: 'answers',
    });
  }
  return answers;
}
