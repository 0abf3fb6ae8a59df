import { dayOf, type Sample } from '../sample.ts';

/** Time off: anybody may ask for it, and the lead of the team approves it. */
export const absence: Sample = {
  name: 'Absence',
  description: 'Holiday, training and other time off, agreed by the lead of the team.',
  namePattern: 'Absence {user} {number}',
  openTo: [],
  count: 260,
  onSite: false,
  definition: {
    title: 'Absence',
    pages: [
      {
        name: 'absence',
        elements: [
          {
            type: 'radiogroup',
            name: 'kind',
            title: 'Kind of absence',
            isRequired: true,
            choices: ['Holiday', 'Training', 'Parental leave', 'Illness', 'Other'],
          },
          { type: 'text', name: 'from', title: 'First day', inputType: 'date', isRequired: true },
          { type: 'text', name: 'until', title: 'Last day', inputType: 'date', isRequired: true },
          { type: 'text', name: 'workingDays', title: 'Working days', inputType: 'number' },
          {
            type: 'comment',
            name: 'reason',
            title: 'Reason',
            visibleIf: "{kind} = 'Other'",
            isRequired: true,
          },
          { type: 'text', name: 'standIn', title: 'Who stands in' },
          {
            type: 'panel',
            name: 'decision',
            title: 'Decision',
            elements: [
              { type: 'boolean', name: 'agreed', title: 'Agreed' },
              { type: 'comment', name: 'remark', title: 'Remark' },
            ],
          },
        ],
      },
    ],
  },
  answer({ dice, at }) {
    const workingDays = dice.int(1, 5);
    const start = daysToMonday(at) + 7 * dice.int(0, 3);
    const agreed = dice.chance(0.9);
    return {
      kind: dice.pick(['Holiday', 'Holiday', 'Holiday', 'Training', 'Illness']),
      from: dayOf(at, start),
      until: dayOf(at, start + workingDays - 1),
      workingDays,
      agreed,
      ...(!agreed && { remark: 'Two of the crew are away that week already. Let us talk.' }),
    };
  },
};

/**
 * Returns the days until the next Monday: absences last from Monday to Friday, so that working days are easy to count.
 */
function daysToMonday(at: number): number {
  return 8 - (new Date(at).getUTCDay() || 7);
}
