// How the forms engine looks: its own themes, in our colours and type, on our background.
import type { ITheme } from 'survey-core';
import dark from 'survey-core/themes/default-dark-panelless';
import light from 'survey-core/themes/default-light-panelless';

const OURS = {
  '--sjs2-typography-font-family-text': 'var(--mantine-font-family)',
  '--sjs2-typography-font-family-code': 'var(--mantine-font-family-monospace)',
  '--sjs2-base-unit-spacing': '7px',
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
} as const;

export const LOOKS: Readonly<Record<'light' | 'dark', ITheme>> = {
  light: { ...light, cssVariables: { ...light.cssVariables, ...OURS } },
  dark: {
    ...dark,
    cssVariables: { ...dark.cssVariables, ...OURS, '--sjs2-color-fg-brand-primary': '#a4c8ee' },
  },
};
