import type { PictureType } from '#pictures/index.ts';

/** The field of a file with which a reviewer signs. No question has this name: names have no dots. */
export const SIGNATURE_FIELD = 'review.signature';

/** A file of a form, without its bytes. */
export interface Attachment {
  readonly id: string;
  readonly formId: string;
  /** The name of the question that it answers, or {@link SIGNATURE_FIELD}. */
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly storageKey: string;
  /** The decoded picture that is shown and printed; undefined when the file is no picture that can be decoded. */
  readonly picture?: StoredPicture | undefined;
  /** Whether its stored bytes were missing or changed when they were last read. */
  readonly isDamaged: boolean;
  readonly createdBy: string;
  readonly createdAt: number;
}

export interface StoredPicture {
  readonly storageKey: string;
  readonly type: PictureType;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal; undefined for a picture of an older version until it is checked for the first time. */
  readonly sha256: string | undefined;
  /** As for {@link Attachment}. */
  readonly isDamaged: boolean;
}

/** The most files that a form may have. */
export const MAX_ATTACHMENTS = 100;

const DAY_MS = 86_400_000;
/** How long an uploaded file may exist before an answer must name it, in milliseconds. */
export const ORPHAN_MS = DAY_MS;
/** Complete forms are checked rarely, because they only change when they are reopened. In milliseconds. */
export const CHECK_COMPLETE_MS = 30 * DAY_MS;
