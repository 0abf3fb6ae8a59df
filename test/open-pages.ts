// The screens of the web app and their files, as rows of test/authorisation-matrix.ts: anybody may load them, because they
// hold no data.

export const OPEN_PAGES = `
  GET    /                                        open   open   open     open  open  -               -         -          -
  GET    /set-up                                  open   open   open     open  open  -               -         -          -
  GET    /sign-in                                 open   open   open     open  open  -               -         -          -
  GET    /invitation                              open   open   open     open  open  -               -         -          -
  GET    /forgotten-password                      open   open   open     open  open  -               -         -          -
  GET    /reset-password                          open   open   open     open  open  -               -         -          -
  GET    /unsubscribe                             open   open   open     open  open  -               -         -          -
  GET    /confirmed                               open   open   open     open  open  -               -         -          -
  GET    /second-factor                           open   open   open     open  open  -               -         -          -
  GET    /help/*                                  open   open   open     open  open  -               -         -          -
  GET    /docs                                    open   open   open     open  open  -               -         -          -
  GET    /forms                                   open   open   open     open  open  -               -         -          -
  GET    /forms/new                               open   open   open     open  open  -               -         -          -
  GET    /forms/:form/fill                        open   open   open     open  open  -               -         -          -
  GET    /forms/*                                 open   open   open     open  open  -               -         -          -
  GET    /reviews                                 open   open   open     open  open  -               -         -          -
  GET    /outbox                                  open   open   open     open  open  -               -         -          -
  GET    /templates                               open   open   open     open  open  -               -         -          -
  GET    /templates/*                             open   open   open     open  open  -               -         -          -
  GET    /bulk-actions                            open   open   open     open  open  -               -         -          -
  GET    /dashboards                              open   open   open     open  open  -               -         -          -
  GET    /dashboards/*                            open   open   open     open  open  -               -         -          -
  GET    /lists                                   open   open   open     open  open  -               -         -          -
  GET    /lists/*                                 open   open   open     open  open  -               -         -          -
  GET    /work                                    open   open   open     open  open  -               -         -          -
  GET    /work/*                                  open   open   open     open  open  -               -         -          -
  GET    /profile                                 open   open   open     open  open  -               -         -          -
  GET    /notices                                 open   open   open     open  open  -               -         -          -
  GET    /notices/*                               open   open   open     open  open  -               -         -          -
  GET    /exports                                 open   open   open     open  open  -               -         -          -
  GET    /scheduled-exports                       open   open   open     open  open  -               -         -          -
  GET    /webhooks                                open   open   open     open  open  -               -         -          -
  GET    /webhooks/*                              open   open   open     open  open  -               -         -          -
  GET    /settings                                open   open   open     open  open  -               -         -          -
  GET    /settings/*                              open   open   open     open  open  -               -         -          -
  GET    /assets/:name                            open   open   open     open  open  -               -         -          -
  GET    /logos/:hash                             open   open   open     open  open  -               -         -          -
  GET    /service-worker.js                       open   open   open     open  open  -               -         -          -
  GET    /icon.svg                                open   open   open     open  open  -               -         -          -
  GET    /icon-192.png                            open   open   open     open  open  -               -         -          -
  GET    /icon-512.png                            open   open   open     open  open  -               -         -          -
  GET    /icon-maskable.png                       open   open   open     open  open  -               -         -          -
  GET    /manifest.webmanifest                    open   open   open     open  open  -               -         -          -
  GET    /manifest.de.webmanifest                 open   open   open     open  open  -               -         -          -
  GET    /pages/basic-authentication              open   open   open     open  open  -               -         -          -
`;
