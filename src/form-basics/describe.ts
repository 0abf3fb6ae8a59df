/** Names by id. Deleted objects have none. */
export type Names = ReadonlyMap<string, string>;

export function named(id: string, names: Names): { id: string; name?: string } {
  const name = names.get(id);
  return { id, ...(name !== undefined && { name }) };
}

export const timeOf = (at: number): string => new Date(at).toISOString();
