// The shades of an organisation's colour. Whatever the colour is, what is written on or with a shade has a contrast of
// 4.5:1 (WCAG 2.2, 1.4.3): a shade that would not is made lighter or darker. Pages and mails use it, so it imports
// nothing.

/** From nearly white to nearly black, as Mantine counts its shades; each `#rrggbb`. */
export type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** The shade of filled buttons and of links in each scheme, by index: links in the dark are the lighter shade 4. */
export const SHADE_OF = {
  light: { button: 8, link: 8 },
  dark: { button: 6, link: 4 },
} as const;

/** Red, green and blue, each from 0 to 1 in proportion to the light. */
type Light = readonly [number, number, number];

const WEIGHTS: Light = [0.2126, 0.7152, 0.0722];
/**
 * A colour becomes brighter by this factor at most before it is mixed with white: more would make neon of a dark colour,
 * and a glowing one of nearly black.
 */
const GLOW = { strong: 3, pale: 1.5 } as const;

/** Returns `#rrggbb` in lower case for `#rgb` or `#rrggbb`; undefined for any other text. */
export function parseColour(text: string): string | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return digits.length === 6 ? `#${digits}` : `#${digits.replaceAll(/./g, '$&$&')}`;
}

/** Returns the contrast of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other]
    .map((each) => luminanceOf(lightOf(each)))
    .toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns the shades of a colour `#rrggbb`. Where the colour itself can be read, it is one of them.
 * - 8 is for what is filled and for text in the light scheme, 9 for the same under the pointer.
 * - 6 is for what is filled in the dark scheme, 7 under the pointer; both carry white text.
 * - 4 and lighter ones are for text in the dark scheme.
 */
export function shadesOf(colour: string): Shades {
  const light = lightOf(colour);
  const own = luminanceOf(light);
  const [filled, filledDark, text] = [
    Math.min(own, 0.14),
    between(own, 0.153, 0.178),
    between(own, 0.34, 0.5),
  ];
  const shade = (luminance: number, glow: keyof typeof GLOW = 'strong'): string =>
    hexOf(withLuminance(light, luminance, GLOW[glow]));
  return [
    shade(0.92, 'pale'),
    shade(0.8, 'pale'),
    shade(0.66, 'pale'),
    shade(0.56, 'pale'),
    shade(text),
    shade((text + filledDark) / 2),
    shade(filledDark),
    shade(between(own, 0.11, 0.14)),
    shade(filled),
    shade(Math.min(filled * 0.75, 0.08)),
  ];
}

const between = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

function lightOf(colour: string): Light {
  const channel = (at: number): number => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const luminanceOf = (light: Light): number =>
  WEIGHTS[0] * light[0] + WEIGHTS[1] * light[1] + WEIGHTS[2] * light[2];

/** Returns the colour with that luminance: darker in proportion, or brighter as far as it goes, and then whiter. */
function withLuminance(light: Light, luminance: number, glow: number): Light {
  const own = luminanceOf(light);
  const most = Math.min(glow, 1 / Math.max(...light));
  const factor = own === 0 ? 1 : Math.min(luminance / own, Math.max(1, most));
  const brightest = own * factor;
  const white = brightest >= luminance ? 0 : (luminance - brightest) / (1 - brightest);
  const mix = (part: number): number => part * factor * (1 - white) + white;
  return [mix(light[0]), mix(light[1]), mix(light[2])];
}

const hexOf = (light: Light): string =>
  `#${light
    .map((part) => {
      const coded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
      return Math.round(between(coded, 0, 1) * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
