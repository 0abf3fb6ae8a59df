/** What is wrong with a part of a definition, whatever its position. */
export interface Wrong {
  /** The broken rule, for which the web client has a translated message; `values` are inserted into that message. */
  readonly kind: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** In English. */
  readonly text: string;
}
