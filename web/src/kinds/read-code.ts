// Finds a barcode in a picture: with the browser's own detector where it has one, else with zxing in a worker.
import { type CodeFormat, isCodeFormat } from '#questionnaires/answers/structured-answers.ts';

export interface ReadCode {
  readonly text: string;
  readonly format: CodeFormat | undefined;
}

/** The pixels of a picture, four bytes each. */
export interface PictureToRead {
  readonly pixels: ImageDataArray;
  readonly width: number;
  readonly height: number;
}

export interface CodeReader {
  /** Returns the first code in the picture; undefined if there is none. One picture at a time. */
  read(picture: HTMLCanvasElement): Promise<ReadCode | undefined>;
  close(): void;
}

export async function openCodeReader(): Promise<CodeReader> {
  return (await ownDetector()) ?? zxing();
}

/** The Barcode Detection API, which TypeScript does not know. */
interface Detector {
  detect(
    picture: HTMLCanvasElement,
  ): Promise<readonly { readonly rawValue: string; readonly format: string }[]>;
}
interface DetectorClass {
  new (): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}
declare global {
  interface Window {
    readonly BarcodeDetector?: DetectorClass;
  }
}

/** A browser may have the interface, and read nothing. */
async function ownDetector(): Promise<CodeReader | undefined> {
  const { BarcodeDetector: Detecting } = window;
  if (Detecting === undefined) return undefined;
  try {
    if (!(await Detecting.getSupportedFormats()).includes('qr_code')) return undefined;
    const detector = new Detecting();
    return {
      async read(picture) {
        const [code] = await detector.detect(picture);
        if (code === undefined || code.rawValue === '') return undefined;
        const { rawValue: text, format } = code;
        return { text, format: isCodeFormat(format) ? format : undefined };
      },
      close: () => undefined,
    };
  } catch {
    return undefined;
  }
}

function zxing(): CodeReader {
  const worker = new Worker(new URL('./code-reader.worker.ts', import.meta.url), {
    type: 'module',
    name: 'code-reader',
  });
  return {
    read(picture) {
      const { width, height } = picture;
      const paper = picture.getContext('2d', { willReadFrequently: true });
      if (paper === null) return Promise.resolve(undefined);
      const { data: pixels } = paper.getImageData(0, 0, width, height);
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<ReadCode | undefined>) => resolve(data);
        worker.onerror = () => reject(new Error('The scanner could not be loaded'));
        worker.postMessage({ pixels, width, height } satisfies PictureToRead, [pixels.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
}
