/**
 * Returns the page at `offset` of a list without its hidden ids. `ids` are the sorted ids of the full list from
 * position `offset` on; `limit` plus the number of hidden ids are enough. So the database can skip rows without testing
 * whether they are hidden.
 */
export function withoutHidden(
  ids: readonly string[],
  hidden: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly string[] {
  const left = new Set(hidden);
  return ids.filter((id, i) => {
    const position = offset + i - hidden.filter((other) => other < id).length;
    return !left.has(id) && position >= offset && position < offset + limit;
  });
}
