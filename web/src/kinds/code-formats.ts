import type { CodeFormat } from '#questionnaires/answers/structured-answers.ts';

/** Formats by their name in zxing, whose variants end with further letters. */
const NAMES: readonly (readonly [start: string, CodeFormat])[] = [
  ['QRCode', 'qr_code'],
  ['MicroQRCode', 'micro_qr_code'],
  ['RMQRCode', 'rm_qr_code'],
  ['EAN13', 'ean_13'],
  ['ISBN', 'ean_13'],
  ['EAN8', 'ean_8'],
  ['UPCA', 'upc_a'],
  ['UPCE', 'upc_e'],
  ['Code39', 'code_39'],
  ['Code93', 'code_93'],
  ['Code128', 'code_128'],
  ['Codabar', 'codabar'],
  ['ITF', 'itf'],
  ['DataMatrix', 'data_matrix'],
  ['DataBarExp', 'databar_expanded'],
  ['DataBarLtd', 'databar_limited'],
  ['DataBar', 'databar'],
  ['Aztec', 'aztec'],
  ['PDF417', 'pdf417'],
  ['CompactPDF417', 'pdf417'],
  ['MaxiCode', 'maxi_code'],
  ['DXFilmEdge', 'dx_film_edge'],
];

/** Returns a format by its name in zxing; undefined for a rare one that has no name here. */
export const formatNamed = (name: string): CodeFormat | undefined =>
  NAMES.find(([start]) => name.startsWith(start))?.[1];
