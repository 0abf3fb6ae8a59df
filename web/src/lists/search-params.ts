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

export const integerIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;
