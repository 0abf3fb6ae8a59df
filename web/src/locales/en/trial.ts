export const trial = {
  trial: {
    open: 'Trial run',
    titleOf: 'Trial run of {{name}}',
    lead: 'Fill in the draft as people will. Nothing is stored.',
    fill: 'Fill with sample answers',
    fillAgain: 'Other sample answers',
    sampleText: '{{title}} (sample)',
    print: 'Download PDF',
    allReached_one: 'The only field has been shown',
    allReached_other: 'All {{count}} fields have been shown',
    notReached_one: '{{count}} of {{all}} fields not reached yet',
    notReached_other: '{{count}} of {{all}} fields not reached yet',
    notReachedLead:
      'Go through all pages and try other answers. If a field never appears, check its condition.',
    more: 'and {{count}} more',
  },
} as const;
