// A film for Chromium's fake camera: one picture, again and again (--use-file-for-fake-video-capture).
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
const WHITE = 235;
const BLACK = 16;

/** Writes a film that shows a QR code on white. @returns the arguments for Chromium */
export async function cameraThatSees(text: string): Promise<readonly string[]> {
  const path = join(await mkdtemp(join(tmpdir(), 'film-')), 'code.y4m');
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), pictureOf(text), grey]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`);
  await writeFile(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ];
}

/** Returns the brightness of each pixel. */
function pictureOf(text: string): Buffer {
  const { data, size } = encode(text, { border: 4 });
  const scale = Math.floor(HEIGHT / size);
  const left = Math.floor((WIDTH - size * scale) / 2);
  const top = Math.floor((HEIGHT - size * scale) / 2);
  const picture = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue;
      for (let line = 0; line < scale; line += 1) {
        const start = (top + y * scale + line) * WIDTH + left + x * scale;
        picture.fill(BLACK, start, start + scale);
      }
    }
  }
  return picture;
}
