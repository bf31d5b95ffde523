import type {UserAgentData, NavigatorOverride} from '../../model/navigator-override'
import {apply, protectPromise, parse, withoutPrototype} from '../main/natives'
import {hidePatches, patchMethod} from '../main/patch-method'
import {navigatorHandshakeEvent} from '../isolated/protocol'
import {listenForMessages, receiveNode} from '../main/handshake'

export const startNavigatorMain = (): void =>
  receiveNode(navigatorHandshakeEvent, node => listenForMessages(node, overrideNavigator as (json: unknown) => void))

const {deleteProperty} = Reflect
const {freeze} = Object

type Properties = Record<string, unknown>

/** The native getter still runs, since it throws for a wrong `this`. */
function overrideGetters(prototype: object, values: Properties): void {
  for (const name in withoutPrototype(values))
    patchMethod(prototype, name, native => self => {
      apply(native, self, [])
      return values[name]
    })
}

function overrideNavigator(json: string): void {
  // Parsed at each use, since a page may change the objects.
  const readOverride = () => withoutPrototype(parse(json) as NavigatorOverride)
  const {navigator, data} = readOverride()
  hidePatches()
  overrideGetters(Navigator.prototype, navigator)
  const uaDataInterface = (window as unknown as {NavigatorUAData?: {prototype: object}}).NavigatorUAData
  if (!uaDataInterface) return
  if (data === null) {
    deleteProperty(Navigator.prototype, 'userAgentData')
    deleteProperty(window, 'NavigatorUAData')
    // Chrome lets scripts change `window.chrome`, but not delete it.
    if ('chrome' in window && !deleteProperty(window, 'chrome')) window.chrome = undefined
    return
  }
  const {prototype} = uaDataInterface
  const {brands, mobile, platform} = data
  overrideGetters(prototype, {brands: freeze(brands), mobile, platform})
  const overrideValues = (values: Properties) => {
    const overrides = withoutPrototype(readOverride().data as UserAgentData)
    for (const name in overrides) if (name in values) values[name] = overrides[name as keyof UserAgentData]
    return values
  }
  patchMethod(prototype, 'toJSON', native => self => overrideValues(apply(native, self, []) as Properties))
  patchMethod(
    prototype,
    'getHighEntropyValues',
    native => async (self, args) =>
      overrideValues(await protectPromise(apply(native, self, args) as Promise<Properties>)),
  )
}
