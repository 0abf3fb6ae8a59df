import { isJsonObject, type JsonObject } from '#scim/protocol/index.ts';

/** Returns the headers that say where a resource is that is read, made or replaced (RFC 7644 §3.3, §3.4.1, §3.5.1). */
export const locationHeaders = (location: string) => ({ location, 'content-location': location });

/** Does the same for a resource of discovery, which names its location. */
export function ownLocationHeaders({ meta }: JsonObject): Readonly<Record<string, string>> {
  const location = meta !== undefined && isJsonObject(meta) ? meta['location'] : undefined;
  return typeof location === 'string' ? locationHeaders(location) : {};
}
