export const survey = {
  survey: {
    number: {
      unclear: '“{{text}}” can mean two numbers. Enter {{whole}} or {{fraction}}.',
      grouping: '“{{text}}” can’t be read as a number. Enter it like this: {{example}}',
      digits: '“{{text}}” has too many digits. Enter at most 15.',
      other: '“{{text}}” is not a number. Enter only the number, like this: {{example}}',
    },
    partial: {
      date: 'The date is incomplete or not valid. Enter day, month and year, or clear the field.',
      time: 'The time is incomplete. Enter all of its parts, or clear the field.',
      dateTime: 'The date or time is incomplete or not valid. Enter all parts, or clear the field.',
    },
  },
} as const;
