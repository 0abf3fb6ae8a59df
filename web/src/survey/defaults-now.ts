import './form-functions.ts';
import type { JsonObject } from '#kernel/json.ts';
import { calculatedDefaults } from '#questionnaires/engine/calculated-defaults.ts';
import { setWallClock } from './survey-view.tsx';

/** Returns the default values that are calculated, at this time in the time zone of the organisation. */
export function defaultsNow(
  definition: JsonObject,
  answers: JsonObject,
  timeZone: string,
): JsonObject {
  setWallClock({ now: Date.now, timeZone });
  return calculatedDefaults(definition, answers);
}
