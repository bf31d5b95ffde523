import {meetingOfClaims} from '../wire'
import {claim} from './claims'
import {hearOn, meetFirst} from './meet'

/** Says of the browser what the extension's own world tells, which was there before. */
export const startClaims = (): void =>
  void meetFirst(meetingOfClaims, 0)(node => hearOn(node, claim as (claims: unknown) => void))
