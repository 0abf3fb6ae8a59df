// Reads barcodes from pictures, on a thread of its own: the camera's picture keeps moving meanwhile. It is the only code
// that runs WebAssembly, and its file has a policy of its own that allows it; pages and other scripts may not.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { formatNamed } from './code-formats.ts';
import type { PictureToRead, ReadCode } from './read-code.ts';

/** The parts of a worker's scope that are used here: TypeScript's types for documents and workers exclude each other. */
interface Scope {
  postMessage(message: ReadCode | undefined): void;
  addEventListener(
    type: 'message',
    listener: (event: { readonly data: PictureToRead }) => void,
  ): void;
}
declare const self: Scope;

// The library would fetch it from another server.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

async function read({ pixels, width, height }: PictureToRead): Promise<ReadCode | undefined> {
  const picture = new ImageData(pixels, width, height);
  const [code] = await readBarcodes(picture, { maxNumberOfSymbols: 1, textMode: 'Plain' });
  return code?.isValid === true ? { text: code.text, format: formatNamed(code.format) } : undefined;
}

self.addEventListener('message', ({ data }) => {
  read(data).then(
    (code) => self.postMessage(code),
    // A picture that cannot be read has no code.
    () => self.postMessage(undefined),
  );
});
