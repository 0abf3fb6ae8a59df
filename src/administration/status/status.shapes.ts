import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';

const Queue = Type.Object({
  name: Type.Union([Type.Literal('webhooks'), Type.Literal('mail'), Type.Literal('exports')]),
  waiting: Type.Optional(
    Type.Integer({
      description:
        'How many entries of the organisation are not done. Left out if counting them took too long.',
    }),
  ),
  oldestAt: Type.Optional(Time('When the oldest of them was queued.')),
});

export const Status = Type.Object(
  {
    version: Type.String({ description: 'The version of Formstead.' }),
    engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
    engineVersion: Type.String({ description: 'The version of SQLite or PostgreSQL.' }),
    disk: Type.Object(
      { free: Type.Integer(), total: Type.Integer() },
      { description: 'The file system of the data directory of this node, in bytes.' },
    ),
    lastBackupAt: Type.Optional(Time('Left out if no backup has been made or noted.')),
    backupVerifiedAt: Type.Optional(
      Time('When a backup was last opened and read to its end. Left out if none was.'),
    ),
    filesCheckedAt: Type.Optional(
      Time('When the last check of all stored files ended. Left out before the first one.'),
    ),
    damagedFiles: Type.Object(
      {
        count: Type.Integer(),
        forms: Type.Array(Type.String(), {
          description: 'Ids of the first forms with such a file, at most 20.',
        }),
      },
      {
        description:
          'Attachments of the organisation whose stored bytes are missing or have changed.',
      },
    ),
    queues: Type.Array(Queue),
    warnings: Type.Array(
      Type.Union([
        Type.Literal('disk-low'),
        Type.Literal('backup-failed'),
        Type.Literal('backup-missing'),
        Type.Literal('backup-old'),
        Type.Literal('backup-unverified'),
        Type.Literal('files-damaged'),
        Type.Literal('queue-stuck'),
        Type.Literal('read-only'),
      ]),
      { description: 'What the operator should look at.' },
    ),
  },
  { title: 'Status' },
);
export type Status = Static<typeof Status>;
