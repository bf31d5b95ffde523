import {readDetour} from '../../src/page/detour'

const detour = readDetour(location.hash)
// Replaced, so that Back leads to where one came from and not into the wait again.
if (detour !== null) setTimeout(() => location.replace(detour.url), detour.wait)
