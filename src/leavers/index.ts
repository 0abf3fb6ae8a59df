/** What people leave behind who are not active any more, and who takes it over. */
import type { Endpoint } from '#http/endpoint.ts';
import { listLeftWork } from './app/list-left-work.ts';
import { postLeftWork } from './app/post-left-work.ts';
import type { LeaversDeps } from './leavers-deps.ts';

export const leaversEndpoints = (deps: LeaversDeps): readonly Endpoint[] => [
  listLeftWork(deps),
  postLeftWork(deps),
];
