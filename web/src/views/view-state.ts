/** Returns the search parameters of a page that are set, as a view saves them. */
export const viewStateOf = (
  search: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
