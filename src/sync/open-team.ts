import type {TeamSync} from '../contract/team'
import {openRemote} from '../service/remote'
import {createSync, type SyncNeeds} from './sync'

/** Milliseconds that the service may be silent. */
const timeout = 30_000

/** The sync with a team account over the network. */
export const openTeam = (needs: Omit<SyncNeeds, 'openService' | 'chance'>): TeamSync =>
  createSync({
    ...needs,
    chance: () => Math.random(),
    openService: ({url, key}, signal) =>
      openRemote({
        baseUrl: url,
        apiKey: key,
        // As a method of something else than the global it would not be called.
        fetch: (...given) => fetch(...given),
        now: needs.library.now,
        timeout,
        ...(signal && {signal}),
      }),
  })
