export const outbox = {
  outbox: {
    title: 'Outbox',
    lead: 'What you entered on this device and the service does not have yet. It is sent by itself as soon as there is a network.',
    empty: 'Nothing waits: the service has everything you entered on this device.',
    offline: 'No network',
    offlineHint: 'Sending goes on by itself when there is one.',
    sendAll: 'Send now',
    changed: 'Changed',
    files_one: '{{count}} file not sent',
    files_other: '{{count}} files not sent',
    open: 'Open',
    retry: 'Try again',
    retryOne: 'Try again: {{name}}',
    download: 'Download',
    downloadOne: 'Download as JSON: {{name}}',
    downloadFirst: 'Download it before',
    delete: 'Delete',
    deleteOne: 'Delete from this device: {{name}}',
    deleteTitle: 'Delete {{name}} from this device?',
    deleteHere: 'Delete from this device',
    deleteNew: 'The service does not know this form. Everything you entered in it will be lost.',
    deleteChanges:
      'The service keeps the form as it has it. What you changed on this device and was not sent will be lost.',
    state: {
      conflict: 'Needs your choice',
      refused: 'Not taken',
      noAnswer: 'No answer',
      waiting: 'Waiting',
    },
    why: {
      conflict: 'Somebody else changed the same answers. Open it and choose which stay.',
      complete:
        'The form was completed before this was sent. Download it, or ask for the form to be opened again.',
      waiting: 'It is sent as soon as there is a network.',
      noAnswer_one: 'The service did not answer. Next attempt in {{next}}.',
      noAnswer_other:
        'The service did not answer, {{count}} times by now. Next attempt in {{next}}.',
    },
    seconds_one: '{{count}} second',
    seconds_other: '{{count}} seconds',
  },
} as const;
