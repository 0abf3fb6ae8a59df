import type { PictureType } from '#forms/pictures/picture-messages.ts';

/** A file of a form: what is known of it beside its bytes. */
export interface Attachment {
  readonly id: string;
  readonly formId: string;
  /** The question that it answers. */
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly storageKey: string;
  /** As it is shown and printed; left out: it is no picture that can be decoded. */
  readonly picture?: StoredPicture | undefined;
  readonly createdBy: string;
  readonly createdAt: number;
}

export interface StoredPicture {
  readonly storageKey: string;
  readonly type: PictureType;
  /** Bytes. */
  readonly size: number;
}

/** How many files a form may have. */
export const MAX_ATTACHMENTS = 100;

const DAY_MS = 86_400_000;
/** So long an upload may wait for the answers that name it. */
export const ORPHAN_MS = DAY_MS;
/** A complete form changes when it is reopened, and rarely. */
export const CHECK_COMPLETE_MS = 30 * DAY_MS;
