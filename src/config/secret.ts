/** A value that logs, errors and JSON do not show; `reveal` returns it. */
export interface Secret<T> {
  reveal(): T;
  toJSON(): string;
}

export const secret = <T>(value: T): Secret<T> => ({
  reveal: () => value,
  toJSON: () => '[secret]',
});
