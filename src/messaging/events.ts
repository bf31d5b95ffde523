/** What the worker tells every open page after a change. On its own, so that pages need no schema to hear it. */
export const changed = {event: 'library.changed'} as const
/** What it tells them while it syncs with a team account. */
export const synced = {event: 'team.changed'} as const
