export const fillNotes = {
  fillNotes: {
    row: 'Row {{number}}',
    notHere: 'This form is not on this device',
    notHereHint:
      'You’re offline, so the form can’t be loaded. While you’re online, your open forms are stored here.',
    instructions: 'Instructions',
    sentBack: 'This form was sent back',
    sentBackBy: 'Sent back by {{name}}',
    willComplete: 'The form will be completed when you’re online again',
    willCompleteSignedIn: 'The form will be completed when you sign in',
    willCompleteHint:
      'You can leave this page. If you change an answer before then, complete the form again.',
    removed: {
      removed: 'Entry {{number}} of “{{title}}” removed.',
      restored: 'Entry {{number}} of “{{title}}” restored.',
      undo: 'Undo',
    },
    left: {
      wrong_one: '{{count}} answer is missing or not valid',
      wrong_other: '{{count}} answers are missing or not valid',
      unseen_one: 'You have not seen {{count}} question',
      unseen_other: 'You have not seen {{count}} questions',
      unseenHint: 'Look at them first, or complete the form anyway.',
    },
    notSaved: 'The server rejected this change',
    notCompleted: 'Could not complete the form',
    lostWork: 'The work changed while you were offline',
    completedElsewhere:
      'The form was completed before your last changes were sent. Download them from the outbox, or ask for the form to be reopened.',
    gone: {
      'form-deleted': 'This form was deleted',
      'form-assigned': 'This form was assigned to someone else',
      'form-claimed': 'Another member of your group took this form over',
      unknown: 'This form no longer exists, or you may no longer see it',
      by: 'By {{name}}',
      kept: 'Your changes can’t be sent any more. Everything that you entered stays on this device until you use or delete it.',
      anew: 'Start a new form with these answers',
      handOver: 'Hand over to the present assignee',
      handedOver: 'A new form with your answers is on its way to the present assignee.',
      download: 'Download what you entered',
    },
    merge: {
      quoted: '“{{title}}”',
      also: 'Someone else just changed {{titles}} too',
      alsoBy: '{{name}} just changed {{titles}} too',
      theirsIs: 'Their answer: {{answer}}',
      whenLeft: 'You choose which answer to keep when you leave this field.',
      title: 'Someone else changed the same answers',
      lead: 'Choose which answers to keep. All other changes are merged already.',
      leadBy:
        '{{name}} changed them too. Choose which answers to keep. All other changes are merged already.',
      mine: 'Your answer',
      theirs: 'Their answer',
      choose: 'Save selection',
    },
  },
} as const;
