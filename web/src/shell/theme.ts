import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import { SHADE_OF, shadesOf } from '#brand/accent.ts';

/** From light to dark. From the eighth shade on, the contrast to white is at least 4.5:1 (WCAG 2.2, 1.4.3). */
const harbour: MantineColorsTuple = [
  '#eaf3fc',
  '#d2e4f6',
  '#a4c8ee',
  '#73aae6',
  '#4b90df',
  '#3280da',
  '#2377d8',
  '#1565c0',
  '#0b5cad',
  '#004a8f',
];

/** In pixels: 12 for secondary text, 14 for text, 16 and 20 for titles. */
const FONT_SIZES = { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' };

/** Some colours of Mantine fail the contrast that WCAG requires; those that axe reported are replaced here. */
export const theme = createTheme({
  colors: { harbour },
  primaryColor: 'harbour',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'Inter, "Inter fallback", system-ui, sans-serif',
  fontSizes: FONT_SIZES,
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1.25rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
      h4: { fontSize: '1rem', lineHeight: '1.5', fontWeight: '550' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5', fontWeight: '550' },
    },
  },
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  // Named as texts, because importing the components would put all of them into the shell.
  components: {
    Badge: { defaultProps: { variant: 'default', tt: 'none' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // Its header element would be a second banner landmark, which confuses people who navigate by landmarks.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'none' } } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  },
});

/** The colours of a button and a link in each scheme. */
export interface Shown {
  readonly light: { readonly button: string; readonly link: string };
  readonly dark: { readonly button: string; readonly link: string };
}

/** Without a colour of the organisation's own. */
export const STANDARD: Shown = {
  light: { button: harbour[8], link: harbour[8] },
  dark: { button: harbour[8], link: harbour[4] },
};

/** With one; `accent` is `#rrggbb`. */
export function shownOf(accent: string): Shown {
  const shades = shadesOf(accent);
  const { light, dark } = SHADE_OF;
  return {
    light: { button: shades[light.button], link: shades[light.link] },
    dark: { button: shades[dark.button], link: shades[dark.link] },
  };
}

/** The theme's colour for an organisation that has one of its own; `accent` is `#rrggbb`. */
export const ownColour = (accent: string): MantineThemeOverride => ({
  colors: { harbour: shadesOf(accent) },
  primaryShade: { light: SHADE_OF.light.button, dark: SHADE_OF.dark.button },
});
