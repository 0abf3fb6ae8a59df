/** The steps that a number may be reached by, as `step` and `min` of HTML inputs count them. */

/**
 * Returns whether a number is reached from the first one by whole steps. It tolerates rounding: the remainder of 0.3 and
 * 0.1 is not 0.
 */
export function isOnStep(value: number, step: number, first: number): boolean {
  const times = (value - first) / step;
  const size = Math.max(1, Math.abs(value / step), Math.abs(first / step));
  return Math.abs(times - Math.round(times)) < 1e-9 * size;
}

/** Says which numbers are right: multiples of the step, or else the first ones, `1; 3; 5`. */
export function rightSteps(
  step: number,
  first: number,
): { readonly limit: number | string; readonly text: string } {
  if (isOnStep(0, step, first)) return { limit: step, text: `This must be a multiple of ${step}.` };
  const some = [0, 1, 2].map((each) => Number((first + each * step).toPrecision(15)));
  const text = `This must be one of the numbers ${some.join(', ')} and so on.`;
  return { limit: some.join('; '), text };
}
