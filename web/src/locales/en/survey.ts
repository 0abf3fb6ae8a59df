export const survey = {
  survey: {
    language: 'Language of the form',
    clearAnswer: 'Clear answer',
    number: {
      unclear: '“{{text}}” can mean two numbers. Enter {{whole}} or {{fraction}}.',
      grouping: '“{{text}}” can’t be read as a number. Enter it like this: {{example}}',
      digits: '“{{text}}” has too many digits. Enter at most 15.',
      other: '“{{text}}” is not a number. Enter only the number, like this: {{example}}',
    },
    coordinates: 'Enter latitude and longitude, such as 47.3769, 8.5417, or clear the field.',
    notLoaded: {
      title: 'Could not load this field',
      hint: 'Check your connection. All other fields work.',
      again: 'Try again',
    },
    partial: {
      date: 'The date is incomplete or not valid. Enter day, month and year, or clear the field.',
      time: 'The time is incomplete. Enter all of its parts, or clear the field.',
      dateTime: 'The date or time is incomplete or not valid. Enter all parts, or clear the field.',
    },
  },
} as const;
