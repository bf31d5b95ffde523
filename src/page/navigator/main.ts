import type {ClaimedData, Claims} from '../../model/navigator-override'
import {apply, own, parse, plain} from '../main/natives'
import {hideStandIns, replace} from '../main/patch-method'
import {meetingOfClaims} from '../isolated/protocol'
import {hearOn, takeNode} from '../main/handshake'

export const startClaims = (): void =>
  takeNode(meetingOfClaims, node => hearOn(node, claim as (claims: unknown) => void))

const {deleteProperty} = Reflect
const {freeze} = Object

type Values = Record<string, unknown>

/** The native getter still runs, since it throws for a wrong `this`. */
function say(prototype: object, values: Values): void {
  for (const name in plain(values))
    replace(prototype, name, native => self => {
      apply(native, self, [])
      return values[name]
    })
}

function claim(claims: string): void {
  // Parsed each time, since a page may change the objects.
  const read = () => plain(parse(claims) as Claims)
  const {navigator, data} = read()
  hideStandIns()
  say(Navigator.prototype, navigator)
  const known = (window as unknown as {NavigatorUAData?: {prototype: object}}).NavigatorUAData
  if (!known) return
  if (data === null) {
    deleteProperty(Navigator.prototype, 'userAgentData')
    deleteProperty(window, 'NavigatorUAData')
    return
  }
  const {brands, mobile, platform} = data
  say(known.prototype, {brands: freeze(brands), mobile, platform})
  const corrected = (values: Values) => {
    const now = plain(read().data as ClaimedData)
    for (const name in now) if (name in values) values[name] = now[name as keyof ClaimedData]
    return values
  }
  replace(known.prototype, 'toJSON', native => self => corrected(apply(native, self, []) as Values))
  replace(
    known.prototype,
    'getHighEntropyValues',
    native => async (self, args) => corrected(await own(apply(native, self, args) as Promise<Values>)),
  )
}
