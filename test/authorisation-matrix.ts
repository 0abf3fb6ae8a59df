// The access rights of each route, for reviewers. test/flows/authorisation.test.ts calls every route as every caller
// and compares the answers with this table; a route that is missing here fails there.
//
//   nobody, member, designer, admin   the caller: without credentials, or a user with that role. The user has the
//                                     access token of a credential or, if the right is `session`, the cookie of
//                                     a browser, and never the other one
//   sync                              a caller with a provisioning token
//   open                              needs no Authorization header, and ignores one. Requests to /connect, to
//                                     sign in or to set up carry their proof in the body
//   yes                               is answered with a 2xx
//   401, 403, 404, 409                is refused with that status, and nothing is changed
//   right                             the right that a narrowed credential needs: with any other right it gets
//                                     403. session: a cookie. link: the session of a public link, which
//                                     test/flows/public-links.test.ts tries. all: a credential that is not narrowed
//   confirmed                         yes: the user has proved their identity in the last five minutes.
//                                     body: the request itself contains the proof
//   id                                the object whose id is in the path. An id of another account gives 404,
//                                     the same answer as an unknown id; `common`: the same for all accounts
//   sees                              all: everything in the account. own: only what belongs to the user.
//                                     -: nothing that belongs to an account
//
// Objects of the first account belong to templates on which designers and admins have all rights. The visibility of
// others is the subject of test/flows/template-rights.test.ts.
//
// Two rules follow from a row and have no column: HTTP Basic has the role of its user; and a deactivated user, or an
// ended credential, token or session, gets 401 wherever nobody gets 401.

import { OPEN_PAGES } from './open-pages.ts';
import { SCIM_ROUTES } from './scim-routes.ts';
import { type MatrixRow, parseRow } from './support/matrix-row.ts';
import { V2_ROUTES } from './v2-routes.ts';

export type { MatrixRow } from './support/matrix-row.ts';

const TABLE = `
  route                                           nobody member designer admin sync  right           confirmed id         sees

  POST   /connect/token                           open   open   open     open  open  -               -         -          -
  POST   /connect/revoke                          open   open   open     open  open  -               -         -          -
  POST   /connect/introspect                      open   open   open     open  open  -               -         -          -
  GET    /.well-known/oauth-authorization-server  open   open   open     open  open  -               -         -          -
  GET    /.well-known/jwks.json                   open   open   open     open  open  -               -         -          -
  GET    /.well-known/openapi.json                open   open   open     open  open  -               -         -          -
  GET    /healthz                                 open   open   open     open  open  -               -         -          -
  GET    /readyz                                  open   open   open     open  open  -               -         -          -

${OPEN_PAGES}
  GET    /answer                                  open   open   open     open  open  -               -         -          -
  GET    /calendar.ics                            open   open   open     open  open  -               -         -          -
  POST   /unsubscribe                             open   open   open     open  open  -               -         -          -
  POST   /link/v1/session                         open   open   open     open  open  -               -         -          -
  GET    /link/v1/form                            401    401    401      401   401   link            -         -          -
  GET    /link/v1/list-rows                       401    401    401      401   401   link            -         -          -
  POST   /link/v1/puzzle                          401    401    401      401   401   link            -         -          -
  POST   /link/v1/files                           401    401    401      401   401   link            -         -          -
  POST   /link/v1/answers                         401    401    401      401   401   link            -         -          -

${V2_ROUTES}

${SCIM_ROUTES}

  GET    /app/v1/sign-in                          open   open   open     open  open  -               -         -          -
  POST   /app/v1/session                          open   open   open     open  open  -               -         -          -
  DELETE /app/v1/session                          open   open   open     open  open  -               -         -          -
  POST   /app/v1/links/read                       open   open   open     open  open  -               -         -          -
  POST   /app/v1/links/request                    open   open   open     open  open  -               -         -          -
  POST   /app/v1/links/redeem                     open   open   open     open  open  -               -         -          -
  POST   /app/v1/sso/begin                        open   open   open     open  open  -               -         -          -
  POST   /app/v1/sso/end                          open   open   open     open  open  -               -         -          -
  GET    /app/v1/sso/callback                     open   open   open     open  open  -               -         -          -
  GET    /app/v1/sso/saml                         open   open   open     open  open  -               -         -          -
  GET    /saml/:connection/metadata               open   open   open     open  open  -               -         -          -
  GET    /saml/:connection/begin                  open   open   open     open  open  -               -         -          -
  POST   /saml/:connection/acs                    open   open   open     open  open  -               -         -          -
  POST   /app/v1/passkeys/begin                   open   open   open     open  open  -               -         -          -
  POST   /app/v1/passkeys/sign-in                 open   open   open     open  open  -               -         -          -
  POST   /app/v1/session/code                     open   open   open     open  open  -               -         -          -
  POST   /app/v1/set-up/read                      open   open   open     open  open  -               -         -          -
  POST   /app/v1/set-up                           open   open   open     open  open  -               -         -          -
  GET    /app/v1/session                          401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/session/confirm                  401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/me                               401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/me/calendar                      401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/me/calendar                      401    yes    yes      yes   401   session         -         -          own
  DELETE /app/v1/me/calendar                      401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/notices                          401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/notices/unread                   401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/notices/read                     401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/notices/settings                 401    yes    yes      yes   401   session         -         -          own
  PATCH  /app/v1/notices/settings                 401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/notices/:id/read                 401    yes    yes      yes   401   session         -         notice     own
  PATCH  /app/v1/me                               401    409    409      409   401   session         -         -          own
  PUT    /app/v1/me/password                      401    yes    yes      yes   401   session         body      -          own
  GET    /app/v1/me/sessions                      401    yes    yes      yes   401   session         -         -          own
  DELETE /app/v1/me/sessions                      401    yes    yes      yes   401   session         yes       -          own
  DELETE /app/v1/me/sessions/:id                  401    yes    yes      yes   401   session         yes       session    own
  GET    /app/v1/me/passkeys                      401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/me/passkeys                      401    409    409      409   401   session         yes       -          own
  POST   /app/v1/me/passkeys/begin                401    yes    yes      yes   401   session         yes       -          own
  PATCH  /app/v1/me/passkeys/:id                  401    yes    yes      yes   401   session         -         passkey    own
  GET    /app/v1/me/second-factor                 401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/me/second-factor                 401    409    409      409   401   session         yes       -          own
  POST   /app/v1/me/second-factor/begin           401    yes    yes      yes   401   session         yes       -          own
  DELETE /app/v1/me/second-factor                 401    404    404      404   401   session         yes       -          own
  POST   /app/v1/me/second-factor/recovery-codes  401    404    404      404   401   session         yes       -          own
  DELETE /app/v1/me/passkeys/:id                  401    yes    yes      yes   401   session         yes       passkey    own

  GET    /app/v1/forms                            401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/exports                          401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/exports                          401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/exports/:id                      401    yes    yes      yes   401   session         -         job        own
  GET    /app/v1/exports/:id/files/:fileNumber    401    yes    yes      yes   401   session         -         job-file   own
  DELETE /app/v1/exports/:id                      401    yes    yes      yes   401   session         -         job        own
  GET    /app/v1/me/push                          401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/me/push                          401    yes    yes      yes   401   session         -         -          own
  DELETE /app/v1/me/push/:id                      401    yes    yes      yes   401   session         -         device     own
  GET    /app/v1/notices/:id/text                 401    yes    yes      yes   401   session         -         notice     own
  GET    /app/v1/scheduled-exports                401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/scheduled-exports                401    yes    yes      yes   401   session         -         -          own
  PATCH  /app/v1/scheduled-exports/:id            401    yes    yes      yes   401   session         -         schedule   own
  DELETE /app/v1/scheduled-exports/:id            401    yes    yes      yes   401   session         -         schedule   own
  POST   /app/v1/forms/:id/attachments            401    yes    yes      yes   401   session         -         form       own
  GET    /app/v1/forms/:id/attachments/:attachmentId 401    yes    yes      yes   401   session         -         attachment own
  GET    /app/v1/forms/:id/attachments/:attachmentId/picture 401    yes    yes      yes   401   session         -         attachment own
  DELETE /app/v1/forms/:id/attachments/:attachmentId 401    yes    yes      yes   401   session         -         attachment own
  POST   /app/v1/forms                            401    yes    yes      yes   401   session         -         -          all
  GET    /app/v1/forms/:id                        401    yes    yes      yes   401   session         -         form       own
  PATCH  /app/v1/forms/:id                        401    yes    yes      yes   401   session         -         form       own
  GET    /app/v1/forms/:id/answers/:field         401    yes    yes      yes   401   session         -         answer     own
  PUT    /app/v1/forms/:id/answers/:field         401    yes    yes      yes   401   session         -         answer     own
  GET    /app/v1/forms/:id/corrections            401    yes    yes      yes   401   session         -         form       own
  GET    /app/v1/forms/:id/corrections/:correction 401   yes    yes      yes   401   session         -         correction own
  DELETE /app/v1/forms/:id                        401    yes    yes      yes   401   session         -         form       own
  POST   /app/v1/forms/:id/complete               401    yes    yes      yes   401   session         -         form       own
  POST   /app/v1/forms/:id/assign                 401    yes    yes      yes   401   session         -         form       own
  POST   /app/v1/forms/:id/reopen                 401    404    yes      yes   401   session         -         completed  all
  POST   /app/v1/forms/:id/review                 401    404    yes      yes   401   session         -         reviewed   all
  POST   /app/v1/forms/:id/review/open            401    404    yes      yes   401   session         -         reviewed   all
  POST   /app/v1/reviews/approve                  401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/forms/:id/restore                401    yes    yes      yes   401   session         -         form       all
  GET    /app/v1/assignees                        401    yes    yes      yes   401   session         -         -          all

  GET    /app/v1/templates                        401    yes    yes      yes   401   session         -         -          all
  POST   /app/v1/templates                        401    403    yes      yes   401   session         -         -          all
  POST   /app/v1/templates/check                  401    403    yes      yes   401   session         -         -          -
  POST   /app/v1/templates/import                 401    403    yes      yes   401   session         -         -          all
  POST   /app/v1/workbooks/rows                   401    yes    yes      yes   401   session         -         -          -
  POST   /app/v1/templates/import/check           401    403    yes      yes   401   session         -         -          -
  POST   /app/v1/templates/preview                401    403    yes      yes   401   session         -         -          -
  POST   /app/v1/templates/preview/pdf            401    403    yes      yes   401   session         -         -          -
  GET    /app/v1/templates/:id                    401    yes    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/blank-form         401    yes    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/answers            401    yes    yes      yes   401   session         -         template   own
  GET    /app/v1/templates/:id/summary            401    yes    yes      yes   401   session         -         template   own
  GET    /app/v1/assignments                      401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/leavers                          401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/leavers/hand-on                  401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/assignments/count                401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/assignments/figures              401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/assignments/export               401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/assignments/people               401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/assignments                      401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/assignments/rows                 401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/assignments/:id                  401    yes    yes      yes   401   session         -         assignment own
  PATCH  /app/v1/assignments/:id                  401    yes    yes      yes   401   session         -         assignment own
  POST   /app/v1/assignments/:id/cancel           401    yes    yes      yes   401   session         -         assignment own
  POST   /app/v1/assignments/:id/remind           401    409    409      409   401   session         -         assignment own
  POST   /app/v1/assignments/:id/decline          401    yes    yes      yes   401   session         -         assignment own
  GET    /app/v1/assignments/:id/form             401    yes    yes      yes   401   session         -         assignment own
  POST   /app/v1/assignments/:id/form             401    yes    yes      yes   401   session         -         assignment own
  POST   /app/v1/bulk-acts                        401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/bulk-acts                        401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/bulk-acts/:id                    401    yes    yes      yes   401   session         -         bulk-act   own
  GET    /app/v1/bulk-acts/:id/forms              401    yes    yes      yes   401   session         -         bulk-act   own
  DELETE /app/v1/bulk-acts/:id                    401    yes    yes      yes   401   session         -         bulk-act   own
  GET    /app/v1/dashboards                       401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/dashboards                       401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/dashboards/:id                   401    yes    yes      yes   401   session         -         dashboard  own
  PUT    /app/v1/dashboards/:id                   401    yes    yes      yes   401   session         -         dashboard  own
  DELETE /app/v1/dashboards/:id                   401    yes    yes      yes   401   session         -         dashboard  own
  GET    /app/v1/dashboards/:id/mail              401    yes    yes      yes   401   session         -         dashboard  own
  PUT    /app/v1/dashboards/:id/mail              401    yes    yes      yes   401   session         -         dashboard  own
  DELETE /app/v1/dashboards/:id/mail              401    yes    yes      yes   401   session         -         dashboard  own
  GET    /app/v1/templates/:id/answers/sums        401    yes    yes      yes   401   session         -         template   own
  GET    /app/v1/templates/:id/answers/rows        401    yes    yes      yes   401   session         -         template   own
  PATCH  /app/v1/templates/:id                    401    403    yes      yes   401   session         -         template   all
  DELETE /app/v1/templates/:id                    401    403    yes      yes   401   session         -         draft      all
  GET    /app/v1/templates/:id/file               401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/xlsform            401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/xlsform/losses     401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/brand              401    yes    yes      yes   401   session         -         template   all
  PUT    /app/v1/templates/:id/brand              401    403    yes      yes   401   session         -         template   all
  PUT    /app/v1/templates/:id/logo               401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/duplicate          401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/publish            401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/archive            401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/restore            401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/publishing-effects 401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/documents          401    yes    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/documents          401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/documents/:documentId 401    403    yes      yes   401   session         -         document   all
  PUT    /app/v1/templates/:id/documents/:documentId 401    403    yes      yes   401   session         -         document   all
  DELETE /app/v1/templates/:id/documents/:documentId 401    403    yes      yes   401   session         -         document   all
  GET    /app/v1/templates/:id/documents/:documentId/paper 401    403    yes      yes   401   session         -         document   all
  GET    /app/v1/templates/:id/documents/:documentId/original 401    403    yes      yes   401   session         -         document   all
  PUT    /app/v1/templates/:id/documents/:documentId/original 401    403    yes      yes   401   session         -         document   all
  GET    /app/v1/forms/:id/documents              401    yes    yes      yes   401   session         -         form       own
  GET    /app/v1/templates/:id/documents/:documentId/trial 401    403    yes      yes   401   session         -         document   all
  GET    /app/v1/templates/:id/rights             401    403    yes      yes   401   session         -         template   all
  PUT    /app/v1/templates/:id/rights/:subject    401    403    yes      yes   401   session         -         grant      all
  DELETE /app/v1/templates/:id/rights/:subject    401    403    yes      yes   401   session         -         grant      all
  POST   /app/v1/templates/:id/take-rights        401    403    403      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/retention          401    403    yes      yes   401   session         -         template   all
  PUT    /app/v1/templates/:id/retention          401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/retention/trial    401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/versions/:number   401    yes    yes      yes   401   session         -         version    all

  GET    /app/v1/templates/:id/links              401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/links              401    403    yes      yes   401   session         -         template   all
  GET    /app/v1/templates/:id/series             401    yes    yes      yes   401   session         -         template   own
  POST   /app/v1/templates/:id/series             401    yes    yes      yes   401   session         -         template   own
  GET    /app/v1/series/:id                       401    yes    yes      yes   401   session         -         series     own
  PATCH  /app/v1/series/:id                       401    yes    yes      yes   401   session         -         series     own
  DELETE /app/v1/series/:id                       401    yes    yes      yes   401   session         -         series     own
  POST   /app/v1/series/preview                   401    yes    yes      yes   401   session         -         -          -
  GET    /app/v1/templates/:id/rules              401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/rules              401    403    yes      yes   401   session         -         template   all
  PUT    /app/v1/templates/:id/rules/order        401    403    yes      yes   401   session         -         template   all
  POST   /app/v1/templates/:id/rules/try          401    403    404      404   401   session         -         template   all
  GET    /app/v1/rules                            401    403    yes      yes   401   session         -         -          own
  GET    /app/v1/templates/:id/rule-runs          401    403    yes      yes   401   session         -         template   all
  PUT    /app/v1/rules/:id                        401    403    yes      yes   401   session         -         rule       all
  DELETE /app/v1/rules/:id                        401    403    yes      yes   401   session         -         rule       all
  POST   /app/v1/rule-runs/:id/again              401    403    yes      yes   401   session         -         rule-run   all
  PATCH  /app/v1/public-links/:id                 401    403    yes      yes   401   session         -         link       all
  GET    /app/v1/views                            401    yes    yes      yes   401   session         -         -          own
  POST   /app/v1/views                            401    yes    yes      yes   401   session         -         -          own
  GET    /app/v1/views/:id/consequences           401    yes    yes      yes   401   session         -         view       own
  PATCH  /app/v1/views/:id                        401    yes    yes      yes   401   session         -         view       own
  DELETE /app/v1/views/:id                        401    yes    yes      yes   401   session         -         view       own
  POST   /app/v1/public-links/:id/prefill         401    403    yes      yes   401   session         -         link       all

  GET    /app/v1/users                            401    403    403      yes   401   session         -         -          all
  GET    /app/v1/lists                            401    yes    yes      yes   401   session         -         -          all
  POST   /app/v1/lists                            401    403    yes      yes   401   session         -         -          all
  GET    /app/v1/lists/:id                        401    yes    yes      yes   401   session         -         list       all
  PATCH  /app/v1/lists/:id                        401    403    yes      yes   401   session         -         list       all
  DELETE /app/v1/lists/:id                        401    403    yes      yes   401   session         -         list       all
  GET    /app/v1/lists/:id/rows                   401    yes    yes      yes   401   session         -         list       all
  POST   /app/v1/lists/:id/rows                   401    403    yes      yes   401   session         -         list       all
  PUT    /app/v1/lists/:id/rows                   401    403    yes      yes   401   session         -         list       all
  PUT    /app/v1/lists/:id/public-columns         401    403    yes      yes   401   session         -         list       all
  GET    /app/v1/lists/:id/changes                401    yes    yes      yes   401   session         -         list       all
  GET    /app/v1/lists/:id/versions               401    403    yes      yes   401   session         -         list       all
  POST   /app/v1/users                            401    403    403      yes   401   session         yes       -          all
  GET    /app/v1/users/:id                        401    403    403      yes   401   session         -         user       all
  PATCH  /app/v1/users/:id                        401    403    403      yes   401   session         yes       user       all
  DELETE /app/v1/users/:id                        401    403    403      yes   401   session         yes       user       all
  POST   /app/v1/users/:id/erase                  401    403    403      yes   401   session         yes       user       all
  GET    /app/v1/former-users                     401    403    403      yes   401   session         -         -          all
  GET    /app/v1/users/:id/consequences           401    403    403      yes   401   session         -         user       all
  GET    /app/v1/users/:id/sessions               401    403    403      yes   401   session         -         user       all
  DELETE /app/v1/users/:id/sessions               401    403    403      yes   401   session         yes       user       all
  DELETE /app/v1/users/:id/passkeys               401    403    403      yes   401   session         yes       user       all
  DELETE /app/v1/users/:id/second-factor          401    403    403      yes   401   session         yes       user       all
  GET    /app/v1/groups                           401    403    403      yes   401   session         -         -          all
  POST   /app/v1/groups                           401    403    403      yes   401   session         -         -          all
  GET    /app/v1/groups/:id                       401    403    403      yes   401   session         -         group      all
  GET    /app/v1/groups/:id/consequences          401    403    403      yes   401   session         -         group      all
  PATCH  /app/v1/groups/:id                       401    403    403      yes   401   session         -         group      all
  DELETE /app/v1/groups/:id                       401    403    403      yes   401   session         yes       group      all
  GET    /app/v1/groups/:id/members               401    403    403      yes   401   session         -         group      all
  POST   /app/v1/groups/:id/members               401    403    403      yes   401   session         yes       group      all
  POST   /app/v1/users/:id/link                   401    403    403      yes   401   session         yes       user       all
  GET    /app/v1/alerts                           401    403    403      yes   401   session         -         -          own
  GET    /app/v1/status                           401    403    403      yes   401   session         -         -          all
  POST   /app/v1/mail/test                        401    403    403      409   401   session         -         -          own
  GET    /app/v1/sso-connections                  401    403    403      yes   401   session         -         -          all
  POST   /app/v1/sso-connections                  401    403    403      yes   401   session         yes       -          all
  PATCH  /app/v1/sso-connections/:id              401    403    403      yes   401   session         yes       connection all
  DELETE /app/v1/sso-connections/:id              401    403    403      yes   401   session         yes       connection all
  POST   /app/v1/sso-connections/:id/test         401    403    403      yes   401   session         -         connection all
  GET    /app/v1/sso-connections/:id/duplicates   401    403    403      yes   401   session         -         connection all
  GET    /app/v1/webhooks                         401    403    403      yes   401   session         -         -          all
  POST   /app/v1/webhooks                         401    403    403      yes   401   session         yes       -          all
  GET    /app/v1/webhooks/:id                     401    403    403      yes   401   session         -         webhook    all
  PATCH  /app/v1/webhooks/:id                     401    403    403      yes   401   session         yes       webhook    all
  DELETE /app/v1/webhooks/:id                     401    403    403      yes   401   session         yes       webhook    all
  POST   /app/v1/webhooks/:id/rotate-secret       401    403    403      yes   401   session         yes       webhook    all
  POST   /app/v1/webhooks/:id/test                401    403    403      yes   401   session         -         webhook    all
  POST   /app/v1/webhooks/:id/enable              401    403    403      yes   401   session         yes       webhook    all
  GET    /app/v1/webhooks/:id/deliveries          401    403    403      yes   401   session         -         webhook    all
  POST   /app/v1/webhooks/:id/deliveries/:deliveryId/resend 401    403    403      yes   401   session         -         delivery   all
  GET    /app/v1/credentials                      401    403    403      yes   401   session         -         -          all
  POST   /app/v1/credentials                      401    403    403      yes   401   session         yes       -          all
  GET    /app/v1/credentials/:id                  401    403    403      yes   401   session         -         credential all
  PATCH  /app/v1/credentials/:id                  401    403    403      yes   401   session         yes       credential all
  POST   /app/v1/credentials/:id/regenerate       401    403    403      yes   401   session         yes       credential all
  POST   /app/v1/credentials/:id/revoke           401    403    403      yes   401   session         yes       credential all
  DELETE /app/v1/credentials/:id/secrets/:secretId 401    403    403      yes   401   session         yes       secret     all
  POST   /app/v1/provisioning-tokens              401    403    403      yes   401   session         yes       -          all
  POST   /app/v1/provisioning-tokens/:id/regenerate 401    403    403      yes   401   session         yes       token      all

  GET    /app/v1/account                          401    403    403      yes   401   session         -         -          all
  PATCH  /app/v1/account                          401    403    403      yes   401   session         yes       -          all
  GET    /app/v1/holidays                         401    403    403      yes   401   session         -         -          all
  PUT    /app/v1/holidays                         401    403    403      yes   401   session         -         -          all
  GET    /app/v1/account/brand                    401    403    403      yes   401   session         -         -          all
  PATCH  /app/v1/account/brand                    401    403    403      yes   401   session         -         -          all
  PUT    /app/v1/account/logo                     401    403    403      yes   401   session         -         -          all
  DELETE /app/v1/account/logo                     401    403    403      yes   401   session         -         -          all
  GET    /app/v1/account/fonts                    401    403    403      yes   401   session         -         -          all
  POST   /app/v1/account/fonts                    401    403    403      yes   401   session         -         -          all
  DELETE /app/v1/account/fonts/:id                401    403    403      yes   401   session         -         font       all
  GET    /app/v1/audit-events                     401    403    403      yes   401   session         -         -          all
  GET    /app/v1/audit-events/:id                 401    403    403      yes   401   session         -         event      all
  GET    /app/v1/provisioning                     401    403    403      yes   401   session         -         -          all
  PATCH  /app/v1/provisioning                     401    403    403      yes   401   session         yes       -          all
  PUT    /app/v1/provisioning/state               401    403    403      yes   401   session         yes       -          all
  GET    /app/v1/provisioning/role-mappings       401    403    403      yes   401   session         -         -          all
  PUT    /app/v1/provisioning/role-mappings       401    403    403      yes   401   session         yes       -          all
  DELETE /app/v1/provisioning/ended-role-mappings/:id 401 403  403     yes   401   session         -         ended-mapping all
  POST   /app/v1/provisioning/test                401    403    403      yes   401   session         -         -          all
  GET    /app/v1/provisioning/log                 401    403    403      yes   401   session         -         -          all
  GET    /app/v1/provisioning/log.csv             401    403    403      yes   401   session         -         -          all
  GET    /app/v1/provisioning/log/:id             401    403    403      yes   401   session         -         entry      all
  GET    /app/v1/provisioning/attributes          401    403    403      yes   401   session         -         -          all
`;

export const MATRIX: readonly MatrixRow[] = TABLE.split('\n')
  .filter((line) => line.trim() !== '')
  .slice(1)
  .map(parseRow);
