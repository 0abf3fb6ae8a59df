import { accountBasic } from './account/basic.ts';
import { accountCreate } from './account/create.ts';
import { accountDelete } from './account/delete.ts';
import { accountExport } from './account/export.ts';
import { accountImport } from './account/import.ts';
import { accountList } from './account/list.ts';
import { accountPasswords } from './account/passwords.ts';
import { accountQuota } from './account/quota.ts';
import { accountShow } from './account/show.ts';
import { answersRebuild } from './answers/rebuild.ts';
import { auditList } from './audit/list.ts';
import { auditReseal } from './audit/reseal.ts';
import { auditVerify } from './audit/verify.ts';
import { backup } from './backup/backup.ts';
import { noteBackup } from './backup/note-backup.ts';
import { restore } from './backup/restore.ts';
import { restoreForm } from './backup/restore-form.ts';
import { credentialChange } from './credential/change.ts';
import { credentialCreate } from './credential/create.ts';
import { credentialList } from './credential/list.ts';
import { credentialRegenerate } from './credential/regenerate.ts';
import { credentialRevoke } from './credential/revoke.ts';
import { credentialRotate } from './credential/rotate.ts';
import { credentialShow } from './credential/show.ts';
import { doctor } from './doctor/doctor.ts';
import { healthcheck } from './healthcheck.ts';
import { keysList } from './keys/list.ts';
import { keysRevoke } from './keys/revoke.ts';
import { keysRewrap } from './keys/rewrap.ts';
import { keysRotate } from './keys/rotate.ts';
import { migrateCommand } from './migrate.ts';
import { migrateFiles } from './move/migrate-files.ts';
import { migrateStorage } from './move/migrate-storage.ts';
import { repairTimesCommand } from './repair-times/repair-times.ts';
import { serve } from './serve.ts';
import { setup } from './setup.ts';
import type { CommandTable } from './shell/run.ts';
import { upgrade } from './upgrade/upgrade.ts';
import { userCreate } from './user/create.ts';
import { userDeactivate } from './user/deactivate.ts';
import { userDelete } from './user/delete.ts';
import { userErase } from './user/erase.ts';
import { userList } from './user/list.ts';
import { userProtect } from './user/protect.ts';
import { userReactivate } from './user/reactivate.ts';
import { userResetSecondFactor } from './user/reset-second-factor.ts';
import { userSetPassword } from './user/set-password.ts';
import { userSetRole } from './user/set-role.ts';
import { userShow } from './user/show.ts';
import { userUnlock } from './user/unlock.ts';
import { userUnprotect } from './user/unprotect.ts';

/** All commands, in the order in which help shows them. */
export const commandTable: CommandTable = {
  commands: [
    serve,
    setup,
    migrateCommand,
    migrateStorage,
    migrateFiles,
    upgrade,
    backup,
    noteBackup,
    restore,
    restoreForm,
    doctor,
    repairTimesCommand,
    healthcheck,
    ...[accountCreate, accountList, accountShow, accountBasic, accountPasswords, accountQuota],
    ...[accountExport, accountImport, accountDelete],
    ...[userCreate, userList, userShow, userSetRole, userSetPassword, userUnlock],
    userResetSecondFactor,
    ...[userDeactivate, userReactivate, userDelete, userErase, userProtect, userUnprotect],
    ...[credentialCreate, credentialList, credentialShow, credentialChange],
    ...[credentialRegenerate, credentialRotate, credentialRevoke],
    ...[keysList, keysRotate, keysRevoke, keysRewrap],
    ...[auditList, auditVerify, auditReseal],
    answersRebuild,
  ],
  groups: [
    { name: 'account', summary: 'manage organisations and their settings' },
    { name: 'user', summary: 'manage users, their roles, passwords and access' },
    {
      name: 'credential',
      summary: 'manage API credentials and provisioning tokens',
    },
    {
      name: 'keys',
      summary: 'manage the keys of access tokens, and change the master key',
    },
    { name: 'audit', summary: 'list, verify and reseal the audit log' },
    { name: 'answers', summary: 'rebuild the values by which answers are found' },
  ],
};
