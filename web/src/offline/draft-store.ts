import type { Draft, FileState, StoredFile } from './draft.ts';

/** The drafts that this device keeps for one person. A change is durable when its promise resolves. */
export interface DraftStore {
  drafts(): Promise<readonly Draft[]>;
  draft(formId: string): Promise<Draft | undefined>;
  /**
   * Reads and writes in one transaction, so that no other tab writes in between.
   * @returns the draft after the change
   */
  update(formId: string, change: (draft: Draft) => Draft): Promise<Draft | undefined>;
  files(formId: string): Promise<readonly FileState[]>;
  file(id: string): Promise<StoredFile | undefined>;
  markSent(fileId: string, isSent: boolean): Promise<void>;
  /** Removes a draft and its files, unless it has changed since `edits`. @returns whether it was removed */
  remove(formId: string, edits: number): Promise<boolean>;
}
