/** A value that no log, error or JSON shows: it has to be asked for. */
export interface Secret<T> {
  reveal(): T;
  toJSON(): string;
}

export const secret = <T>(value: T): Secret<T> => ({
  reveal: () => value,
  toJSON: () => '[secret]',
});
