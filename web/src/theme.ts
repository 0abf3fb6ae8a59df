import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** From nearly white to nearly black, with enough contrast for text from the seventh on. */
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

/** Stock Mantine fails WCAG contrast in places: what is set here is what axe found. */
export const theme = createTheme({
  colors: { harbour },
  primaryColor: 'harbour',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  // By name: importing them would put all of them into the shell.
  components: {
    Badge: { defaultProps: { variant: 'default', tt: 'none' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // Its header is none of the page: two banners would confuse who goes by landmarks.
    Modal: { defaultProps: { centered: true, attributes: { header: { role: 'none' } } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
  },
});
