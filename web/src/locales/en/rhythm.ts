/** How often something happens. */
export const rhythm = {
  rhythm: {
    every: 'How often',
    rhythms: { day: 'Every day', week: 'Every week', month: 'Every month' },
    weekday: 'Day of the week',
    monthday: 'Day of the month',
    shortMonths: 'In shorter months, it is the last day.',
  },
} as const;
