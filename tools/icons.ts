// `node_modules/.bin/node tools/icons.ts`: draws the icons of the installed app from web/public/icon.svg. Home screens
// accept no SVG and crop icons: the maskable icon fills its square and keeps the letter inside the safe zone, a circle
// of 80 % (https://w3c.github.io/manifest/#icon-masks).
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const FOLDER = 'web/public';
const svg = readFileSync(`${FOLDER}/icon.svg`, 'utf8');
const ground = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? '#ffffff';

const draw = (side: number) =>
  sharp(Buffer.from(svg), { density: (72 * side) / 32 }).resize(side, side);

for (const side of [192, 512]) {
  await draw(side).png({ palette: true }).toFile(`${FOLDER}/icon-${side}.png`);
}
const margin = 26;
await draw(512 - 2 * margin)
  .flatten({ background: ground })
  .extend({ top: margin, bottom: margin, left: margin, right: margin, background: ground })
  .png({ palette: true })
  .toFile(`${FOLDER}/icon-maskable.png`);
