/** Sent after a change. A separate file, so that pages load no schema for it. */
export const libraryChanged = {event: 'library.changed'} as const
/** Sent during a sync with a team account. */
export const teamChanged = {event: 'team.changed'} as const
