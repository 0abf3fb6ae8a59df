import { calculatedDefaults } from '#forms/engine/calculated-defaults.ts';
import { setWallClock } from '#forms/engine/wall-clock.ts';
import type { JsonObject } from '#kernel/json.ts';

/** Returns the default values that are calculated, at this time in the time zone of the organisation. */
export function defaultsNow(
  definition: JsonObject,
  answers: JsonObject,
  timeZone: string,
): JsonObject {
  setWallClock({ now: Date.now, timeZone });
  return calculatedDefaults(definition, answers);
}
