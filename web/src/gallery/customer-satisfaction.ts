import {
  choice,
  email,
  type GalleryTemplate,
  long,
  needed,
  page,
  rating,
  say,
  several,
  text,
  yesNo,
} from './parts.ts';

const STARS = {
  rateMax: 5,
  rateType: 'stars',
  minRateDescription: say('Not satisfied', 'Nicht zufrieden'),
  maxRateDescription: say('Very satisfied', 'Sehr zufrieden'),
};

export const customerSatisfaction: GalleryTemplate = {
  id: 'customer-satisfaction',
  name: say('Customer satisfaction', 'Kundenzufriedenheit'),
  description: say(
    'A short survey after a job: how it went, what to do better, whether to call back.',
    'Kurze Befragung nach einem Auftrag: wie es lief, was besser ginge, ob ein Rückruf gewünscht ist.',
  ),
  definition: {
    pages: [
      page('survey', say('Your opinion', 'Ihre Meinung'), [
        text('job', say('Which job was it?', 'Um welchen Auftrag ging es?')),
        rating(
          'overall',
          say('How satisfied are you overall?', 'Wie zufrieden sind Sie insgesamt?'),
          { ...needed, ...STARS },
        ),
        rating('quality', say('Quality of the work', 'Qualität der Arbeit'), STARS),
        rating('time', say('Punctuality', 'Pünktlichkeit'), STARS),
        rating('people', say('Friendliness', 'Freundlichkeit'), STARS),
        long('wrong', say('What went wrong?', 'Was lief nicht gut?'), {
          ...needed,
          visibleIf: '{overall} <= 2',
        }),
        several(
          'good',
          say('What did you like?', 'Was hat Ihnen gefallen?'),
          [
            choice('advice', 'Advice', 'Beratung'),
            choice('speed', 'Speed', 'Schnelligkeit'),
            choice('cleanliness', 'Cleanliness', 'Sauberkeit'),
            choice('price', 'Price', 'Preis'),
          ],
          { showOtherItem: true, colCount: 2 },
        ),
        rating(
          'recommend',
          say(
            'How likely are you to recommend us?',
            'Wie wahrscheinlich empfehlen Sie uns weiter?',
          ),
          {
            rateMin: 0,
            rateMax: 10,
            minRateDescription: say('Not at all', 'Gar nicht'),
            maxRateDescription: say('Certainly', 'Ganz sicher'),
          },
        ),
        long('better', say('What can we do better?', 'Was können wir besser machen?')),
        yesNo('contact', say('May we contact you about this?', 'Dürfen wir Sie dazu ansprechen?')),
        text('name', say('Name', 'Name'), { ...needed, visibleIf: '{contact} = true' }),
        email('email', say('Email', 'E-Mail'), { ...needed, visibleIf: '{contact} = true' }),
      ]),
    ],
  },
};
