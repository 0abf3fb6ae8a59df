// What an address says is whatever somebody typed: each parameter is read here, and what makes no
// sense is as if it were not there.

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined;

export const oneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);

export const isOn = (value: unknown): true | undefined => value === true || undefined;

export const integerIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

/** A day as `<input type="date">` writes it. */
export const dayIn = (value: unknown): string | undefined => {
  const text = textIn(value) ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : undefined;
};

/** The first moment, where the person is, of the day that comes so many days later. */
export function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** What others put into an address, to follow their mails for instance, is no filter: the router would leave it in. */
export const only =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
