import { collapse, WHITE_SPACE, ZERO_WIDTH } from '#kernel/text.ts';

const ODD = new RegExp(
  `^ | $|(?<= ) | (?= )|[${[...WHITE_SPACE.slice(1), ...ZERO_WIDTH].join('')}]`,
  'g',
);

/** Returns a name in which white space that is not compared can be seen, as in `Ada␣` or `Ada[U+00A0]King`. */
export function shownName(name: string): string {
  if (collapse(name) === name) return name;
  return name.replaceAll(ODD, (each) =>
    each === ' ' ? '␣' : `[U+${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
