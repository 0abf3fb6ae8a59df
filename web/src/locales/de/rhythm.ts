export const rhythm = {
  rhythm: {
    every: 'Wie oft',
    rhythms: { day: 'Jeden Tag', week: 'Jede Woche', month: 'Jeden Monat' },
    weekday: 'Wochentag',
    monthday: 'Tag des Monats',
    shortMonths: 'In kürzeren Monaten ist es der letzte Tag.',
  },
} as const;
