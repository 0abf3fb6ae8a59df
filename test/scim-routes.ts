// The routes of SCIM, as rows of test/authorisation-matrix.ts.

export const SCIM_ROUTES = `
  GET    /scim/v2                                 401    403    403      yes   yes   scim            -         -          all
  POST   /scim/v2/.search                         401    403    403      yes   yes   scim            -         -          all
  GET    /scim/v2/Users                           401    403    403      yes   yes   scim            -         -          all
  POST   /scim/v2/Users                           401    403    403      yes   yes   scim            -         -          all
  POST   /scim/v2/Users/.search                   401    403    403      yes   yes   scim            -         -          all
  GET    /scim/v2/Users/:id                       401    403    403      yes   yes   scim            -         user       all
  PUT    /scim/v2/Users/:id                       401    403    403      yes   yes   scim            -         user       all
  PATCH  /scim/v2/Users/:id                       401    403    403      yes   yes   scim            -         user       all
  DELETE /scim/v2/Users/:id                       401    403    403      yes   yes   scim            -         user       all
  GET    /scim/v2/Groups                          401    403    403      yes   yes   scim            -         -          all
  POST   /scim/v2/Groups                          401    403    403      yes   yes   scim            -         -          all
  POST   /scim/v2/Groups/.search                  401    403    403      yes   yes   scim            -         -          all
  GET    /scim/v2/Groups/:id                      401    403    403      yes   yes   scim            -         group      all
  PUT    /scim/v2/Groups/:id                      401    403    403      yes   yes   scim            -         group      all
  PATCH  /scim/v2/Groups/:id                      401    403    403      yes   yes   scim            -         group      all
  DELETE /scim/v2/Groups/:id                      401    403    403      yes   yes   scim            -         group      all
  POST   /scim/v2/Bulk                            401    403    403      yes   yes   scim            -         -          all
  GET    /scim/v2/ServiceProviderConfig           401    403    403      yes   yes   scim            -         -          -
  GET    /scim/v2/Schemas                         401    403    403      yes   yes   scim            -         -          -
  GET    /scim/v2/Schemas/:id                     401    403    403      yes   yes   scim            -         common     -
  GET    /scim/v2/ResourceTypes                   401    403    403      yes   yes   scim            -         -          -
  GET    /scim/v2/ResourceTypes/:id               401    403    403      yes   yes   scim            -         common     -

  GET    /scim/v2/Me                              401    yes    yes      yes   404   scim            -         -          own
  PUT    /scim/v2/Me                              401    yes    yes      yes   404   scim            -         -          own
  PATCH  /scim/v2/Me                              401    yes    yes      yes   404   scim            -         -          own
  POST   /scim/v2/Me                              401    409    409      409   404   scim            -         -          own
  DELETE /scim/v2/Me                              401    403    403      yes   404   scim            -         -          own`;
