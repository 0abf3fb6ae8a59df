/** How long forms are kept, and what is forgotten: by the rule of a template, and of a person who is erased. */
import type { Endpoint } from '#http/endpoint.ts';
import { getRetention } from './operations/get-retention.ts';
import { putRetention } from './operations/put-retention.ts';
import { tryRetention } from './operations/try-retention.ts';
import type { RetentionDeps } from './retention-deps.ts';

export { createForgetPerson } from './forget-person.ts';
export { keepRetention } from './keep-retention.ts';

export const retentionEndpoints = (deps: RetentionDeps): readonly Endpoint[] => [
  ...getRetention(deps),
  ...putRetention(deps),
  ...tryRetention(deps),
];
