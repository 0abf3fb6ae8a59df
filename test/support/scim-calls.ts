// SCIM calls that conformance tests repeat: names in lists, filters, single PATCH operations.
import assert from 'node:assert/strict';
import type { Answer } from './instance.ts';
import { PATCH_OP, type Scim } from './scim.ts';

export const SEARCH_REQUEST = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export const patchBody = (...operations: readonly unknown[]) => ({
  schemas: [PATCH_OP],
  Operations: operations,
});

/** Sends a PATCH; `path` is that of the resource: `/Users/{id}`. */
export const patch = (
  scim: Scim,
  path: string,
  ...operations: readonly unknown[]
): Promise<Answer> => scim.call('PATCH', path, { body: patchBody(...operations) });

export function resourcesOf(answer: Answer): readonly unknown[] {
  assert.equal(answer.status, 200, answer.text);
  const found = answer.at('Resources');
  assert.ok(Array.isArray(found), answer.text);
  return found;
}

/** Returns one attribute of each resource in a list. */
export const each = (answer: Answer, name: string): readonly unknown[] =>
  resourcesOf(answer).map((resource) => Object(resource)[name]);

/** Lists the matches of a filter; `more` is appended to the query: `&count=2`. */
export const filtered = (scim: Scim, path: string, filter: string, more = ''): Promise<Answer> =>
  scim.get(`${path}?filter=${encodeURIComponent(filter)}${more}`);

/** Returns the ids of the matches of a filter, in the order of the list. */
export const idsBy = async (scim: Scim, path: string, filter: string) =>
  each(await filtered(scim, path, filter), 'id');

export const keysOf = (value: unknown): readonly string[] => Object.keys(Object(value)).sort();

interface Definition {
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly subAttributes?: readonly Definition[];
  readonly [characteristic: string]: unknown;
}

export interface Published {
  readonly schema: string;
  /** The attribute that contains it. */
  readonly parent: Definition | undefined;
  readonly definition: Definition;
}

/** Returns every attribute and sub-attribute of the published schemas of resources, except those of discovery. */
export async function publishedAttributes(scim: Scim): Promise<readonly Published[]> {
  return resourcesOf(await scim.get('/Schemas')).flatMap((resource) => {
    const schema: { id: string; attributes: readonly Definition[] } = Object(resource);
    if (/core:2\.0:(Schema|ResourceType|ServiceProviderConfig)$/.test(schema.id)) return [];
    return schema.attributes.flatMap((definition) => [
      { schema: schema.id, parent: undefined, definition },
      ...(definition.subAttributes ?? []).map((sub) => ({
        schema: schema.id,
        parent: definition,
        definition: sub,
      })),
    ]);
  });
}
