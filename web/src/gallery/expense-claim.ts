import {
  beside,
  calculated,
  choice,
  column,
  day,
  file,
  type GalleryTemplate,
  long,
  needed,
  number,
  page,
  say,
  signature,
  table,
  text,
} from './parts.ts';

const MONEY = { cellType: 'text', inputType: 'number', min: 0, isRequired: true } as const;

export const expenseClaim: GalleryTemplate = {
  id: 'expense-claim',
  name: say('Expense claim', 'Spesenabrechnung'),
  description: say(
    'Travel and other expenses with receipts, mileage and a total that adds itself up.',
    'Reise- und andere Kosten mit Belegen, Kilometern und einer Summe, die sich selbst ergibt.',
  ),
  definition: {
    pages: [
      page('claim', say('Claim', 'Abrechnung'), [
        text('purpose', say('Purpose', 'Anlass'), needed),
        day('from', say('From', 'Von'), needed),
        day('until', say('Until', 'Bis'), {
          ...needed,
          ...beside,
          minValueExpression: '{from}',
          minErrorText: say(
            'The end is not before the beginning.',
            'Das Ende liegt nicht vor dem Beginn.',
          ),
        }),
        text('cost_centre', say('Cost centre', 'Kostenstelle')),
      ]),
      page('expenses', say('Expenses', 'Ausgaben'), [
        table('expenses', say('Expenses', 'Ausgaben'), {
          minRowCount: 1,
          addRowText: say('Add expense', 'Ausgabe hinzufügen'),
          columns: [
            column('date', say('Date', 'Datum'), {
              cellType: 'text',
              inputType: 'date',
              isRequired: true,
            }),
            column('kind', say('Kind', 'Art'), {
              cellType: 'dropdown',
              isRequired: true,
              choices: [
                choice('travel', 'Travel', 'Fahrt'),
                choice('hotel', 'Hotel', 'Übernachtung'),
                choice('meal', 'Meal', 'Verpflegung'),
                choice('material', 'Material', 'Material'),
              ],
            }),
            column('what', say('Description', 'Beschreibung')),
            column('amount', say('Amount', 'Betrag'), MONEY),
          ],
        }),
        number(
          'kilometres',
          say('Kilometres with your own car', 'Kilometer mit dem eigenen Auto'),
          { min: 0 },
        ),
        number('rate', say('Rate per kilometre', 'Satz je Kilometer'), {
          min: 0,
          defaultValue: 0.3,
          ...beside,
        }),
        calculated('mileage', say('Mileage allowance', 'Kilometergeld'), {
          expression: 'round({kilometres} * {rate}, 2)',
        }),
        calculated('total', say('Total', 'Gesamtbetrag'), {
          expression: "round(sumInArray({expenses}, 'amount') + {kilometres} * {rate}, 2)",
        }),
        file('receipts', say('Receipts', 'Belege'), { allowMultiple: true }),
        long('remarks', say('Remarks', 'Bemerkungen')),
        signature('signature', say('Signature', 'Unterschrift'), needed),
      ]),
    ],
  },
};
