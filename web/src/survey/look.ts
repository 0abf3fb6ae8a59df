// The appearance of the forms engine: its own themes with the colours, fonts and background of Formstead.
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
  // The engine's own greys have a contrast below 4.5:1.
  '--sjs2-color-fg-basic-secondary': 'var(--mantine-color-dimmed)',
  '--sjs2-color-fg-basic-tertiary': 'var(--mantine-color-dimmed)',
  '--sjs2-color-fg-alert-primary': 'var(--mantine-color-error)',
  '--sjs2-color-border-basic-secondary': 'var(--mantine-color-default-border)',
  '--sjs2-color-project-brand-600': 'var(--form-accent, #0b5cad)',
  // The screen around the form has its own padding.
  '--sjs2-layout-component-page-content-area-padding-horizontal': '0px',
  '--sjs2-layout-component-page-header-padding-horizontal': '0px',
  '--sjs2-layout-component-survey-footer-padding-horizontal': '0px',
  '--sjs2-layout-component-survey-box-padding-top': '0px',
  '--sjs2-layout-component-survey-box-padding-bottom': '0px',
  // The engine computes these in a style element, which Formstead's content security policy blocks.
  '--sjs2-border-effect-surface-default-reset': '0 0 0 0 transparent',
  '--sjs2-border-effect-surface-focused-reset': '0 0 0 0 transparent',
  '--sjs2-border-effect-component-formbox-default-reset': 'inset 0 0 0 0 transparent',
  '--sjs2-border-effect-component-formbox-focused-reset': 'inset 0 0 0 0 transparent',
  // Inputs have a visible border, as everywhere else in the app.
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
    cssVariables: {
      ...dark.cssVariables,
      ...OURS,
      '--sjs2-color-fg-brand-primary': 'var(--form-accent, #a4c8ee)',
    },
  },
};
