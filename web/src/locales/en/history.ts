export const history = {
  formHistory: {
    createdFor: 'Created for {{name}}',
    assignedTo: 'Assigned to {{name}}',
    through: 'via the API',
    clockWrong:
      'The device’s clock was changed before sending, so its time of completion is an estimate.',
    correctedWhat: '{{name}} corrected “{{title}}”',
    correctedFrom: 'from {{from}} to {{to}}',
    correctedNothing: 'no answer',
    correctedHidden: 'The form hides this question now, so its old answers are hidden too.',
    correctedWhole: 'Show the whole answers',
    correctedOlder: 'Show what older corrections changed',
    correctedBefore: 'Before',
    correctedAfter: 'After',
    quoted: '“{{title}}”',
    removed: {
      hidden: 'Answers removed because their questions were hidden: {{titles}}',
      notOffered: 'Options removed because they are no longer offered: {{titles}}',
    },
    times_one: '{{count}} time',
    times_other: '{{count}} times',
  },
} as const;
