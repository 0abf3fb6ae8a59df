/** An answer that breaks a rule, such as `items[0].qty`. */
export interface Fault {
  readonly at: string;
  /** In the language of the screen where the engine found the fault, else in English. */
  readonly text: string;
  /** A rule of the server and its bound, which screens put into words. */
  readonly rule?: string | undefined;
  readonly limit?: string | number | undefined;
  /** The author's own message: one text, or one per language. */
  readonly message?: unknown;
}
