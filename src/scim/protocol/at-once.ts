/** Goes through all steps of what could be done in parts. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
