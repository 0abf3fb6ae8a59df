import {
  Badge,
  CloseButton,
  createTheme,
  type MantineColorsTuple,
  Modal,
  Notification,
} from '@mantine/core';

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
  fontFamily: 'system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  components: {
    Badge: Badge.extend({ defaultProps: { variant: 'default', tt: 'none' } }),
    CloseButton: CloseButton.extend({
      defaultProps: { attributes: { root: { 'aria-label': 'Close' } } },
    }),
    Modal: Modal.extend({ defaultProps: { centered: true } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
    }),
  },
});
