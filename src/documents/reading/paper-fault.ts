import type { PaperFaultKind } from '#documents/paper-messages.ts';

/** Why a PDF can't be the paper of a form. */
export class PaperFault extends Error {
  override readonly name = 'PaperFault';
  readonly kind: PaperFaultKind;
  constructor(kind: PaperFaultKind) {
    super(kind);
    this.kind = kind;
  }
}
