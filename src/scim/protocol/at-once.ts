/** Runs a generator to its end without yielding. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
