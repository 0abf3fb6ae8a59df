/** What is known of the stored files of forms. */
export interface StoredFilesState {
  /** When all of them were last read, in milliseconds since the epoch; undefined before the first time. */
  readonly checkedAt: number | undefined;
  /** Whether one of any organisation is damaged. */
  readonly isAnyDamaged: boolean;
  /** How many attachments of the organisation are damaged. */
  readonly damaged: number;
  /** Ids of the first forms with one of them. */
  readonly forms: readonly string[];
}
