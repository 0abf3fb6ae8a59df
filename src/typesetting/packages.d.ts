// Types of packages that have none, or none for an import as a module.
declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string);
    /** Returns the next position at which a line may end; null after the last one. */
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }

  export { LineBreaker as default };
}

declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  function bidiFactory(): Bidi;

  export { bidiFactory as default };
}

declare namespace PDFKit {
  interface PDFDocument {
    /** Reads a picture, which `image` can then draw. */
    openImage(bytes: Buffer): { readonly width: number; readonly height: number };
  }
}
