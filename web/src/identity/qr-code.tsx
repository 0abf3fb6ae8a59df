import { encode } from 'uqr';

/** The size of a module in pixels, large enough for a phone to read it from a laptop's screen. */
const MODULE = 4;
/** The width of the quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code. It is dark on white in every colour scheme, because cameras need that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  const side = size * MODULE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={side}
      height={side}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
