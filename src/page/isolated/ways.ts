import type {PageWay} from '../../contract/page-way'
import type {followBy} from '../../matching/way'
import {world} from './world'

/** How to follow requests by these ways; null where there are none, or where the script that can is not there. */
export const followHere = (ways: readonly PageWay[]): ReturnType<typeof followBy> | null =>
  (ways.length > 0 && world.follow?.(ways)) || null
