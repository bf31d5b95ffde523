import {followBy} from '../../matching/way'
import {world} from './world'

/** Following requests is a script of its own: few pages have a rule that sends some elsewhere beside one that acts in pages. */
export function offerWays(): void {
  world.follow = followBy
}
