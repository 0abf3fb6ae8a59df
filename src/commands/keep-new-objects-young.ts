import { setFlagsFromString } from 'node:v8';

/**
 * Tells V8 to create every object in the young generation. By default, V8 creates objects in the old generation where
 * the same line of code made long-lived ones before. After many users were loaded at once, that is true of lines that
 * every request runs: each request then leaves an old object behind, and with it all that the object refers to, until
 * the whole heap is collected (docs/decisions/0035-new-objects-start-young.md).
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
