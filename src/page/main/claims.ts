import type {ClaimedData, Claims} from '../../contract/claims'
import {apply, own, parse, plain} from './natives'
import {hideStandIns, replace} from './stand-in'

const {deleteProperty} = Reflect
const {freeze} = Object

type Values = Record<string, unknown>

/** Attributes say what is claimed, to whom the native ones would say anything. */
function say(prototype: object, values: Values): void {
  for (const name in plain(values))
    replace(prototype, name, native => self => {
      apply(native, self, [])
      return values[name]
    })
}

/** `navigator` says of the browser what the headers said. */
export function claim(claims: string): void {
  // Anew each time: a page may change what it was given.
  const read = () => plain(parse(claims) as Claims)
  const {navigator, data} = read()
  hideStandIns()
  say(Navigator.prototype, navigator)
  const known = (window as unknown as {NavigatorUAData?: {prototype: object}}).NavigatorUAData
  // Pages without https have none.
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
