/** Why a file cannot be imported at all. Each is a reason of the error catalogue with its members. */
export type RefusedFile =
  | { readonly reason: 'import-kind' }
  | { readonly reason: 'import-damaged'; readonly part: string }
  | { readonly reason: 'import-protected' }
  | { readonly reason: 'import-size'; readonly limit: number }
  | { readonly reason: 'import-rows'; readonly limit: number }
  | { readonly reason: 'import-effort' }
  | { readonly reason: 'import-no-survey' }
  | { readonly reason: 'import-definition'; readonly limit: number }
  | { readonly reason: 'import-groups'; readonly row: number }
  | { readonly reason: 'import-cycle'; readonly names: string }
  | { readonly reason: 'import-version'; readonly value: string };

/** Thrown for a file that cannot be imported. The process that reads files sends the reason to its parent. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly why: RefusedFile;

  constructor(why: RefusedFile) {
    super(why.reason);
    this.why = why;
  }
}

/** Refuses a part of a file that is not what its format says. */
export const damaged = (part: string): ImportRefused =>
  new ImportRefused({ reason: 'import-damaged', part: part.slice(0, 100).toWellFormed() });
