export const answer = {
  answer: {
    title: 'Form',
    incomplete: 'The link is incomplete. Copy all of it, including the part after #.',
    states: {
      'public-link-unknown': 'Link not found',
      'public-link-early': 'Not open yet',
      'public-link-paused': 'Paused',
      'public-link-ended': 'Closed',
      'public-link-full': 'Closed',
      'public-links-off': 'Not available',
      'public-link-answered': 'Already answered',
    },
    texts: {
      'public-link-unknown':
        'This link does not exist. Copy all of it, including the part after #.',
      'public-link-paused': 'This form is not accepting answers at the moment. Try again later.',
      'public-link-ended': 'This form is closed and no longer accepts answers.',
      'public-link-full': 'This form has received its maximum number of answers.',
      'public-links-off': 'This form is not available at the moment.',
      'public-link-answered':
        'A form was already sent with this browser. Each browser can send it once.',
    },
    opensAt: 'This form opens on {{when}}.',
    codeTitle: 'Enter the code',
    codeLead: 'Enter the code that you received with the link.',
    code: 'Code',
    continue: 'Continue',
    closesAt: 'Open until {{when}}.',
    send: 'Send',
    keptHere: 'Kept on this device until you send it.',
    notKeptHere: 'Kept only until you close this page.',
    willSendAt: 'The form will be sent at {{time}}. Keep this page open.',
    willSend: 'The form will be sent when you’re online again. Keep this page open.',
    willSendHint: 'If you change an answer before then, send it again.',
    sentTitle: 'Sent',
    thankYou: 'Thank you. Your answers were sent.',
    receipt: 'Receipt number',
    receiptHint: 'Quote this number if you have a question about your answers.',
    again: 'Fill in another form',
    left: 'Someone has started this form on this device. If that was you, continue. Otherwise start over: the answers entered so far will be deleted.',
    leftUnsent:
      'A form that was filled in on this device has not been sent yet. It stays here until it is sent. Only look at the answers if they are yours.',
    stillThere:
      'Are you still there? You have not entered anything for a while. Your answers will be deleted at {{time}} unless you continue.',
    goOn: 'Continue',
    startOver: 'Start over',
    showAnswers: 'Show my answers',
    noStorage:
      'This browser keeps no data for this page. Leave private browsing, or use another browser.',
  },
};
