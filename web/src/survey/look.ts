// How the forms engine looks: its own themes, in our colours and type, on our background.
import type { ITheme } from 'survey-core';
import dark from 'survey-core/themes/default-dark-panelless';
import light from 'survey-core/themes/default-light-panelless';

const OURS = {
  '--sjs2-typography-font-family-text': 'var(--mantine-font-family)',
  '--sjs2-typography-font-family-code': 'var(--mantine-font-family-monospace)',
  '--sjs2-base-unit-spacing': '6.5px',
  '--sjs2-color-utility-body': 'var(--mantine-color-body)',
  '--sjs2-color-utility-sheet': 'var(--mantine-color-body)',
  '--sjs2-color-utility-surface-survey': 'var(--mantine-color-body)',
  '--sjs2-color-bg-basic-primary': 'var(--mantine-color-body)',
  '--sjs2-color-fg-basic-primary': 'var(--mantine-color-text)',
  // Its own greys are below 4.5:1.
  '--sjs2-color-fg-basic-secondary': 'var(--mantine-color-dimmed)',
  '--sjs2-color-fg-basic-tertiary': 'var(--mantine-color-dimmed)',
  '--sjs2-color-fg-alert-primary': 'var(--mantine-color-error)',
  '--sjs2-color-border-basic-secondary': 'var(--mantine-color-default-border)',
  '--sjs2-color-project-brand-600': '#0b5cad',
  // Its page and parts give it room already.
  '--sjs2-layout-component-page-content-area-padding-horizontal': '0px',
  '--sjs2-layout-component-page-header-padding-horizontal': '0px',
  '--sjs2-layout-component-survey-footer-padding-horizontal': '0px',
  '--sjs2-layout-component-survey-box-padding-top': '0px',
  '--sjs2-layout-component-survey-box-padding-bottom': '0px',
  // The engine works these out in a style element, which the policy of our pages refuses.
  '--sjs2-border-effect-surface-default-reset': '0 0 0 0 transparent',
  '--sjs2-border-effect-surface-focused-reset': '0 0 0 0 transparent',
  '--sjs2-border-effect-component-formbox-default-reset': 'inset 0 0 0 0 transparent',
  '--sjs2-border-effect-component-formbox-focused-reset': 'inset 0 0 0 0 transparent',
  // Where something can be typed or chosen is seen by its edge, as everywhere else in the app.
  '--sjs2-color-component-formbox-default-bg': 'var(--mantine-color-default)',
  '--sjs2-border-effect-component-formbox-default': 'inset 0 0 0 1px var(--survey-edge)',
  '--sjs2-border-effect-component-formbox-hovered': 'inset 0 0 0 1px var(--survey-edge)',
  '--sjs2-border-effect-component-formbox-focused':
    'inset 0 0 0 2px var(--mantine-primary-color-filled)',
  '--sjs2-color-component-checkbox-false-default-bg': 'var(--mantine-color-default)',
  '--sjs2-color-component-radio-false-default-bg': 'var(--mantine-color-default)',
  '--sjs2-color-component-checkbox-false-default-border': 'var(--survey-edge)',
  '--sjs2-color-component-radio-false-default-border': 'var(--survey-edge)',
  '--sjs2-color-component-rating-false-default-border': 'var(--survey-edge)',
} as const;

export const LOOKS: Readonly<Record<'light' | 'dark', ITheme>> = {
  light: { ...light, cssVariables: { ...light.cssVariables, ...OURS } },
  dark: {
    ...dark,
    cssVariables: { ...dark.cssVariables, ...OURS, '--sjs2-color-fg-brand-primary': '#a4c8ee' },
  },
};
