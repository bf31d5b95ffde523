import {meetingOfClaims} from '../wire'
import {claim} from './claims'
import {hearOn, takeNode} from './meet'

/** Makes `navigator` say what ISOLATED tells. */
export const startClaims = (): void =>
  takeNode(meetingOfClaims, node => hearOn(node, claim as (claims: unknown) => void))
