import { setFlagsFromString } from 'node:v8';

/**
 * For a process that serves. V8 notices in which places of the program objects live long, and makes what comes from
 * there old from birth. A big load of users teaches it so for places that every later request passes too: each request
 * then leaves an old object behind, which keeps the rest of the request with it until the whole heap is cleaned
 * (docs/decisions/0035-new-objects-start-young.md).
 */
export function keepNewObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
