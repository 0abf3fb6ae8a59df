export const survey = {
  survey: {
    language: 'Language of the form',
    clearAnswer: 'Clear answer',
    list: {
      search: 'Type to search',
      nothing: 'No row matches.',
      more: 'First {{count}} rows. Type for others.',
      first: 'Answer “{{field}}” first.',
      failed: 'The list could not be loaded. Check your connection, then try again.',
      closed: 'This list is no longer available to you. Ask the person who gave you the form.',
      least: 'Type at least {{count}} characters.',
      inactive: '{{label}} (no longer in the list)',
      clear: 'Clear',
    },
    people: {
      search: 'Type a name',
      nothing: 'Nobody matches.',
      more: 'First {{count}} people. Type for others.',
      failed: 'People can only be looked up with a connection. Check it, then try again.',
      closed: 'These people are no longer available to you. Ask the person who gave you the form.',
      least: 'Type at least {{count}} letters.',
      erased: 'Erased person',
    },
    number: {
      unclear: '“{{text}}” can mean two numbers. Enter {{whole}} or {{fraction}}.',
      grouping: '“{{text}}” can’t be read as a number. Enter it like this: {{example}}',
      digits: '“{{text}}” has too many digits. Enter at most 15.',
      other: '“{{text}}” is not a number. Enter only the number, like this: {{example}}',
    },
    coordinates:
      'These are no coordinates. Enter latitude and longitude, such as 47.3769, 8.5417, or clear the field.',
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
