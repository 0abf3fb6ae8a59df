export const survey = {
  survey: {
    number: {
      unclear: '“{{text}}” can be read as two numbers. Enter {{whole}} or {{fraction}}.',
      grouping: 'The number “{{text}}” cannot be read. Enter it like this: {{example}}',
      digits: '“{{text}}” has more digits than can be kept. Enter at most 15.',
      other: '“{{text}}” is not a number. Enter only the number, like this: {{example}}',
    },
    partial: {
      date: 'The date is incomplete or does not exist. Enter day, month and year, or clear the field.',
      time: 'The time is incomplete. Enter all of its parts, or clear the field.',
      dateTime:
        'The date or the time is incomplete, or the date does not exist. Enter all parts, or clear the field.',
    },
  },
} as const;
