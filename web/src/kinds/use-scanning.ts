import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { openCodeReader, type ReadCode } from './read-code.ts';

/** Between two pictures, so that a phone stays cool. */
const PAUSE_MS = 120;
/** Longer sides are made smaller: codes are read as well, and sooner. */
const LONGEST_SIDE = 1280;

export type Scanning = 'starting' | 'looking' | 'denied' | 'noCamera' | 'failed';

/** Shows the picture of the camera in `video`, and looks for a code in it until one is found. */
export function useScanning(
  video: RefObject<HTMLVideoElement | null>,
  onFound: (code: ReadCode) => void,
): Scanning {
  const [state, setState] = useState<Scanning>('starting');
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const run = async () => {
      const stream = await openCamera();
      signal.addEventListener('abort', () => stop(stream));
      if (signal.aborted) return stop(stream);
      const element = video.current;
      if (element === null) return;
      element.srcObject = stream;
      await element.play();
      setState('looking');
      const code = await lookFor(element, signal);
      if (code !== undefined && !signal.aborted) found(code);
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) setState(reasonOf(error));
    });
    return () => ending.abort();
  }, [video]);
  return state;
}

const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: LONGEST_SIDE } },
  });

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

function reasonOf(error: unknown): Scanning {
  if (!(error instanceof DOMException)) return 'failed';
  if (error.name === 'NotAllowedError') return 'denied';
  return error.name === 'NotFoundError' ? 'noCamera' : 'failed';
}

/** Reads one picture after the other. @returns undefined when it was ended before a code was found */
async function lookFor(
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<ReadCode | undefined> {
  const reader = await openCodeReader();
  const canvas = document.createElement('canvas');
  try {
    while (!signal.aborted) {
      const code = takePicture(video, canvas) ? await reader.read(canvas) : undefined;
      if (code !== undefined) return code;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return undefined;
  } finally {
    reader.close();
  }
}

/** Draws the present picture. @returns false while the camera has none yet */
function takePicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return false;
  const share = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * share);
  canvas.height = Math.round(videoHeight * share);
  const paper = canvas.getContext('2d', { willReadFrequently: true });
  paper?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return paper !== null;
}
